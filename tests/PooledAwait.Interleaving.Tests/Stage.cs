namespace PooledAwait.Schedules;

/// <summary>Two threads, of which one runs at a time: which one, a schedule decides before each shared access.</summary>
internal sealed class Stage : IDisposable
{
    /// <summary>More points than any scenario has: two threads that wait for each other for ever.</summary>
    private const int MaxPoints = 10_000;

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    private readonly Player _left;
    private readonly Player _right;
    private readonly SemaphoreSlim _curtain = new(0);
    private readonly List<Action> _queued = [];
    private Schedule _schedule = new();
    private readonly int _maxSwitches;
    private readonly int? _maxOldReads;
    private int _points;
    private int _switches;
    private string? _hang;

    /// <summary>The scenario's, until it holds.</summary>
    private Func<bool>? _begins;

    /// <summary>Whether a scenario's condition is being asked: its accesses are no points.</summary>
    private bool _isAsking;

    /// <param name="maxSwitches">How often a thread that could go on is left.</param>
    /// <param name="maxOldReads">How many reads return an old value; null for a memory that has none.</param>
    internal Stage(int maxSwitches = int.MaxValue, int? maxOldReads = null)
    {
        _maxSwitches = maxSwitches;
        _maxOldReads = maxOldReads;
        _left = new Player(this, "Left");
        _right = new Player(this, "Right");
    }

    /// <summary>How many points the threads have passed.</summary>
    internal int Points => _points;

    /// <summary>Runs a scenario by a schedule, and checks its outcome.</summary>
    internal void Run(Action<Race> scenario, Schedule schedule)
    {
        _schedule = schedule;
        scenario(Race);
        Shared.AssertHealthyPool();
        CheckPools();
    }

    private void Race(Action left, Action right, Func<bool>? begins)
    {
        _points = 0;
        _switches = 0;
        MemoryRun? memory = _maxOldReads is { } maxOldReads ? new MemoryRun(_schedule, maxOldReads) : null;
        _begins = begins;
        _hang = null;
        _queued.Clear();
        _left.Cast(left, memory);
        _right.Cast(right, memory);
        (HasBegun() && _schedule.Decide(right: false) ? _right : _left).GiveTurn();
        if (!_curtain.Wait(s_patience))
        {
            throw new InvalidOperationException("A thread blocks outside of the hooks.");
        }

        if (_hang is not null)
        {
            throw new InvalidOperationException(_hang);
        }

        if ((_left.Failure ?? _right.Failure) is { } failure)
        {
            throw new InvalidOperationException(failure.Message, failure);
        }

        // What would have gone to the thread pool, in order, and what that queues.
        for (int i = 0; i < _queued.Count; i++)
        {
            _queued[i]();
        }

        CheckPools();
    }

    public void Dispose()
    {
        _left.Dispose();
        _right.Dispose();
        _curtain.Dispose();
    }

    /// <summary>Before a shared access.</summary>
    internal void Point(Player player)
    {
        if (_isAsking)
        {
            return;
        }

        if (++_points > MaxPoints)
        {
            End(player, "The threads go on for ever.");
        }

        Player other = Other(player);
        if (HasBegun()
            && other.CanGoOn
            && _switches < _maxSwitches
            && _schedule.Decide(right: player == _right) != (player == _right))
        {
            _switches++;
            Switch(player, other);
        }
    }

    /// <summary>Where a thread can only wait for the other, until it <see cref="Player.CanGoOn"/>.</summary>
    internal void Wait(Player player)
    {
        while (!player.CanGoOn)
        {
            Player other = Other(player);
            if (!other.CanGoOn || ++_points > MaxPoints)
            {
                End(player, $"The {(player == _left ? "left" : "right")} thread waits for something that does not come.");
            }

            Switch(player, other);
        }
    }

    /// <summary>Whether the other thread is through: a lock is free, even if a read still says otherwise.</summary>
    internal bool IsAlone(Player player) => Other(player).IsDone;

    /// <summary>A thread looks at a lock again.</summary>
    internal void Spin(Player player)
    {
        if (++_points > MaxPoints)
        {
            End(player, "The threads go on for ever.");
        }
    }

    /// <summary>What would go to the thread pool.</summary>
    internal void Queue(Action action) => _queued.Add(action);

    /// <summary>A thread is through with its part.</summary>
    internal void Leave(Player player)
    {
        Player other = Other(player);
        if (other.IsDone)
        {
            _curtain.Release();
        }
        else
        {
            other.GiveTurn();
        }
    }

    /// <summary>No schedule of anything may give an object back twice: two would rent it.</summary>
    private void CheckPools()
    {
        HashSet<object> pooled = new(ReferenceEqualityComparer.Instance);
        foreach (Magazine? magazine in (IEnumerable<Magazine?>)[.. _left.Magazines, .. _right.Magazines,
            .. ThreadState.Current.FirstPage])
        {
            if (magazine?.First is { } first)
            {
                Check([new Magazine.Slot { Value = first }]);
            }

            Check(magazine is null ? [] : magazine.Slots.AsSpan(0, magazine.Count));
            Check(magazine is null ? [] : magazine.Spare.AsSpan(0, magazine.SpareCount));
        }

        void Check(ReadOnlySpan<Magazine.Slot> slots)
        {
            foreach (Magazine.Slot slot in slots)
            {
                if (!pooled.Add(slot.Value!))
                {
                    throw new InvalidOperationException(slot.Value + " was given back twice.");
                }
            }
        }
    }

    private bool HasBegun()
    {
        if (_begins is not null)
        {
            _isAsking = true;
            MemoryThread? thread = WeakMemory.Enter(null);
            _begins = _begins() ? null : _begins;
            _ = WeakMemory.Enter(thread);
            _isAsking = false;
        }

        return _begins is null;
    }

    private static void Switch(Player from, Player to)
    {
        to.GiveTurn();
        from.AwaitTurn();
    }

    private void End(Player player, string hang)
    {
        // Both threads are lost: this one here, the other wherever it waits. The test is over.
        _hang = hang;
        _curtain.Release();
        player.AwaitTurn();
    }

    private Player Other(Player player) => player == _left ? _right : _left;
}
