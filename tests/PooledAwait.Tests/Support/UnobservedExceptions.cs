namespace PooledAwait.Tests;

/// <summary>Listens to TaskScheduler.UnobservedTaskException while it lives.</summary>
internal sealed class UnobservedExceptions : IDisposable
{
    private readonly ConcurrentQueue<Exception> _seen = new();

    /// <summary>Begins to listen, after what earlier tests dropped is reported.</summary>
    internal UnobservedExceptions()
    {
        Garbage.Collect();
        TaskScheduler.UnobservedTaskException += OnUnobserved;
    }

    /// <summary>How often this very exception was reported, after a collection.</summary>
    internal int CountOf(Exception exception)
    {
        Garbage.Collect();
        return _seen.Count(seen => ReferenceEquals(seen, exception));
    }

    /// <summary>How many of a type were reported, after a collection.</summary>
    internal int CountOf<T>()
    {
        Garbage.Collect();
        return _seen.OfType<T>().Count();
    }

    public void Dispose() => TaskScheduler.UnobservedTaskException -= OnUnobserved;

    private void OnUnobserved(object? sender, UnobservedTaskExceptionEventArgs e)
    {
        e.SetObserved();
        foreach (Exception inner in e.Exception.InnerExceptions)
        {
            _seen.Enqueue(inner);
        }
    }
}

/// <summary>An exception that only tests throw.</summary>
internal sealed class TestException(string message = "thrown by a test") : Exception(message);
