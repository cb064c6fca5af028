namespace PooledAwait.Tests;

/// <summary>
/// The library once more, and the tests with it, as nobody has used it yet: for what it learns once per process, and for what
/// is otherwise where code can be unloaded.
/// </summary>
internal sealed class FreshLibrary : AssemblyLoadContext
{
    private FreshLibrary(bool isCollectible)
        : base(nameof(FreshLibrary), isCollectible)
    {
    }

    /// <summary>Runs a body there, on a thread that was nowhere before, without contexts.</summary>
    /// <param name="body">What is run; without captured variables, which would be of the library that everybody uses.</param>
    /// <param name="isCollectible">Whether the library could be unloaded.</param>
    internal static void Run(Action body, bool isCollectible = false)
    {
        // A process has one event source of a name: the library's that everybody uses, and not that of a copy.
        GC.KeepAlive(DiagnosticEvents.Log);
        FreshLibrary context = new(isCollectible);
        Assembly tests = context.LoadFromAssemblyName(typeof(FreshLibrary).Assembly.GetName());
        MethodInfo run =
            tests.GetType(typeof(FreshLibrary).FullName!)!.GetMethod(nameof(RunHere), BindingFlags.NonPublic | BindingFlags.Static)!;
        run.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [body.Method.DeclaringType!.FullName, body.Method.Name], null);

        // It begins to unload when nobody refers to it, even while its code runs, and loads nothing more then.
        GC.KeepAlive(context);
    }

    protected override Assembly? Load(AssemblyName assemblyName) =>
        assemblyName.Name == typeof(FreshLibrary).Assembly.GetName().Name
            || assemblyName.Name == typeof(ThreadState).Assembly.GetName().Name
            ? LoadFromAssemblyPath(Path.Combine(AppContext.BaseDirectory, assemblyName.Name + ".dll"))
            : null;

    private static void RunHere(string type, string method)
    {
        // A lambda without captured variables is a method of the one instance of its class.
        Type declaring = typeof(FreshLibrary).Assembly.GetType(type)!;
        MethodInfo body = declaring.GetMethod(method, BindingFlags.NonPublic | BindingFlags.Instance)!;
        Watchdog.Run(body.CreateDelegate<Action>(Activator.CreateInstance(declaring, nonPublic: true)));
    }
}
