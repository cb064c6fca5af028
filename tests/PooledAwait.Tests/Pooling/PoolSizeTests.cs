using System.Reflection;
using System.Reflection.Emit;

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
        PoolTests.RunOnAnotherThread(() => Fill(() => Pool.Return(new SizeThree())));
        Fill(() => Pool.Return(new SizeThree()));

        Assert.Equal(3, PoolTests.Statistics<SizeThree>().Idle);
        Assert.Equal(3, PoolTests.RentAll<SizeThree>().Count);
    });

    [Fact]
    public void Pool_OfLargerSize_KeepsNoMoreThanThatOnOneThread() => Watchdog.Run(() =>
    {
        Fill(() => Pool.Return(new SizeThousand()));
        Fill(() => Pool.Return(new SizeWholeMagazines()));
        Fill(() => Pool.Return(new SizeJustNotSmall()));

        Assert.InRange(PoolTests.RentAll<SizeThousand>().Count, 1000 - 32, 1000);
        Assert.InRange(PoolTests.RentAll<SizeWholeMagazines>().Count, 1024 - 32, 1024);
        Assert.InRange(PoolTests.RentAll<SizeJustNotSmall>().Count, 257 - 32, 257);
    });

    [Fact]
    public void Pool_WithoutSize_KeepsWhatWasNeeded() => Watchdog.Run(() =>
    {
        Fill(() => Pool.Return(new NoSize()), 100_000);

        Assert.Equal(100_000, PoolTests.RentAll<NoSize>().Count);
    });

#if NET9_0_OR_GREATER
    [Fact]
    public void Pool_OfATypeWhoseAttributesCannotBeRead_HasTheDefault() => Watchdog.Run(() =>
    {
        Type type = TypeBesideAnAttributeThatIsMissing();
        Assert.ThrowsAny<IOException>(() => Attribute.GetCustomAttribute(type.Assembly, typeof(PoolSizeAttribute)));

        Assert.Null(PoolSizes.Find(type));
        Type source = typeof(PooledValueTaskSource<>).MakeGenericType(type);
        Assert.NotNull(source.GetMethod(nameof(PooledValueTaskSource<int>.Create), Type.EmptyTypes)!.Invoke(null, null));
    });
#endif

    [Fact]
    public void Pool_OfADerivedClass_InheritsTheSize() => Watchdog.Run(() =>
    {
        Fill(() => Pool.Return(new DerivedOfSizeThree()));

        Assert.Equal(3, PoolTests.RentAll<DerivedOfSizeThree>().Count);
    });

    [Fact]
    public void Pool_OfAClassNestedInASizedOne_IsNotConcerned() => Watchdog.Run(() =>
    {
        Fill(() => Pool.Return(new SizeThree.Nested()), 10);

        Assert.Equal(10, PoolTests.RentAll<SizeThree.Nested>().Count);
    });

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

    [Fact]
    public void AsyncMethods_OfATypeOfSizeZero_AllocateAndKeepNothing() => Watchdog.Run(() =>
    {
        Assert.Equal(0, IdleAfter(UnpooledMethods.Method, "+UnpooledMethods+<Method>"));
        Assert.NotEqual(0, Bytes.PerUse(static () =>
        {
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            PooledValueTask task = UnpooledMethods.Method(source.Task);
            source.SetResult();
            task.GetAwaiter().GetResult();
        }));
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

#if NET9_0_OR_GREATER
    /// <summary>A type of an assembly with an attribute from an assembly that is nowhere.</summary>
    private static Type TypeBesideAnAttributeThatIsMissing()
    {
        PersistedAssemblyBuilder missing = new(new AssemblyName("PooledAwait.Tests.Missing"), typeof(object).Assembly);
        TypeBuilder attribute = missing.DefineDynamicModule("m").DefineType("MissingAttribute", TypeAttributes.Public, typeof(Attribute));
        ConstructorBuilder constructor = attribute.DefineDefaultConstructor(MethodAttributes.Public);
        attribute.CreateType();

        PersistedAssemblyBuilder deployed = new(new AssemblyName("PooledAwait.Tests.Deployed"), typeof(object).Assembly);
        deployed.SetCustomAttribute(new CustomAttributeBuilder(constructor, []));
        deployed.DefineDynamicModule("m").DefineType("Deployed", TypeAttributes.Public).CreateType();
        using MemoryStream image = new();
        deployed.Save(image);
        return Assembly.Load(image.ToArray()).GetType("Deployed", throwOnError: true)!;
    }
#endif

    private static void Fill(Action action, int count = 3_000)
    {
        for (int i = 0; i < count; i++)
        {
            action();
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

    [PoolSize(0)]
    private static class UnpooledMethods
    {
        internal static async PooledValueTask Method(ValueTask inner) => await inner;
    }
}
