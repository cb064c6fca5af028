namespace PooledAwait.Tests.Soak;

/// <summary>The last token: after 65,535 uses the object is retired.</summary>
[Trait(FlowMode.Needs, FlowMode.Pooling)]
public class WrapTests
{
    private const int Uses = 65_535;

    [Fact]
    public void Source_UsedToTheEnd_IsRetiredAndNoOldTokenFits() => CheckRetirement<Source>(static () =>
    {
        PooledValueTaskSource<Source> source = PooledValueTaskSource<Source>.Create();
        return (source.PooledTask._operation!, source.PooledTask._token, () => source.PooledTask.GetAwaiter().GetResult(),
            () => source.SetResult(default));
    });

    [Fact]
    public void Method_UsedToTheEnd_IsRetiredAndNoOldTokenFits()
    {
        // Its source is used as often, and comes to its end with it.
        CheckRetirement<Method>(
            static () =>
            {
                PooledValueTaskSource<MethodSource> source = PooledValueTaskSource<MethodSource>.Create();
                PooledValueTask<Method> task = Wait(source.PooledTask);
                return (task._operation!, task._token, () => task.GetAwaiter().GetResult(), () => source.SetResult(default));
            },
            retirements: 2);

        static async PooledValueTask<Method> Wait(PooledValueTask<MethodSource> task)
        {
            await task;
            return default;
        }
    }

    [Fact]
    public void ThenThatWaitsTwice_UsedToTheEnd_IsRetiredAndNoOldTokenFits() => CheckRetirement<Continued>(
        static () =>
        {
            PooledValueTaskSource<Antecedent> source = PooledValueTaskSource<Antecedent>.Create();
            PooledValueTaskSource<Continued> started = PooledValueTaskSource<Continued>.Create();
            PooledValueTask<Continued> task = source.PooledTask.Then(started, static (_, started) => started.PooledTask);
            return (task._operation!, task._token, () => task.GetAwaiter().GetResult(), () =>
            {
                source.SetResult(default);
                started.SetResult(default);
            });
        },
        retirements: 3);

    private static void CheckRetirement<TResult>(
        Func<(Operation Operation, short Token, Action Consume, Action Complete)> start, int retirements = 1)
    {
        Watchdog.Run(() =>
        {
            // The pool of this thread gives back what it got last, so this is one object's whole life from here on.
            (Operation operation, short token, Action consume, Action complete) = start();
            complete();
            consume();
            int uses = (ushort)token;
            long retired = Pools.Retired();
            while (true)
            {
                (Operation next, token, consume, complete) = start();
                if (!ReferenceEquals(next, operation))
                {
                    break;
                }

                Assert.Equal((short)(uses + 1), token);
                complete();
                consume();
                uses++;
                Assert.InRange(uses, 1, Uses);
            }

            Assert.Equal(Uses, uses);
            Assert.Equal(retired + retirements, Pools.Retired());
            for (int old = 0; old <= Uses; old++)
            {
                AssertDead<TResult>(operation, (short)old, old % 1024 == 0 || old == Uses);
            }

            // Nor does anybody get it again.
            complete();
            consume();
            List<(Action Complete, Action Consume)> others = [];
            for (int i = 0; i < 200; i++)
            {
                (Operation other, _, Action consumeOther, Action completeOther) = start();
                Assert.NotSame(operation, other);
                others.Add((completeOther, consumeOther));
            }

            foreach ((Action completeOther, Action consumeOther) in others)
            {
                completeOther();
                consumeOther();
            }
        });
    }

    private static void AssertDead<TResult>(Operation operation, short token, bool thoroughly)
    {
        Assert.False(operation.IsCurrent(token));
        Assert.False(operation.CanBeginCompletion(token));
        Assert.False(operation.TryFail(token, Failure.Canceled));
        if (operation is Operation<TResult> withResult)
        {
            Assert.False(withResult.TrySucceed(token, default!));
        }

        if (thoroughly)
        {
            IValueTaskSource source = (IValueTaskSource)operation;
            Assert.Throws<InvalidOperationException>(() => ((Operation<TResult>)operation).IsCompleted(token));
            Assert.Throws<InvalidOperationException>(() => source.GetResult(token));
            Assert.Throws<InvalidOperationException>(
                () => source.OnCompleted(static _ => { }, null, token, ValueTaskSourceOnCompletedFlags.None));
            Assert.Throws<InvalidOperationException>(() => new ValueTask(source, token).AsTask().GetAwaiter().GetResult());
            Assert.Throws<InvalidOperationException>(() => source.GetStatus(token));
        }
    }

    private readonly struct Source;

    private readonly struct Method;

    private readonly struct MethodSource;

    private readonly struct Antecedent;

    private readonly struct Continued;
}
