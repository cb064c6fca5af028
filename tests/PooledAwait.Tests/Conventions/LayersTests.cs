using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;

namespace PooledAwait.Tests.Conventions;

/// <summary>The library's folders are layers, and each uses only what is below it.</summary>
public partial class LayersTests
{
    /// <summary>
    /// From the lowest up. MethodBuilders and Tasks name each other, because the compiler's contract ties each builder to its task; nothing
    /// else
    /// below them does.
    /// </summary>
    private static readonly string[] s_layers =
        ["Platform", "Diagnostics", "Pooling", "Operations", "MethodBuilders", "Tasks", "Sources", "Combinators", "Coordination"];

    [Theory]
    [InlineData("Platform")]
    [InlineData("Diagnostics", "Platform")]
    [InlineData("Pooling", "Diagnostics", "Platform")]
    [InlineData("Operations", "Pooling", "Diagnostics", "Platform")]
    [InlineData("MethodBuilders", "Tasks", "Operations", "Diagnostics", "Platform")]
    [InlineData("Tasks", "MethodBuilders", "Operations", "Pooling", "Diagnostics", "Platform")]
    [InlineData("Sources", "Tasks", "Operations", "Pooling", "Diagnostics", "Platform")]
    [InlineData("Combinators", "Tasks", "Operations", "Pooling", "Diagnostics", "Platform")]
    [InlineData("Coordination", "Tasks", "Sources", "Combinators", "Operations", "Pooling", "Diagnostics", "Platform")]
    public void Layer_UsesOnlyWhatIsBelowIt(string layer, params string[] below)
    {
        Dictionary<string, string> layerOf = Declarations();

        Assert.Empty(
            from file in Sources(layer)
            from name in Name().Matches(Code(file)).Select(static match => match.Value).Distinct()
            where layerOf.TryGetValue(name, out string? other) && other != layer && !below.Contains(other)
            select $"{Path.GetFileName(file)} uses {name} of {layerOf[name]}");
    }

    [Fact]
    public void Declarations_OfTheLowerLayers_AreFound()
    {
        Dictionary<string, string> layerOf = Declarations();

        Assert.Equal("Platform", layerOf["Atomic"]);
        Assert.Equal("Pooling", layerOf["ThreadState"]);
        Assert.Equal("Operations", layerOf["Operation"]);
        Assert.Equal("Tasks", layerOf["PooledValueTask"]);
    }

    [Fact]
    public void Folders_OfTheLibrary_AreTheLayers() => Assert.Empty(
        Directory.EnumerateDirectories(SourceTests.Root())
            .Select(static folder => Path.GetFileName(folder)!)
            .Except([.. s_layers, "bin", "obj"]));

    /// <returns>By a type's name, the lowest layer that declares a part of it.</returns>
    private static Dictionary<string, string> Declarations()
    {
        Dictionary<string, string> layerOf = [];
        foreach (string layer in s_layers)
        {
            foreach (Match declaration in Sources(layer).SelectMany(static file => Declaration().Matches(File.ReadAllText(file))))
            {
                layerOf.TryAdd(declaration.Groups[1].Value, layer);
            }
        }

        return layerOf;
    }

    private static IEnumerable<string> Sources(string layer)
    {
        string folder = Path.Combine(SourceTests.Root(), layer);
        return Directory.Exists(folder) ? Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories) : [];
    }

    private static string Code(string file) =>
        Text().Replace(string.Join('\n', File.ReadLines(file).Select(static line => line.Split("//")[0])), string.Empty);

    [GeneratedRegex(@"^(?:[a-z]+ )*(?:class|struct|interface|enum) (\w+)", RegexOptions.Multiline)]
    private static partial Regex Declaration();

    [GeneratedRegex(@"\b[A-Z]\w+\b")]
    private static partial Regex Name();

    [GeneratedRegex(@"""(?:[^""\\\n]|\\.)*""")]
    private static partial Regex Text();
}
