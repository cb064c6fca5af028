using System;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// A hierarchical timing wheel (Varghese and Lauck, 1987): arming and disarming take constant time, however many timers are pending.
/// </summary>
/// <remarks>
/// <para>
/// Level k has 64 slots of 64^k milliseconds. A timer lies in the finest level whose range covers its remaining time, in the slot of its
/// due time. When the clock reaches the start of a slot of level 1 or higher, its timers move to finer levels; a slot of level 0 expires.
/// One timer of the framework wakes the wheel at the start of the next slot that is in use.
/// </para>
/// <para>
/// A wake-up tells one owner and queues another wake-up for the rest, so that an owner that blocks delays nobody. Owners are told outside
/// of the lock. The lock is held for at most <see cref="MovesPerHold"/> moves.
/// </para>
/// <para>
/// Fields are guarded by the lock. Invariant: while a timer is linked, a wake-up is under way at or before the start of its slot, which
/// is at or after <see cref="_wakeAt"/>. So the wheel's time may jump to any moment before <see cref="_wakeAt"/>.
/// </para>
/// </remarks>
internal sealed class TimerWheel
{
    private const int Levels = 6;
    private const int BitsPerLevel = 6;
    private const int SlotsPerLevel = 1 << BitsPerLevel;
    private const int MovesPerHold = 256;

    private static readonly TimerCallback s_onTimer = static wheel => ((TimerWheel)wheel!).WakeUp();
    private static readonly Action<object?> s_onWorkItem = static wheel => ((TimerWheel)wheel!).WakeUp();
    private static readonly TimerWheel[] s_wheels = CreateWheels();
    private static int s_lastWheel;

    private readonly ITimer _timer;
    private readonly Func<long> _clock;

    /// <summary>The sentinels of the slots' lists, level by level; null until a slot is first used.</summary>
    private readonly PooledTimer?[] _slots = new PooledTimer?[Levels * SlotsPerLevel];

    /// <summary>For each level, one bit for each slot that may have timers. A bit may be set for an empty slot.</summary>
    private readonly ulong[] _used = new ulong[Levels];

    /// <summary>Timers whose time is over and whose owners are still to be told.</summary>
    private readonly PooledTimer _expired;

    /// <summary>Timers of a slot whose start was reached, on their way to finer levels.</summary>
    private readonly PooledTimer _moving;

    private ShortLock _lock;

    /// <summary>The wheel's time: slots that start at or before it are empty.</summary>
    private long _now;

    /// <summary>When the next wake-up is due; <see cref="long.MaxValue"/> if there is none.</summary>
    private long _wakeAt = long.MaxValue;

    /// <summary>Whether a thread is setting the framework's timer.</summary>
    private bool _isSettingTimer;

    /// <summary>
    /// Whether that thread must set it once more: a wake-up was wanted, or came, meanwhile. <see cref="_wakeAt"/> alone cannot tell, as the
    /// timer may have fired since, and the same moment be wanted again.
    /// </summary>
    private bool _mustSetTimerAgain;

    /// <summary>Creates a wheel; the static ones serve all but tests.</summary>
    /// <param name="timeProvider">Makes the one timer that wakes the wheel.</param>
    /// <param name="clock">The clock of that timer, in milliseconds.</param>
    internal TimerWheel(TimeProvider timeProvider, Func<long> clock)
    {
        _clock = clock;
        _expired = CreateSentinel();
        _moving = CreateSentinel();
        _timer = UnflowedTimer.Create(timeProvider, s_onTimer, this);
    }

    /// <summary>Creates a timer on one of the wheels. Several wheels keep threads from waiting for one lock.</summary>
    internal static PooledTimer CreateTimer(ITimed owner) =>
        new(owner, s_wheels[(uint)Interlocked.Increment(ref s_lastWheel) % (uint)s_wheels.Length]);

    /// <summary>See <see cref="PooledTimer.Arm"/>.</summary>
    internal void Arm(PooledTimer timer, short token, long milliseconds)
    {
        long now = _clock();
        _lock.Enter();
        if (_wakeAt > now && now > _now)
        {
            _now = now;
        }

        timer._token = token;
        timer._due = now + milliseconds;
        long slotStart = Link(timer);
        bool setTimer = false;
        if (slotStart < _wakeAt)
        {
            _wakeAt = slotStart;
            setTimer = BeginSettingTimer();
        }

        _lock.Exit();
        if (setTimer)
        {
            SetTimer(slotStart);
        }
    }

    /// <summary>See <see cref="PooledTimer.Disarm"/>.</summary>
    internal void Disarm(PooledTimer timer)
    {
        _lock.Enter();
        if (timer._next is not null)
        {
            Unlink(timer);
        }

        _lock.Exit();
    }

    /// <summary>Brings the wheel to the present, tells the owner of one expired timer, and sees to the next wake-up.</summary>
    internal void WakeUp()
    {
        long now = _clock();
        bool setTimer = false;
        short token = 0;
        _lock.Enter();
        bool isPresent = TryAdvance(now);
        PooledTimer? expired = null;
        if (_expired._next != _expired)
        {
            expired = _expired._next!;
            token = expired._token;
            Unlink(expired);
        }

        bool isDone = isPresent && _expired._next == _expired;
        long wakeAt = isDone ? FindNextStart() : _now;
        _wakeAt = wakeAt;
        if (isDone && wakeAt != long.MaxValue)
        {
            setTimer = BeginSettingTimer();
        }

        _lock.Exit();
        if (!isDone)
        {
            WorkItems.Queue(s_onWorkItem, this, preferLocal: false);
        }
        else if (setTimer)
        {
            SetTimer(wakeAt);
        }

        expired?.Owner!.Elapse(token);
    }

    private static TimerWheel[] CreateWheels()
    {
        TimerWheel[] wheels = new TimerWheel[Math.Min(Environment.ProcessorCount, 16)];
        for (int i = 0; i < wheels.Length; i++)
        {
            wheels[i] = new TimerWheel(TimeProvider.System, static () => MonotonicClock.Milliseconds);
        }

        return wheels;
    }

    private static void Insert(PooledTimer timer, PooledTimer sentinel)
    {
        PooledTimer last = sentinel._previous!;
        timer._previous = last;
        timer._next = sentinel;
        last._next = timer;
        sentinel._previous = timer;
    }

    private static void Unlink(PooledTimer timer)
    {
        PooledTimer next = timer._next!;
        PooledTimer previous = timer._previous!;
        previous._next = next;
        next._previous = previous;
        timer._next = null;
        timer._previous = null;
    }

    private static int TrailingZeros(ulong bits)
    {
        int count = 0;
        for (int width = 32; width > 0; width >>= 1)
        {
            if ((bits & ((1UL << width) - 1)) == 0)
            {
                count += width;
                bits >>= width;
            }
        }

        return count;
    }

    private PooledTimer CreateSentinel()
    {
        PooledTimer sentinel = new(owner: null, this);
        sentinel._next = sentinel;
        sentinel._previous = sentinel;
        return sentinel;
    }

    /// <summary>Puts a timer into the slot of its due time.</summary>
    /// <returns>The start of that slot, or the wheel's time if the timer has expired.</returns>
    private long Link(PooledTimer timer)
    {
        long left = timer._due - _now;
        if (left <= 0)
        {
            Insert(timer, _expired);
            return _now;
        }

        int level = 0;
        while (left >= SlotsPerLevel)
        {
            left >>= BitsPerLevel;
            level++;
        }

        int shift = level * BitsPerLevel;
        int slot = (int)(timer._due >> shift) & (SlotsPerLevel - 1);
        ref PooledTimer? sentinel = ref _slots[(level * SlotsPerLevel) + slot];
        Insert(timer, sentinel ??= CreateSentinel());
        _used[level] |= 1UL << slot;
        return timer._due >> shift << shift;
    }

    /// <summary>Expires and moves what is due, slot by slot.</summary>
    /// <returns>False if there is more to do: the lock was held for long enough.</returns>
    private bool TryAdvance(long now)
    {
        int moves = 0;
        while (true)
        {
            while (_moving._next != _moving)
            {
                if (moves++ == MovesPerHold)
                {
                    return false;
                }

                PooledTimer timer = _moving._next!;
                Unlink(timer);
                Link(timer);
            }

            long start = FindNextStart();
            if (start > now)
            {
                _now = Math.Max(_now, now);
                return true;
            }

            _now = start;
            for (int level = Levels - 1; level > 0; level--)
            {
                if ((start & ((1L << (level * BitsPerLevel)) - 1)) == 0)
                {
                    Empty(level, _moving);
                }
            }

            Empty(level: 0, _expired);
        }
    }

    /// <summary>Moves all timers of the slot that starts now to the end of another list.</summary>
    private void Empty(int level, PooledTimer target)
    {
        int slot = (int)(_now >> (level * BitsPerLevel)) & (SlotsPerLevel - 1);
        _used[level] &= ~(1UL << slot);
        PooledTimer? sentinel = _slots[(level * SlotsPerLevel) + slot];
        if (sentinel is null || sentinel._next == sentinel)
        {
            return;
        }

        PooledTimer first = sentinel._next!;
        PooledTimer last = sentinel._previous!;
        first._previous = target._previous;
        target._previous!._next = first;
        last._next = target;
        target._previous = last;
        sentinel._next = sentinel;
        sentinel._previous = sentinel;
    }

    /// <summary>The start of the first slot in use after the wheel's time.</summary>
    private long FindNextStart()
    {
        long first = long.MaxValue;
        for (int level = 0; level < Levels; level++)
        {
            ulong used = _used[level];
            if (used != 0)
            {
                int shift = level * BitsPerLevel;
                long current = _now >> shift;

                // The slot after the current one becomes bit 0, so that the current slot's own number means a whole turn.
                int rotation = (int)(current + 1) & (SlotsPerLevel - 1);
                ulong rotated = (used >> rotation) | (used << ((SlotsPerLevel - rotation) & (SlotsPerLevel - 1)));
                first = Math.Min(first, (current + 1 + TrailingZeros(rotated)) << shift);
            }
        }

        return first;
    }

    /// <summary>Claims the framework's timer, or asks the thread that is setting it to set it again. Called under the lock.</summary>
    /// <returns>True if the caller has to call <see cref="SetTimer"/> once it has left the lock.</returns>
    private bool BeginSettingTimer()
    {
        bool isClaimed = !_isSettingTimer;
        _isSettingTimer = true;
        _mustSetTimerAgain = !isClaimed;
        return isClaimed;
    }

    /// <summary>Sets the framework's timer, until nobody has asked to set it again.</summary>
    private void SetTimer(long wakeAt)
    {
        bool wasInterrupted = false;
        while (true)
        {
            try
            {
                _timer.Change(TimeSpan.FromMilliseconds(Math.Max(wakeAt - _clock(), 0)), Timeout.InfiniteTimeSpan);
            }
            catch (ThreadInterruptedException)
            {
                // The interruption is for the next wait of the caller's own.
                wasInterrupted = true;
                continue;
            }

            _lock.Enter();
            bool isSet = !_mustSetTimerAgain || _wakeAt == long.MaxValue;
            wakeAt = _wakeAt;
            _mustSetTimerAgain = false;
            _isSettingTimer = !isSet;
            _lock.Exit();
            if (isSet)
            {
                break;
            }
        }

        if (wasInterrupted)
        {
            Thread.CurrentThread.Interrupt();
        }
    }
}
