using System.Globalization;
using System.Text;

namespace PooledAwait.Schedules;

/// <summary>
/// The decisions of one run: at each point where both threads could go on, which one did; on weak memory also which of several writes a
/// read has returned. Depth first through all of them: the next schedule differs in the last decision that has an alternative left.
/// </summary>
internal sealed class Schedule
{
    /// <summary>The failure of a scenario that does something else when it is run again.</summary>
    internal const string OtherRun = "The same schedule was another run.";

    private readonly List<Decision> _decisions = [];
    private int _position;

    /// <summary>The decisions as a string of L and R, and of digits: how many newer writes a read has passed over.</summary>
    internal string Text
    {
        get
        {
            StringBuilder text = new();
            foreach (Decision decision in _decisions)
            {
                _ = decision.IsTurn
                    ? text.Append(decision.IsRight ? 'R' : 'L')
                    : text.Append(CultureInfo.InvariantCulture, $"{decision.Taken}");
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
                'L' => new Decision(IsTurn: true, First: false, Taken: 0, Count: 1),
                'R' => new Decision(IsTurn: true, First: true, Taken: 0, Count: 1),
                >= '0' and <= '9' => new Decision(IsTurn: false, First: false, Taken: decision - '0', Count: 1),
                _ => throw new FormatException("A schedule has the letters L and R, and digits."),
            });
        }

        return schedule;
    }

    /// <summary>Decides who goes on.</summary>
    /// <param name="right">Who goes on when this decision is met for the first time: as a rule the thread that runs already.</param>
    internal bool Decide(bool right) => Next(new Decision(IsTurn: true, right, Taken: 0, Count: 2)).IsRight;

    /// <summary>Decides which of several writes a read returns.</summary>
    /// <param name="count">How many there are; at most ten are considered.</param>
    /// <returns>0 for the newest, which is the first to be tried.</returns>
    internal int Choose(int count) => Next(new Decision(IsTurn: false, First: false, Taken: 0, Math.Min(count, 10))).Taken;

    /// <summary>Goes on to the next schedule.</summary>
    /// <returns>False if there is none.</returns>
    internal bool TryNext()
    {
        if (_position != _decisions.Count)
        {
            throw new InvalidOperationException(OtherRun);
        }

        _position = 0;
        for (int last = _decisions.Count - 1; last >= 0; last--)
        {
            Decision decision = _decisions[last];
            if (decision.Taken + 1 < decision.Count)
            {
                _decisions[last] = decision with { Taken = decision.Taken + 1 };
                return true;
            }

            _decisions.RemoveAt(last);
        }

        return false;
    }

    private Decision Next(Decision unmet)
    {
        if (_position == _decisions.Count)
        {
            _decisions.Add(unmet);
        }

        Decision decision = _decisions[_position++];
        return decision.IsTheSameAs(unmet) ? decision : throw new InvalidOperationException(OtherRun);
    }

    /// <summary>One decision.</summary>
    /// <param name="IsTurn">Who goes on; or else what is read.</param>
    /// <param name="First">Of a turn: whether the first alternative is the right thread.</param>
    /// <param name="Taken">The number of the alternative that is taken.</param>
    /// <param name="Count">How many there are.</param>
    private readonly record struct Decision(bool IsTurn, bool First, int Taken, int Count)
    {
        internal bool IsRight => First ^ (Taken == 1);

        /// <summary>Whether a run has met the decision that an earlier run took here. Of a parsed one only the kind is known.</summary>
        internal bool IsTheSameAs(Decision unmet) =>
            IsTurn == unmet.IsTurn && (Count == 1 || (First == unmet.First && Count == unmet.Count));
    }
}
