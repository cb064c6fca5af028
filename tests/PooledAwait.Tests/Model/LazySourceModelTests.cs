using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using FsCheck;
using FsCheck.Fluent;
using Xunit.Abstractions;

namespace PooledAwait.Tests.Model;

/// <summary>Random commands on lazy sources, live, disposed, and with objects that have changed hands since.</summary>
public sealed class LazySourceModelTests(ITestOutputHelper output)
{
    private static readonly int s_lists = Rounds.Of(2_500, 100_000);

    private enum Kind
    {
        Create,
        TrySetResult,
        TrySetException,
        TrySetCanceled,
        Task,
        Dispose,
    }

    [Theory]
    [InlineData(TaskSourceKind.Lazy)]
    [InlineData(TaskSourceKind.LazyWithoutResult)]
    public void RandomCommands_OnLiveAndDisposedSources_DoWhatTheModelDoes(TaskSourceKind source)
    {
        Arbitrary<(Kind Kind, int Target)[]> all = Arb.From(
            Gen.Sized(size => Gen.ArrayOf(
                from kind in Gen.Elements(Enum.GetValues<Kind>())
                from target in Gen.Choose(0, 4)
                select (kind, target), 5 + size)),
            commands => Enumerable.Range(0, commands.Length)
                .Select(i => ((Kind Kind, int Target)[])[.. commands[..i], .. commands[(i + 1)..]]));
        Seed seed = Seed.Choose();
        output.WriteLine($"{s_lists} lists. {seed}");
        Watchdog.Run(() => Check.One(
            seed.Configure(Config.QuickThrowOnFailure.WithMaxTest(s_lists)),
            Prop.ForAll(all, commands => Run(commands, source, seed))));
    }

    private static void Run((Kind Kind, int Target)[] commands, TaskSourceKind kind, Seed seed)
    {
        List<(Model Model, TaskSource Real)> sources = [];
        for (int step = 0; step < commands.Length; step++)
        {
            if (commands[step].Kind == Kind.Create)
            {
                sources.Add((new Model(), TaskSource.Create(kind)));
                continue;
            }

            if (sources.Count == 0)
            {
                continue;
            }

            (Model model, TaskSource real) = sources[Math.Max(0, sources.Count - 1 - commands[step].Target)];
            string expected = model.Execute(commands[step].Kind);
            string actual = Execute(real, commands[step].Kind, model);
            Assert.True(expected == actual, $"{seed}\nStep {step}, {commands[step]}: expected {expected}, actual {actual}");

            // What one does to its source, nobody else's task sees.
            Assert.All(sources, other => Assert.Equal(other.Model.StatusOfTask, other.Model.Task?.Status));
        }
    }

    private static string Execute(TaskSource source, Kind command, Model model)
    {
        switch (command)
        {
            case Kind.TrySetResult:
                return Answers.OfTry(source.TrySetResult());
            case Kind.TrySetException:
                return Answers.OfTry(source.TrySetException(new TestException()));
            case Kind.TrySetCanceled:
                return Answers.OfTry(source.TrySetCanceled(default));
            case Kind.Dispose:
                source.Dispose();
                return Answers.Done;
            default:
                return Answers.Of(
                    () =>
                    {
                        Task task = source.Task;
                        Assert.Same(model.Task ??= task, task);
                        return task.Status.ToString();
                    },
                    default);
        }
    }

    /// <summary>A source without a pool and without laziness.</summary>
    private sealed class Model
    {
        private TaskStatus _status = TaskStatus.WaitingForActivation;
        private bool _isDisposed;
        private bool _isAskedFor;

        /// <summary>The real source's task, once it was asked for.</summary>
        internal Task? Task { get; set; }

        /// <summary>What that task should say.</summary>
        internal TaskStatus? StatusOfTask => _isAskedFor ? _status : null;

        internal string Execute(Kind command)
        {
            switch (command)
            {
                case Kind.TrySetResult:
                    return Answers.OfTry(TrySet(TaskStatus.RanToCompletion));
                case Kind.TrySetException:
                    return Answers.OfTry(TrySet(TaskStatus.Faulted));
                case Kind.TrySetCanceled:
                    return Answers.OfTry(TrySet(TaskStatus.Canceled));
                case Kind.Dispose:
                    TrySet(TaskStatus.Canceled);
                    _isDisposed = true;
                    return Answers.Done;
                default:
                    _isAskedFor |= !_isDisposed;
                    return _isDisposed ? Answers.Refused : _status.ToString();
            }
        }

        private bool TrySet(TaskStatus status)
        {
            if (_isDisposed || _status != TaskStatus.WaitingForActivation)
            {
                return false;
            }

            _status = status;
            return true;
        }
    }
}
