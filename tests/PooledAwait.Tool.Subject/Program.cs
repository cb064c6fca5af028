using System;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Subject.Library;

namespace Subject;

/// <summary>A program whose allocations are known: first it counts the bytes of each kind, prints them, then it repeats the same for ever.
/// The argument says what it does: mixed; none, without async methods;
/// little, with an array now and then; short, which ends at once; brief, which ends soon.</summary>
internal static class Program
{
    private const int Counted = 20_000;

    private static readonly SemaphoreSlim s_semaphore = new(0);

    private static readonly object s_result = new();

    private static byte[]? s_kept;

    private static Action? s_action;

    private static async Task<int> Main(string[] arguments)
    {
        string mode = arguments is [string first, ..] ? first : "mixed";
        if (mode == "short")
        {
            return 3;
        }

        if (mode == "brief")
        {
            await Task.Delay(TimeSpan.FromSeconds(2));
            return 4;
        }

        while (mode == "little")
        {
            s_kept = new byte[100_000];
            await Task.Delay(50);
        }

        Func<Task>[] parts = mode == "none" ? [Bytes] : [Own, Library, Framework, Results, Delegates, Bytes];
        foreach (Func<Task> part in parts)
        {
            Console.WriteLine($"{part.Method.Name} {await CountAsync(part)}");
        }

        Console.WriteLine($"Action {await CountAsync(Action)}");
        Console.WriteLine("counted");
        while (true)
        {
            foreach (Func<Task> part in parts)
            {
                await part();
            }
        }
    }

    private static async Task<string> CountAsync(Func<Task> part)
    {
        long before = 0;
        for (int i = -Counted; i < Counted; i++)
        {
            before = i == 0 ? GC.GetTotalAllocatedBytes(precise: true) : before;
            await part();
        }

        long bytes = GC.GetTotalAllocatedBytes(precise: true) - before;
        return ((double)bytes / Counted).ToString("F1", CultureInfo.InvariantCulture);
    }

    /// <summary>State machine boxes of the program: one of the method, and one of the method that it awaits.</summary>
    private static async Task Own() => await OrderAsync(3);

    private static async Task<int> OrderAsync(int id)
    {
        await Task.Yield();
        return id;
    }

    /// <summary>State machine boxes of the library, and one of the method itself, as large as that of <see cref="Own"/>.</summary>
    private static async Task Library() => await Reader.ReadAsync(4);

    /// <summary>Operations of the framework, and nothing else.</summary>
    private static Task Framework()
    {
        Task first = s_semaphore.WaitAsync(), second = s_semaphore.WaitAsync();
        s_semaphore.Release(2);
        return first.IsCompletedSuccessfully ? second : first;
    }

    /// <summary>Tasks that only carry results: the methods complete at once.</summary>
    private static async Task Results()
    {
        await ResultAsync(s_result);
        await ResultAsync(s_result);
        await ResultAsync(s_result);
        await ResultAsync(s_result);
    }

    private static async Task<object> ResultAsync(object result)
    {
        await Task.CompletedTask;
        return result;
    }

    /// <summary>Four boxes, each with the delegate that its awaiter demands.</summary>
    private static Task Delegates()
    {
        Task paused = Task.CompletedTask;
        for (int i = 0; i < 4; i++)
        {
            paused = PausedAsync();
            Pause.Resume();
        }

        return paused;
    }

    private static async Task PausedAsync() => await default(Pause);

    /// <summary>What has nothing to do with async methods.</summary>
    private static Task Bytes()
    {
        for (int i = 0; i < 3; i++)
        {
            s_kept = new byte[100 + i];
        }

        return Task.CompletedTask;
    }

    /// <summary>One delegate.</summary>
    private static Task Action()
    {
        s_action = new Action(s_semaphore.Dispose);
        return Task.CompletedTask;
    }

    /// <summary>An awaitable that the framework doesn't know.</summary>
    private struct Pause : INotifyCompletion
    {
        private static Action? s_continuation;

        public bool IsCompleted => false;

        public static void Resume() => s_continuation!();

        public Pause GetAwaiter() => this;

        public void OnCompleted(Action continuation) => s_continuation = continuation;

        public void GetResult()
        {
        }
    }
}
