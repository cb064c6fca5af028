namespace PooledAwait.Schedules;

/// <summary>One of the two threads. It runs only while it has the turn.</summary>
internal sealed class Player : IDisposable
{
    private readonly SemaphoreSlim _turn = new(0);
    private readonly Thread _thread;
    private readonly Stage _stage;
    private Action? _part;
    private MemoryThread? _memory;
    private Func<bool>? _waitsFor;

    internal Player(Stage stage, string name)
    {
        _stage = stage;
        _thread = new Thread(Run) { IsBackground = true, Name = name };
        _thread.UnsafeStart();
    }

    /// <summary>Whether its part is through.</summary>
    internal bool IsDone { get; private set; }

    /// <summary>
    /// Whether it can go on: not while it waits for what has not come. To give it the turn would change nothing, so schedules that do
    /// are the same as those that don't.
    /// </summary>
    internal bool CanGoOn => !IsDone && (_waitsFor is null || IsOver(_waitsFor));

    /// <summary>What its part has thrown.</summary>
    internal Exception? Failure { get; private set; }

    /// <summary>What its thread has in its pools after its part.</summary>
    internal Magazine?[] Magazines { get; private set; } = [];

    /// <summary>Gets a part for the next run.</summary>
    /// <param name="memory">Null, or what its accesses go through.</param>
    internal void Cast(Action part, MemoryRun? memory)
    {
        _memory = memory is null ? null : new MemoryThread(memory);
        IsDone = false;
        Failure = null;
        _waitsFor = null;
        Volatile.Write(ref _part, part);
    }

    internal void GiveTurn() => _turn.Release();

    internal void AwaitTurn() => _turn.Wait();

    public void Dispose()
    {
        _part = null;
        GiveTurn();
        _thread.Join();
        _turn.Dispose();
    }

    private static bool IsOver(Func<bool> condition)
    {
        MemoryThread? thread = WeakMemory.Enter(null);
        bool isOver = condition();
        _ = WeakMemory.Enter(thread);
        return isOver;
    }

    private void WaitFor(Func<bool> isOver)
    {
        _waitsFor = isOver;
        _stage.Wait(this);
        _waitsFor = null;
    }

    private void Run()
    {
        Interleaving.t_point = () => _stage.Point(this);
        Interleaving.t_waitFor = WaitFor;
        Interleaving.t_spin = () =>
        {
            // No thread but the other one has locks: the pools' timer is left out, and ended threads have nothing to give back.
            int points = _stage.Points;
            WaitFor(() => _stage.Points != points || _stage.IsAlone(this));
            _stage.Spin(this);
        };
        Interleaving.t_queue = _stage.Queue;
        while (true)
        {
            AwaitTurn();
            if (Volatile.Read(ref _part) is not { } part)
            {
                // Or its finalizer would, at any time, and take the pools' locks.
                ThreadState.Current.Clear();
                return;
            }

            // Every run begins with empty pools on this thread, so that the same schedule is the same run.
            ThreadState.Current.Clear();
            _ = WeakMemory.Enter(_memory);
            try
            {
                part();
            }
            catch (Exception exception)
            {
                Failure = exception;
            }

            _ = WeakMemory.Enter(null);

            Magazines = [.. ThreadState.Current.FirstPage];
            IsDone = true;
            _stage.Leave(this);
        }
    }
}
