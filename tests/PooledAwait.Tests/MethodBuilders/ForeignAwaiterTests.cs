using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.MethodBuilders;

/// <summary>Awaiters of others, well behaved and not.</summary>
public class ForeignAwaiterTests
{
    private readonly List<string> _log = [];

    [Theory, AllMethodForms]
    public void Await_CallsBackLater_ResumesThen(MethodForm form) => Watchdog.Run(() =>
    {
        Action? continuation = null;
        Task task = Methods.AwaitUnsafe(form, new UnsafeAwaitable(c => continuation = c), _log.Add);
        Assert.Equal(["before"], _log);
        continuation!();
        Assert.Equal(["before", "after"], _log);
        task.GetAwaiter().GetResult();
    });

    [Theory, AllMethodForms]
    public void Await_SafeAwaiterCallsBackLater_ResumesThen(MethodForm form) => Watchdog.Run(() =>
    {
        Action? continuation = null;
        Task task = Methods.AwaitSafe(form, new SafeAwaitable(c => continuation = c), _log.Add);
        Assert.Equal(["before"], _log);
        continuation!();
        Assert.Equal(["before", "after"], _log);
        task.GetAwaiter().GetResult();
    });

    [Theory, AllMethodForms]
    public void Await_CallsBackAtOnce_Resumes(MethodForm form) => Watchdog.Run(() =>
    {
        Task task = Methods.AwaitUnsafe(form, new UnsafeAwaitable(continuation => continuation()), _log.Add);
        task.GetAwaiter().GetResult();
        Assert.Equal(["before", "after"], _log);
    });

    [Theory, AllMethodForms]
    public void Await_OperationThatCompletesBeforeItIsRegistered_Resumes(MethodForm form) => Watchdog.Run(() =>
    {
        Task task = AwaitWhatCompletesMeanwhile(form, out ValueTask operation);
        task.GetAwaiter().GetResult();
        Assert.Equal(["before", "after"], _log);
        operation.GetAwaiter().GetResult();
    });

    [Theory, AllMethodForms]
    public void Await_OperationThatCompletesBeforeItIsRegistered_ResumesInTheSynchronizationContext(MethodForm form) => Watchdog.Run(() =>
    {
        QueueingContext context = new();
        context.Install();
        Task task = AwaitWhatCompletesMeanwhile(form, out ValueTask operation);
        Assert.Equal(["before"], _log);
        Assert.NotEqual(0, context.Run());
        Assert.Equal(["before", "after"], _log);
        task.GetAwaiter().GetResult();
        operation.GetAwaiter().GetResult();
    });

    [Theory, AllMethodForms]
    public void Await_ThrowsInOnCompleted_FaultsTheOperation(MethodForm form) => Watchdog.Run(() =>
    {
        TestException exception = new();
        Task task = Methods.AwaitUnsafe(form, new UnsafeAwaitable(_ => throw exception), _log.Add);
        Assert.Same(exception, Assert.Throws<TestException>(() => task.GetAwaiter().GetResult()));
        task = Methods.AwaitSafe(form, new SafeAwaitable(_ => throw exception), _log.Add);
        Assert.Same(exception, Assert.Throws<TestException>(() => task.GetAwaiter().GetResult()));
        Assert.Equal(["before", "before"], _log);
    });

    [Theory, AllMethodForms]
    public void Await_ThrowsInOnCompletedWhileResumed_FaultsTheOperation(MethodForm form) => Watchdog.Run(() =>
    {
        TestException exception = new();
        Action? continuation = null;
        int awaits = 0;
        UnsafeAwaitable awaitable = new(c =>
        {
            continuation = c;
            if (++awaits == 2)
            {
                throw exception;
            }
        });
        Task task = TwoAwaits(form, awaitable);
        continuation!();
        Assert.Same(exception, Assert.Throws<TestException>(() => task.GetAwaiter().GetResult()));
    });

    [Fact]
    public void Await_ThrowsInOnCompletedInsideTry_IsCaughtThereAndTheMethodGoesOn()
    {
        Watchdog.Run(() =>
        {
            UnsafeAwaitable awaitable = new(_ => throw new TestException("caught"));
            Assert.Equal("caught", InPooledValueTask(awaitable).GetAwaiter().GetResult());
            Assert.Equal("caught", InPooledTask(awaitable).GetAwaiter().GetResult());
        });

        static async PooledValueTask<string> InPooledValueTask(UnsafeAwaitable awaitable)
        {
            string message = "";
            try
            {
                await awaitable;
            }
            catch (TestException exception)
            {
                message = exception.Message;
            }

            await Task.Yield();
            return message;
        }

        static async PooledTask<string> InPooledTask(UnsafeAwaitable awaitable)
        {
            string message = "";
            try
            {
                await awaitable;
            }
            catch (TestException exception)
            {
                message = exception.Message;
            }

            await Task.Yield();
            return message;
        }
    }

    [Fact]
    public void Await_OfAnAwaitedOperationInsideTry_IsCaughtThereAndTheMethodGoesOn()
    {
        Watchdog.Run(() =>
        {
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            source.PooledTask.Forget();
            Assert.Equal("caught", AwaitTwice(source.PooledTask).GetAwaiter().GetResult());
            source.SetResult();
        });

        static async PooledValueTask<string> AwaitTwice(PooledValueTask task)
        {
            string message = "";
            try
            {
                await task;
            }
            catch (InvalidOperationException)
            {
                message = "caught";
            }

            await Task.Yield();
            return message;
        }
    }

    [Fact]
    public void Await_ThrowsInOnCompletedAndTheMethodReturns_CompletesWithItsResult()
    {
        Watchdog.Run(() =>
        {
            Assert.Equal(1, Catch(new UnsafeAwaitable(_ => throw new TestException())).GetAwaiter().GetResult());
        });

        static async PooledValueTask<int> Catch(UnsafeAwaitable awaitable)
        {
            try
            {
                await awaitable;
                return 0;
            }
            catch (TestException)
            {
                return 1;
            }
        }
    }

    [Theory, AllMethodForms]
    public void Await_CallsBackThenThrows_GoesOnAndReportsTheException(MethodForm form) => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        TestException exception = new();
        CallBackThenThrow(form, exception);
        Assert.Equal(["before", "after"], _log);
        Assert.Equal(1, unobserved.CountOf(exception));
    });

    [Theory, AllMethodForms]
    public void Await_CallsBackThenThrowsWhileTheNextAwaitWaits_ThatOneIsUnharmed(MethodForm form) => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        TestException thrown = new();
        Action? next = null;
        int calls = 0;
        Task task = TwoAwaits(form, new UnsafeAwaitable(continuation =>
        {
            if (++calls == 1)
            {
                // Runs the method up to its next await, which arms the same box.
                continuation();
                throw thrown;
            }

            next = continuation;
        }));
        Assert.Equal(2, calls);
        Assert.False(task.IsCompleted);
        next!();
        task.GetAwaiter().GetResult();
        Assert.Equal(1, unobserved.CountOf(thrown));
    });

    [Theory, AllMethodForms]
    public void Await_CallsBackThenThrowsWhileTheNextCallWaits_ThatOneIsUnharmed(MethodForm form) => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        TestException thrown = new();
        Action? next = null;
        Task? nextCall = null;
        int calls = 0;
        Task task = TwoAwaits(form, new UnsafeAwaitable(continuation =>
        {
            // Ends the first call, whose box goes to the next one.
            continuation();
            if (++calls == 2)
            {
                nextCall = TwoAwaits(form, new UnsafeAwaitable(waiting => next = waiting));
                throw thrown;
            }
        }));
        task.GetAwaiter().GetResult();
        Assert.False(nextCall!.IsCompleted);
        next!();
        next!();
        nextCall.GetAwaiter().GetResult();
        Assert.Equal(1, unobserved.CountOf(thrown));
    });

    [Theory, AllMethodForms]
    public void Await_ThrowsThenCallsBack_TheCallIsIgnored(MethodForm form) => Watchdog.Run(() =>
    {
        Action? continuation = null;
        Task task = Methods.AwaitUnsafe(
            form,
            new UnsafeAwaitable(c =>
            {
                continuation = c;
                throw new TestException();
            }),
            _log.Add);
        Assert.Throws<TestException>(() => task.GetAwaiter().GetResult());
        continuation!();
        Assert.Equal(["before"], _log);
    });

    /// <summary>A box has one delegate for its life, so that no foreign await allocates: it does not tell whose call comes late.</summary>
    [Fact]
    public void Await_CallsBackAgainLater_OnlyAForeignAwaitThatHasTheBoxByThenTakesIt() => Watchdog.Run(() =>
    {
        Action? late = null;
        PooledValueTask first = Await(true, new UnsafeAwaitable(continuation => late = continuation), default);
        late!();
        first.GetAwaiter().GetResult();
        late();

        PooledValueTaskSource source = PooledValueTaskSource.Create();
        PooledValueTask second = Await(false, default!, source.PooledTask);
        late();
        Assert.False(second.IsCompleted);
        source.SetResult();
        second.GetAwaiter().GetResult();

        Action? current = null;
        PooledValueTask third = Await(true, new UnsafeAwaitable(continuation => current = continuation), default);
        Assert.Same(late, current);
        late();
        Assert.True(third.IsCompleted);
        current!();
        third.GetAwaiter().GetResult();

        static async PooledValueTask Await(bool isForeign, UnsafeAwaitable foreign, PooledValueTask own)
        {
            if (isForeign)
            {
                await foreign;
            }
            else
            {
                await own;
            }
        }
    });

    [Theory, AllMethodForms]
    public void Await_CallsBackTwice_ResumesOnce(MethodForm form) => Watchdog.Run(() =>
    {
        Action? continuation = null;
        Task task = Methods.AwaitUnsafe(form, new UnsafeAwaitable(c => continuation = c), _log.Add);
        continuation!();
        continuation();
        Assert.Equal(["before", "after"], _log);
        task.GetAwaiter().GetResult();
        continuation();
        Assert.Equal(["before", "after"], _log);
    });

    [Theory, AllMethodForms]
    public void Await_CallsBackWhileTheBodyRuns_IsIgnored(MethodForm form) => Watchdog.Run(() =>
    {
        Action? continuation = null;
        int running = 0;
        Task task = Methods.AwaitUnsafe(form, new UnsafeAwaitable(c => continuation = c), entry =>
        {
            if (entry == "after")
            {
                Assert.Equal(1, ++running);
                continuation!();
                Thread other = new(() => continuation!());
                other.Start();
                other.Join();
                running--;
            }

            _log.Add(entry);
        });
        continuation!();
        Assert.Equal(["before", "after"], _log);
        task.GetAwaiter().GetResult();
    });

    [Theory, AllMethodForms]
    public void Await_TwoThreadsCallBack_OneResumes(MethodForm form)
    {
        int rounds = Rounds.Of(20_000, 200_000);
        Action? continuation = null;
        UnsafeAwaitable awaitable = new(c => continuation = c);
        int resumed = 0;
        Task? task = null;
        Duel.Run(
            rounds,
            prepare: _ =>
            {
                resumed = 0;
                task = Methods.AwaitUnsafe(form, awaitable, entry => _ = entry == "after" ? Interlocked.Increment(ref resumed) : 0);
            },
            left: _ => continuation!(),
            right: _ => continuation!(),
            check: _ =>
            {
                Assert.Equal(1, resumed);
                task!.GetAwaiter().GetResult();
            });
    }

    /// <summary>As if the setter had come between the awaiter's look and its registration.</summary>
    private Task AwaitWhatCompletesMeanwhile(MethodForm form, out ValueTask operation)
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        ValueTask task = operation = source.Task;
        return Methods.AwaitUnsafe(
            form,
            new UnsafeAwaitable(continuation =>
            {
                source.SetResult();
                task.GetAwaiter().UnsafeOnCompleted(continuation);
            }),
            _log.Add);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void CallBackThenThrow(MethodForm form, Exception exception) =>
        Methods.AwaitUnsafe(
            form,
            new UnsafeAwaitable(continuation =>
            {
                continuation();
                throw exception;
            }),
            _log.Add).GetAwaiter().GetResult();

    private static Task TwoAwaits(MethodForm form, UnsafeAwaitable awaitable)
    {
        return form switch
        {
            MethodForm.PooledValueTask => InPooledValueTask().AsValueTask().AsTask(),
            MethodForm.PooledValueTaskWithResult => InPooledValueTaskWithResult().AsValueTask().AsTask(),
            MethodForm.PooledTask => InPooledTask().AsTask(),
            _ => InPooledTaskWithResult().AsTask(),
        };

        async PooledValueTask InPooledValueTask()
        {
            await awaitable;
            await awaitable;
        }

        async PooledValueTask<int> InPooledValueTaskWithResult()
        {
            await awaitable;
            await awaitable;
            return Form.Value;
        }

        async PooledTask InPooledTask()
        {
            await awaitable;
            await awaitable;
        }

        async PooledTask<int> InPooledTaskWithResult()
        {
            await awaitable;
            await awaitable;
            return Form.Value;
        }
    }
}
