using System;
using System.Collections.Generic;
using System.Text;

namespace PooledAwait.Schedules;

/// <summary>
/// The decisions of one run: at each point where both threads could go on, which one did. Depth first through all of them:
/// the next schedule differs in the last decision that has an alternative left.
/// </summary>
internal sealed class Schedule
{
    private readonly List<(bool Right, bool Explored)> _decisions = [];
    private int _position;

    /// <summary>The decisions as a string of L and R.</summary>
    internal string Text
    {
        get
        {
            StringBuilder text = new();
            foreach ((bool right, _) in _decisions)
            {
                text.Append(right ? 'R' : 'L');
            }

            return text.ToString();
        }
    }

    /// <summary>Reads a schedule, to be run once more.</summary>
    internal static Schedule Parse(string text)
    {
        Schedule schedule = new();
        foreach (char decision in text)
        {
            schedule._decisions.Add(decision switch
            {
                'L' => (false, true),
                'R' => (true, true),
                _ => throw new FormatException("A schedule has the letters L and R."),
            });
        }

        return schedule;
    }

    /// <summary>Decides who goes on.</summary>
    /// <param name="right">Who goes on when this decision is met for the first time: as a rule the thread that runs already.</param>
    internal bool Decide(bool right)
    {
        if (_position == _decisions.Count)
        {
            _decisions.Add((right, false));
        }

        return _decisions[_position++].Right;
    }

    /// <summary>Goes on to the next schedule.</summary>
    /// <returns>False if there is none.</returns>
    internal bool TryNext()
    {
        _position = 0;
        for (int last = _decisions.Count - 1; last >= 0; last--)
        {
            (bool right, bool explored) = _decisions[last];
            _decisions.RemoveAt(last);
            if (!explored)
            {
                _decisions.Add((!right, true));
                return true;
            }
        }

        return false;
    }
}
