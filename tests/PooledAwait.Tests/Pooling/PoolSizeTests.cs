namespace PooledAwait.Tests;

[Trait(FlowMode.Needs, FlowMode.Pooling)]
public sealed class PoolSizeTests
{
    [Fact]
    public void Pool_OfSizeZero_KeepsNothing() => Watchdog.Run(() =>
    {
        Pool.Return(new SizeZero());

        Assert.Null(Pool.TryRent<SizeZero>());
        Assert.Equal(1, PoolTests.Statistics<SizeZero>().Dropped);
    });

    [Fact]
    public void Pool_OfSmallSize_KeepsExactlyThatOverAllThreads() => Watchdog.Run(() =>
    {
        PoolTests.RunOnAnotherThread(static () => Fill<SizeThree>());
        Fill<SizeThree>();

        Assert.Equal(3, PoolTests.Statistics<SizeThree>().Idle);
        Assert.Equal(3, PoolTests.RentAll<SizeThree>().Count);
    });

    [Fact]
    public void Pool_OfLargerSize_KeepsNoMoreThanThatOnOneThread() => Watchdog.Run(() =>
    {
        Assert.InRange(Kept<SizeThousand>(), 1000 - 32, 1000);
        Assert.InRange(Kept<SizeWholeMagazines>(), 1024 - 32, 1024);
        Assert.InRange(Kept<SizeJustNotSmall>(), 257 - 32, 257);
    });

    [Fact]
    public void Pool_WithoutSize_KeepsWhatWasNeeded() => Watchdog.Run(static () =>
        Assert.Equal(100_000, Kept<NoSize>(100_000)));

#if NET9_0_OR_GREATER
    [Fact]
    public void Pool_OfATypeWhoseAttributesCannotBeRead_HasTheDefault() => Watchdog.Run(() =>
    {
        Type type = Diagnostics.TrackingTests.MethodUnderAnAttributeThatIsMissing().DeclaringType!;
        Assert.ThrowsAny<IOException>(() => Attribute.GetCustomAttribute(type.Assembly, typeof(PoolSizeAttribute)));

        Assert.Null(PoolSizes.Find(type));
        Type source = typeof(PooledValueTaskSource<>).MakeGenericType(type);
        Assert.NotNull(source.GetMethod(nameof(PooledValueTaskSource<int>.Create), Type.EmptyTypes)!.Invoke(null, null));
    });
#endif

    [Fact]
    public void Pool_OfADerivedClass_InheritsTheSize() => Watchdog.Run(static () =>
        Assert.Equal(3, Kept<DerivedOfSizeThree>()));

    [Fact]
    public void Pool_OfAClassNestedInASizedOne_IsNotConcerned() => Watchdog.Run(static () =>
        Assert.Equal(10, Kept<SizeThree.Nested>(10)));

    [Fact]
    public void Boxes_OfASizedStruct_HaveTheSize() => Watchdog.Run(() =>
    {
        object[] boxes = [.. Enumerable.Range(0, 10).Select(_ => Pool.Box(new SizedStruct()))];
        Array.ForEach(boxes, box => Pool.UnboxAndReturn<SizedStruct>(box));

        Assert.Equal(2, PoolTests.Statistics<SizedStruct>().Idle);
    });

    [Fact]
    public void AsyncMethods_OfASizedType_HaveItsSize() => Watchdog.Run(() =>
    {
        Assert.Equal(2, IdleAfter(SizedMethods.Method, "+SizedMethods+<Method>"));
        Assert.Equal(2, IdleAfter(SizedMethods.Nested.Method, "+SizedMethods+Nested+<Method>"));
        Assert.Equal(2, IdleAfter(SizedMethods.LambdaOf(1), "<LambdaOf>"));
        Assert.Equal(2, IdleAfter(task => SizedMethods.Generic(task, "x"), "<Generic>"));
        Assert.Equal(2, IdleAfter(SizedMethods.AsTask, "<AsTask>"));
    });

    [Fact]
    public void AsyncMethods_OfASizedAssembly_HaveItsSize() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int>[] sources = [.. Enumerable.Range(0, 10).Select(static _ => PooledValueTaskSource<int>.Create())];
        ValueTask<int>[] tasks = [.. sources.Select(static source => OldTargets.AttributedMethods.Increment(source.Task))];
        for (int i = 0; i < sources.Length; i++)
        {
            sources[i].SetResult(i);
            Assert.Equal(i + 1, tasks[i].Result);
        }

        PoolStatistics boxes = Pool.GetStatistics().Single(
            static pool => pool.Type.DeclaringType == typeof(OldTargets.AttributedMethods)
                && pool.Type.Name.StartsWith("<Increment>", StringComparison.Ordinal));
        Assert.Equal(3, boxes.Idle);
    });

    /// <summary>Runs ten at a time, and tells how many boxes the pool of the method's state machine holds then.</summary>
    /// <param name="name">What only this state machine has in its name.</param>
    private static int IdleAfter(Func<ValueTask, PooledValueTask> method, string name)
    {
        List<(PooledValueTaskSource Source, PooledValueTask Task)> running = [];
        for (int i = 0; i < 10; i++)
        {
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            running.Add((source, method(source.Task)));
        }

        foreach ((PooledValueTaskSource source, PooledValueTask task) in running)
        {
            source.SetResult();
            task.GetAwaiter().GetResult();
        }

        return Pool.GetStatistics().Single(pool => pool.Type.FullName!.Contains(name, StringComparison.Ordinal)).Idle;
    }

    /// <summary>How many of some objects that are returned are there afterwards.</summary>
    private static int Kept<T>(int returned = 3_000)
        where T : class, new()
    {
        Fill<T>(returned);
        return PoolTests.RentAll<T>().Count;
    }

    private static void Fill<T>(int count = 3_000)
        where T : class, new()
    {
        for (int i = 0; i < count; i++)
        {
            Pool.Return(new T());
        }
    }

    [PoolSize(0)]
    private sealed class SizeZero;

    [PoolSize(3)]
    private class SizeThree
    {
        internal sealed class Nested;
    }

    private sealed class DerivedOfSizeThree : SizeThree;

    [PoolSize(1000)]
    private sealed class SizeThousand;

    /// <summary>A multiple of what a magazine's array holds.</summary>
    [PoolSize(1024)]
    private sealed class SizeWholeMagazines;

    [PoolSize(257)]
    private sealed class SizeJustNotSmall;

    private sealed class NoSize;

    [PoolSize(2)]
    private readonly struct SizedStruct;

    [PoolSize(2)]
    private static class SizedMethods
    {
        internal static async PooledValueTask Method(ValueTask inner) => await inner;

        internal static async PooledValueTask Generic<T>(ValueTask inner, T value)
        {
            await inner;
            GC.KeepAlive(value);
        }

        internal static PooledValueTask AsTask(ValueTask inner)
        {
            return Wait(Run(inner).AsTask());

            static async PooledTask Run(ValueTask task) => await task;

            static PooledValueTask Wait(Task task)
            {
                PooledValueTaskSource source = PooledValueTaskSource.Create();
                task.GetAwaiter().OnCompleted(source.SetResult);
                return source.PooledTask;
            }
        }

        internal static Func<ValueTask, PooledValueTask> LambdaOf(int value) => async inner =>
        {
            await inner;
            GC.KeepAlive(value);
        };

        internal static class Nested
        {
            internal static async PooledValueTask Method(ValueTask inner) => await inner;
        }
    }
}
