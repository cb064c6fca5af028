using System;
using System.Diagnostics;
using System.Globalization;
using System.Threading;

namespace PooledAwait.Tests;

/// <summary>
/// Two real threads that meet before every round and then do their parts at once, with small delays that change from round
/// to round, so that their instructions slide over each other.
/// </summary>
internal sealed class Duel
{
    /// <summary>Delays are up to two to the power of this: parts that take long must be caught up with.</summary>
    private const int MaxDelayPower = 9;

    /// <summary>
    /// Looks at the other thread before this one gives its processor away: some microseconds, and the other is mostly there.
    /// </summary>
    private const int Looks = 1_000;

    /// <summary>Rounds of every run take seconds; on a machine that has no two processors for them they end here.</summary>
    private static readonly TimeSpan s_enough = TimeSpan.FromSeconds(Rounds.Of(2, 3_600, inCi: 5));

    private readonly Stopwatch _elapsed = Stopwatch.StartNew();
    private readonly int _rounds;
    private long _arrivals;
    private int _round;
    private volatile Exception? _failure;

    private Duel(int rounds) => _rounds = rounds;

    /// <summary>Runs a duel.</summary>
    /// <param name="rounds">How many rounds, or as many as there is time for.</param>
    /// <param name="prepare">Sets a round up; on the left thread, while the right one waits.</param>
    /// <param name="left">The left thread's part.</param>
    /// <param name="right">The right thread's part.</param>
    /// <param name="check">Looks at the outcome; on the left thread, while the right one waits.</param>
    /// <param name="pending">What the round is about, for the dump of one that hangs.</param>
    /// <param name="patience">How long all rounds may take, where that is not the usual.</param>
    /// <returns>How many rounds it were.</returns>
    internal static int Run(
        int rounds,
        Action<int> prepare,
        Action<int> left,
        Action<int> right,
        Action<int> check,
        Func<string>? pending = null,
        TimeSpan? patience = null)
    {
        Duel duel = new(rounds);
        Watchdog.Run(
            () =>
            {
                Thread thread = new(() => duel.Right(right)) { IsBackground = true, Name = "Right" };
                thread.UnsafeStart();
                duel.Left(prepare, left, check);
                thread.Join();
                if (duel._failure is not null)
                {
                    throw new InvalidOperationException(
                        string.Create(CultureInfo.InvariantCulture, $"Round {duel._round}: {duel._failure.Message}"), duel._failure);
                }
            },
            () =>
            {
                string? about = pending?.Invoke();
                return string.Create(CultureInfo.InvariantCulture, $"In round {duel._round} of {rounds}: {about}");
            },
            patience: patience);
        return duel._round + 1;
    }

    private void Left(Action<int> prepare, Action<int> part, Action<int> check)
    {
        Random delays = new(1);
        for (int round = 0; round < _rounds && _failure is null && _elapsed.Elapsed < s_enough; round++)
        {
            _round = round;
            Try(prepare, round);
            Meet();

            // Once more: the thread that came last to the first meeting is ahead by what the other takes to notice.
            Meet();
            Delay(delays);
            Try(part, round);
            Meet();
            Try(check, round);
        }

        // The right thread waits for a round that does not come when this one has failed, or was the last there is time for.
        Volatile.Write(ref _arrivals, long.MinValue);
    }

    private void Right(Action<int> part)
    {
        Random delays = new(2);
        for (int round = 0; round < _rounds; round++)
        {
            Meet();
            if (Volatile.Read(ref _arrivals) < 0)
            {
                return;
            }

            Meet();
            Delay(delays);
            Try(part, round);
            Meet();
        }
    }

    private static void Delay(Random delays)
    {
        if (delays.Next(2) == 0)
        {
            Thread.SpinWait(delays.Next(1 << delays.Next(MaxDelayPower + 1)));
        }
    }

    private void Try(Action<int> part, int round)
    {
        try
        {
            part(round);
        }
        catch (Exception exception)
        {
            _failure ??= exception;
        }
    }

    /// <summary>Waits until the other thread is here too.</summary>
    private void Meet()
    {
        long mine = Interlocked.Increment(ref _arrivals);
        long both = mine + (mine & 1);
        for (int look = 0; ; look++)
        {
            long arrivals = Volatile.Read(ref _arrivals);
            if (arrivals >= both || arrivals < 0)
            {
                return;
            }

            // Yields late, because on a busy machine it is long until this thread has a processor again; and never sleeps.
            if (look < Looks && Environment.ProcessorCount > 1)
            {
                Thread.SpinWait(1);
            }
            else
            {
                Thread.Yield();
            }
        }
    }
}
