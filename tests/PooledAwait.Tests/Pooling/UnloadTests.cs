namespace PooledAwait.Tests;

/// <summary>A plugin's assembly that has used the library can be unloaded without further steps.</summary>
public sealed class UnloadTests
{
    [Theory]
    [Booleans]
    public void Plugin_ThatHasSuspendedMethodsAndSourcesOfItsTypes_Unloads(bool hasLibrary, bool clears) => Watchdog.Run(() =>
    {
        // A thread that lives on, with what it has pooled.
        using BlockingQueueThread other = new();
        WeakReference plugin = Use(hasLibrary, other);
        if (clears)
        {
            Pool.Clear();
        }

        for (int i = 0; i < 20 && plugin.IsAlive; i++)
        {
            Garbage.Collect();
        }

        Assert.False(plugin.IsAlive);
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Plugin_WarmedUp_AllocatesNothing() => Watchdog.Run(() =>
    {
        Plugin plugin = new(hasLibrary: false);
        Action use = plugin.Load();
        Assert.Equal(0, Bytes.PerUse(use));
        plugin.Unload();
    });

    [Fact]
    public void Plugins_ManyOneAfterTheOther_ShareNumbers() => Watchdog.Run(() =>
    {
        // Numbers of pools that are gone are given away again: the registry does not grow with each plugin.
        UseAndUnload();
        int before = PoolRegistry.Count;
        for (int i = 0; i < 60; i++)
        {
            UseAndUnload();
        }

        Assert.InRange(PoolRegistry.Count - before, 0, 20);

        static void UseAndUnload()
        {
            WeakReference plugin = Use(hasLibrary: false);
            for (int i = 0; i < 3 && plugin.IsAlive; i++)
            {
                Garbage.Collect();
            }
        }
    });

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Use(bool hasLibrary, BlockingQueueThread? other = null)
    {
        Plugin plugin = new(hasLibrary);
        Action use = plugin.Load();
        use();
        other?.Run(use);
        other?.Run(static () => { }); // which it keeps instead
        plugin.Unload();
        return new WeakReference(plugin);
    }

    /// <summary>This assembly once more, with the library that everybody uses or with one of its own.</summary>
    private sealed class Plugin(bool hasLibrary) : AssemblyLoadContext(nameof(Plugin), isCollectible: true)
    {
        internal Action Load() =>
            LoadFromAssemblyPath(typeof(UnloadTests).Assembly.Location)
                .GetType(typeof(PluginBody).FullName!)!
                .GetMethod(nameof(PluginBody.Use), BindingFlags.Static | BindingFlags.NonPublic)!
                .CreateDelegate<Action>();

        protected override Assembly? Load(AssemblyName assemblyName) =>
            hasLibrary && assemblyName.Name == typeof(Pool).Assembly.GetName().Name
                ? LoadFromAssemblyPath(Path.Combine(AppContext.BaseDirectory, assemblyName.Name + ".dll"))
                : null;
    }

    private static class PluginBody
    {
        internal static void Use()
        {
            PooledValueTaskSource<Result> source = PooledValueTaskSource<Result>.Create();
            PooledValueTaskSource signal = PooledValueTaskSource.Create();
            PooledValueTask<int> method = Method(source.PooledTask, signal.PooledTask);
            source.SetResult(new Result(42));
            signal.SetResult();
            if (method.GetAwaiter().GetResult() != 42)
            {
                throw new InvalidOperationException("The plugin's method is broken.");
            }

            Pool.Return(Pool.TryRent<Kept>() ?? new Kept());
            Pool.UnboxAndReturn<Result>(Pool.Box(new Result(1)));
        }

        private static async PooledValueTask<int> Method(PooledValueTask<Result> task, PooledValueTask signal)
        {
            Result result = await task;
            await signal;
            return result.Value;
        }

        private readonly record struct Result(int Value);

        private sealed class Kept;
    }
}
