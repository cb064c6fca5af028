// What the snippets of docs/coordination.md refer to, and what runs those that only declare something.
using System.Threading.Channels;
using PooledAwait;
using Xunit;
using static Documents.coordination.Given;

namespace Documents.coordination;

public static class Given
{
    public static async PooledValueTask<int> OneAsync()
    {
        await Task.Yield();
        return 1;
    }
}

public partial class Locked
{
    public static async Task Run()
    {
        Locked locked = new();
        await Task.WhenAll(
            locked.AddAsync(1).AsValueTask().AsTask(),
            locked.AddAsync(2).AsValueTask().AsTask());
        Assert.Equal(3, locked._sum);
    }
}

public partial class Waiting
{
    public static async Task Run()
    {
        Waiting waiting = new();
        PooledValueTask<int> popped = waiting.PopAsync();
        Assert.False(popped.IsCompleted);
        await waiting.PushAsync(7);
        Assert.Equal(7, await popped);
    }
}

public partial class Signaled
{
    public static async Task Run()
    {
        Signaled signaled = new();
        Assert.False(await signaled.ArrivesAsync(TimeSpan.FromMilliseconds(1)));
        signaled.Arrive();
        Assert.True(await signaled.ArrivesAsync(TimeSpan.FromMinutes(1)));
    }
}

public partial class Draining
{
    public static async Task Run()
    {
        Draining draining = new();
        PooledValueTask<bool> served = draining.ServeAsync();
        await draining.ShutDownAsync(TimeSpan.FromMinutes(1));
        Assert.True(await served);
        Assert.False(await draining.ServeAsync());
    }
}

public partial class Once
{
    public static async Task Run()
    {
        Once once = new();
        Assert.Equal(2, await once.UseAsync());
        Assert.True(once._connection.IsValueCreated);
    }
}

public partial class Piped
{
    public static async Task Run()
    {
        Piped piped = new();
        ValueTask<int> read = piped.ReadAsync();
        await piped.WriteAsync(10);
        Assert.Equal(10, await read);
    }
}
