using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Sources;

public sealed class SourceCreateTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Continuations_RunInsideTheSetterOnlyIfNotAskedToBeAsynchronous(bool asynchronous) => Watchdog.Run(() =>
    {
        PooledValueTaskSource source =
            PooledValueTaskSource.Create(asynchronous ? TaskCreationOptions.RunContinuationsAsynchronously : TaskCreationOptions.None);
        PooledValueTaskSource<int> withResult =
            PooledValueTaskSource<int>.Create(asynchronous ? TaskCreationOptions.RunContinuationsAsynchronously : TaskCreationOptions.None);
        int setter = Environment.CurrentManagedThreadId;
        bool isSet = false;
        using CountdownEvent done = new(2);
        ValueTask<bool> first = Pooled();
        Task<bool> second = Framework();

        source.SetResult();
        withResult.SetResult(1);
        Volatile.Write(ref isSet, true);
        done.Wait();

        Assert.Equal(!asynchronous, first.AsTask().Result);
        Assert.Equal(!asynchronous, second.Result);

        // Whether the continuation ran inside the setter.
        async PooledValueTask<bool> Pooled()
        {
            await source.PooledTask;
            return Look();
        }

        async Task<bool> Framework()
        {
            await withResult.Task;
            return Look();
        }

        bool Look()
        {
            if (asynchronous)
            {
                // Only if the setter can return while this waits was it called elsewhere.
                SpinWait.SpinUntil(() => Volatile.Read(ref isSet));
            }

            bool inside = !Volatile.Read(ref isSet) && Environment.CurrentManagedThreadId == setter;
            done.Signal();
            return inside;
        }
    });

    [Fact]
    public void Create_AsAMethodGroup_IsTheOneWithoutArguments()
    {
        Func<PooledValueTaskSource> create = PooledValueTaskSource.Create;
        Func<PooledValueTaskSource<int>> createWithResult = PooledValueTaskSource<int>.Create;
        Action cancel = create().SetCanceled;
        Func<bool> tryCancel = createWithResult().TrySetCanceled;

        cancel();
        Assert.True(tryCancel());
    }

    [Fact]
    public void IsValid_IsTrueUntilTheResultIsTaken()
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        Assert.True(source.IsValid);
        source.SetResult(1);
        Assert.True(source.IsValid);
        Assert.Equal(1, source.Task.Result);
        Assert.False(source.IsValid);
        Assert.True(source.HasTask); // it had one
        Assert.False(source.IsNull);
    }
}
