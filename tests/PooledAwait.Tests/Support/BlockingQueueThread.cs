using System;
using System.Threading;

namespace PooledAwait.Tests;

/// <summary>A thread that runs what it is given, one at a time, while the caller waits; handing over allocates nothing.</summary>
internal sealed class BlockingQueueThread : IDisposable
{
    private readonly SemaphoreSlim _given = new(0);
    private readonly SemaphoreSlim _done = new(0);
    private Action? _action;

    internal BlockingQueueThread() => new Thread(Loop) { IsBackground = true }.UnsafeStart();

    internal void Run(Action action)
    {
        _action = action;
        _given.Release();
        _done.Wait();
    }

    public void Dispose() => Run(null!);

    private void Loop()
    {
        while (true)
        {
            _given.Wait();
            Action? action = _action;
            action?.Invoke();
            _done.Release();
            if (action is null)
            {
                return;
            }
        }
    }
}
