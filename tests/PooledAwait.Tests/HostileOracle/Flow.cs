using System;

namespace PooledAwait.Tests.HostileOracle;

/// <summary>One running method of a program.</summary>
internal sealed class Flow
{
    private readonly int _id;
    private Exception? _failure;

    internal Flow(World world)
    {
        World = world;
        _id = world.Add(this);
    }

    internal World World { get; }

    /// <summary>The method's result, where its return type has none.</summary>
    internal int Result { get; private set; }

    /// <summary>Whether somebody consumes the method's outcome.</summary>
    internal bool IsConsumed { get; set; }

    /// <summary>The error that must be reported because nobody consumes it; a cancellation is not.</summary>
    internal HostileException? Unobserved => IsConsumed ? null : _failure as HostileException;

    internal Flow Child() => new(World);

    internal void Begin() => Log("begin");

    internal int End(int value)
    {
        Log("end");
        Result = value;
        return value;
    }

    /// <summary>Notes the exception that leaves the method.</summary>
    /// <returns>False: nothing is caught.</returns>
    internal bool Fails(Exception exception)
    {
        _failure = exception;
        return false;
    }

    internal void Log(string what) => World.Log($"{_id} {what}");

    internal void Log(Exception exception) => Log(Describe(exception));

    /// <summary>Takes an operation's outcome in a callback.</summary>
    internal void Take(Action getResult)
    {
        try
        {
            getResult();
            Log("called back");
        }
        catch (Exception exception) when (exception is HostileException or OperationCanceledException)
        {
            Log("called back with " + Describe(exception));
        }
    }

    internal static string Describe(Exception exception) => exception is OperationCanceledException canceled
        ? $"{canceled.GetType().Name} with {World.NameOf(canceled.CancellationToken)} \"{canceled.Message}\""
        : $"{exception.GetType().Name} \"{exception.Message}\"";
}
