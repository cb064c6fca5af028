using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;

namespace PooledAwait.Tests.Conventions;

/// <summary>The library's folders are layers, and each uses only what is below it.</summary>
public partial class LayersTests
{
    /// <summary>From the lowest up. Builders and tasks are one layer: the compiler's contract ties each builder to its task.</summary>
    private static readonly string[][] s_layers =
    [
        ["Runtime"], ["Diagnostics"], ["Pools"], ["Core"], ["Builders", "Tasks", "Rewriting"], ["Sources"],
        ["Combinators"], ["Compatibility"], ["Coordination"],
    ];

    [Fact]
    public void Layer_UsesOnlyWhatIsBelowIt()
    {
        Dictionary<string, int> layerOf = Declarations();

        Assert.Empty(
            from layer in Enumerable.Range(0, s_layers.Length)
            from file in Sources(layer)
            from name in Name().Matches(Code(file)).Select(static match => match.Value).Distinct()
            where layerOf.TryGetValue(name, out int other) && other > layer
            select $"{Path.GetFileName(file)} uses {name} of {s_layers[layerOf[name]][^1]}");
    }

    [Fact]
    public void Declarations_OfTheLowerLayers_AreFound()
    {
        Dictionary<string, int> layerOf = Declarations();

        Assert.Equal([0, 2, 3, 4], new[] { "Atomic", "ThreadState", "Operation", "PooledValueTask" }.Select(name => layerOf[name]));
    }

    [Fact]
    public void Folders_OfTheLibrary_AreTheLayers() => Assert.Empty(
        Directory.EnumerateDirectories(SourceTests.Root())
            .Select(static folder => Path.GetFileName(folder)!)
            .Except(s_layers.SelectMany(static layer => layer))
            .Except(["bin", "obj"]));

    /// <returns>By a type's name, the lowest layer that declares a part of it.</returns>
    private static Dictionary<string, int> Declarations()
    {
        Dictionary<string, int> layerOf = [];
        for (int layer = 0; layer < s_layers.Length; layer++)
        {
            foreach (Match declaration in Sources(layer).SelectMany(static file => Declaration().Matches(File.ReadAllText(file))))
            {
                layerOf.TryAdd(declaration.Groups[1].Value, layer);
            }
        }

        return layerOf;
    }

    private static IEnumerable<string> Sources(int layer) =>
        from name in s_layers[layer]
        let folder = Path.Combine(SourceTests.Root(), name)
        where Directory.Exists(folder)
        from file in Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
        select file;

    private static string Code(string file) =>
        Text().Replace(string.Join('\n', File.ReadLines(file).Select(static line => line.Split("//")[0])), string.Empty);

    [GeneratedRegex(@"^(?:[a-z]+ )*(?:class|struct|interface|enum) (\w+)", RegexOptions.Multiline)]
    private static partial Regex Declaration();

    [GeneratedRegex(@"\b[A-Z]\w+\b")]
    private static partial Regex Name();

    [GeneratedRegex(@"""(?:[^""\\\n]|\\.)*""")]
    private static partial Regex Text();
}
