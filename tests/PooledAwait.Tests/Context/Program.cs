using System;
using System.Collections.Generic;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Context;

/// <summary>A program, and the thread that starts it and completes what it awaits, gate by gate.</summary>
/// <param name="Body">The steps.</param>
/// <param name="Gates">How many gates they await.</param>
/// <param name="SuppressedStart">Whether flow is suppressed on the thread that starts it.</param>
/// <param name="SuppressedSetters">Of which gates flow is suppressed on the thread that completes them, bit by bit.</param>
internal sealed record Program(Step[] Body, int Gates, bool SuppressedStart = false, int SuppressedSetters = 0)
{
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{(SuppressedStart ? "started suppressed: " : "")}{string.Join("; ", (object[])Body)}; suppressed setters {SuppressedSetters:b}");

    /// <summary>Runs it, on a thread of its own.</summary>
    /// <param name="start">The form.</param>
    /// <param name="callerIsIntact">Whether calling and completing left the caller's context as it was.</param>
    /// <returns>What the body saw.</returns>
    internal string Run(Func<Step[], Trace, Task> start, out bool callerIsIntact)
    {
        Trace trace = new(Gates);
        bool intact = true;
        Watchdog.Run(
            () =>
            {
                Task running = null!;
                Driver(SuppressedStart, -1, () => running = start(Body, trace), ref intact);
                for (int gate = 0; gate < Gates; gate++)
                {
                    int index = gate;
                    Driver((SuppressedSetters >> gate & 1) != 0, -2 - gate, () => trace.Complete(index), ref intact);
                }

                running.GetAwaiter().GetResult();
            },
            () => $"{this}: {trace.Text}");
        callerIsIntact = intact;
        return trace.Text;
    }

    private static void Driver(bool suppressed, int local, Action action, ref bool intact)
    {
        Trace.Local = local;
        if (suppressed)
        {
            ExecutionContext.SuppressFlow();
        }

        string before = Trace.State;
        action();
        intact &= before == Trace.State;
        if (ExecutionContext.IsFlowSuppressed())
        {
            ExecutionContext.RestoreFlow();
        }
    }

    /// <summary>Makes up a program.</summary>
    /// <param name="random">Where it comes from.</param>
    /// <param name="suppression">Whether flow is suppressed now and then. Then nothing goes through the thread pool.</param>
    internal static Program Generate(Random random, bool suppression)
    {
        int gates = 0;
        Step[] body = GenerateBody(random, suppression, depth: 0, ref gates);
        return suppression
            ? new Program(body, gates, random.Next(4) == 0, random.Next() & random.Next())
            : new Program(body, gates);
    }

    private static Step[] GenerateBody(Random random, bool suppression, int depth, ref int gates)
    {
        List<Step> steps = [new Step.Read()];
        for (int i = random.Next(1, 6); i > 0; i--)
        {
            switch (random.Next(suppression ? 9 : 7))
            {
                case 0 or 1:
                    steps.Add(new Step.Write(random.Next(1, 1000)));
                    break;
                case 2 or 3:
                    steps.Add(new Step.Await(gates++));
                    break;
                case 4 or 5 when depth < 3:
                    steps.Add(new Step.Call(GenerateBody(random, suppression, depth + 1, ref gates)));
                    break;
                case 7:
                    steps.Add(new Step.Suppress());
                    break;
                case 8:
                    steps.Add(new Step.Restore());
                    break;
                default:
                    steps.Add(suppression ? new Step.Read() : new Step.Yield());
                    break;
            }

            steps.Add(new Step.Read());
        }

        return [.. steps];
    }
}
