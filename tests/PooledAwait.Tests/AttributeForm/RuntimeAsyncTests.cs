using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace PooledAwait.Tests;

/// <summary>What runtime-async, asked for in another project, leaves of our forms: read from what the compiler made.</summary>
public sealed class RuntimeAsyncTests
{
    /// <summary>The mark of a method that the runtime suspends itself; in the framework's enumeration it is a preview.</summary>
    private const MethodImplAttributes Async = (MethodImplAttributes)0x2000;

    private static readonly string s_consumer = Path.Combine(AppContext.BaseDirectory, "PooledAwait.Tests.RuntimeAsync.dll");

    [Fact]
    public void AttributedMethods_AreLeftToTheRuntime() =>
        Assert.Equal(["OfTask", "OfValueTask"], RuntimesMethods(s_consumer)); // if this changes: docs/platforms.md tells users so

    [Fact]
    public void MethodOfOurReturnType_Suspended_IsOurs()
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = Assembly.LoadFrom(s_consumer)
            .GetType("PooledAwait.Tests.RuntimeAsync.Methods", throwOnError: true)!
            .GetMethod("Pooled")!
            .CreateDelegate<Func<PooledValueTask<int>, PooledValueTask<int>>>()(source.PooledTask);
        Assert.False(task.GetAwaiter().IsCompleted);

        source.SetResult(41);

        Assert.Equal(42, task.GetAwaiter().GetResult());
    }

    [Fact]
    public void Library_IsNotCompiledWithIt() => Assert.Empty(RuntimesMethods(typeof(Pool).Assembly.Location));

    private static string[] RuntimesMethods(string library)
    {
        using PEReader file = new(File.OpenRead(library));
        MetadataReader metadata = file.GetMetadataReader();
        IEnumerable<string> names =
            from handle in metadata.MethodDefinitions
            let method = metadata.GetMethodDefinition(handle)
            where method.ImplAttributes.HasFlag(Async)
            select metadata.GetString(method.Name);
        return [.. names.Order(StringComparer.Ordinal)];
    }
}
