using System.IO;

namespace AsyncBenchmarks.Reports.Html;

/// <summary>The page's own parts, which are files beside this one and are compiled in.</summary>
internal static class Resource
{
    public static string Read(string file)
    {
        using Stream stream = typeof(Resource).Assembly.GetManifestResourceStream(file)
            ?? throw new FileNotFoundException($"{file} was not compiled in.");
        using StreamReader reader = new(stream);
        return reader.ReadToEnd().TrimEnd('\n');
    }
}
