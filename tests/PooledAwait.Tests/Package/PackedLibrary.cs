namespace PooledAwait.Tests.Package;

/// <summary>The library as <c>dotnet pack</c> packs it from the build that these tests run on, in a folder that is a feed.</summary>
public sealed class PackedLibrary : IDisposable
{
    internal const string Version = "2.0.0-tested";

    public PackedLibrary()
    {
        Feed = Directory.CreateDirectory(Path.Combine(Folder, "feed")).FullName;
        Pack(Version);
    }

    internal string Folder { get; } = Directory.CreateTempSubdirectory("PooledAwait.Package.").FullName;

    internal string Feed { get; }

    internal string Package => PackageOf(Version);

    /// <summary>Where consumers restore packages to.</summary>
    internal string ConsumersPackages => Path.Combine(Folder, "packages");

    /// <summary>The analyzers as a consumer's compiler gets them; there once a consumer was built.</summary>
    internal string AnalyzersOfConsumers => Path.Combine(ConsumersPackages, "pooledawait.net", Version, "analyzers", "dotnet", "cs");

    internal string Symbols => Path.ChangeExtension(Package, ".snupkg");

    /// <summary>Where packages of this build's restore lie: a consumer needs not fetch them again.</summary>
    internal static string PackageFolder { get; } =
        typeof(PackedLibrary).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(
            static data => data.Key == "PackageFolder").Value!;

    private static string Configuration { get; } =
        typeof(PackedLibrary).Assembly.GetCustomAttribute<AssemblyConfigurationAttribute>()!.Configuration;

    /// <summary>Packs it once more.</summary>
    internal void Pack(string version, params string[] options) => DotNetCommand.Run(
        Folder,
        [
            "pack", Path.Combine(Root(), "src", "PooledAwait.Net"), "--no-build", "-c", Configuration, "-o", Feed,
            "-p:PackageVersion=" + version, .. options,
        ]);

    internal string PackageOf(string version) => Path.Combine(Feed, $"PooledAwait.Net.{version}.nupkg");

    public void Dispose() => Directory.Delete(Folder, recursive: true);

    internal static string Root([CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, "..", "..", ".."));
}
