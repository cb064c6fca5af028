using System.Collections.Generic;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Context;

/// <summary>One run of a program: what it awaits, and what it has seen.</summary>
internal sealed class Trace
{
    private static readonly AsyncLocal<int> s_local = new();

    private readonly TaskCompletionSource[] _tasks;
    private readonly PooledValueTaskSource[] _pooled;
    private readonly List<string> _entries = [];

    internal Trace(int gates)
    {
        _tasks = new TaskCompletionSource[gates];
        _pooled = new PooledValueTaskSource[gates];
        for (int i = 0; i < gates; i++)
        {
            _tasks[i] = new TaskCompletionSource();
            _pooled[i] = PooledValueTaskSource.Create();
        }
    }

    internal static int Local
    {
        get => s_local.Value;
        set => s_local.Value = value;
    }

    internal static string State => string.Create(
        CultureInfo.InvariantCulture, $"{s_local.Value}{(ExecutionContext.IsFlowSuppressed() ? " suppressed" : "")}");

    internal string Text => string.Join(", ", _entries);

    internal Task Gate(int index) => _tasks[index].Task;

    internal PooledValueTask PooledGate(int index) => _pooled[index].PooledTask;

    internal void Complete(int index)
    {
        _tasks[index].SetResult();
        _pooled[index].SetResult();
    }

    internal void Note(string where) => _entries.Add($"{where} {State}");

    /// <summary>Does a step that awaits nothing.</summary>
    internal void Do(Step step)
    {
        switch (step)
        {
            case Step.Write write:
                Local = write.Value;
                break;
            case Step.Read:
                Note("body");
                break;
            case Step.Suppress when !ExecutionContext.IsFlowSuppressed():
                ExecutionContext.SuppressFlow();
                break;
            case Step.Restore when ExecutionContext.IsFlowSuppressed():
                ExecutionContext.RestoreFlow();
                break;
        }
    }
}
