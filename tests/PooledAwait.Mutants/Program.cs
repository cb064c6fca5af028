using System.Diagnostics;
using System.Text.RegularExpressions;

namespace PooledAwait.Mutants;

/// <summary>
/// For each mutant: breaks a copy of the sources, builds the library, and runs the tests that must notice; the same tests have
/// passed without a mutant before. Exit code 0 if all are killed. Arguments choose mutants by words of their names, files or tests;
/// --list prints the chosen mutants, and --check only looks that each still applies to the sources, and compiles.
/// </summary>
internal static partial class Program
{
    internal const string Library = "src/PooledAwait.Net";

    private const string Tests = "tests/PooledAwait.Tests";

    private static int Main(string[] words)
    {
        bool isList = words is ["--list", ..];
        bool isCheck = words is ["--check", ..];
        if (isList || isCheck)
        {
            words = words[1..];
        }

        if (words.FirstOrDefault(static word => word.StartsWith('-')) is { } unknown)
        {
            Console.Error.WriteLine($"Unknown option '{unknown}'. Valid: --check, --list, and words of names, files and tests.");
            return 2;
        }

        List<Mutant> mutants = Mutants.All
            .Where(mutant => words.All(
                word => $"{mutant.Name} {mutant.File} {mutant.Filter}".Contains(word, StringComparison.OrdinalIgnoreCase)))
            .ToList();
        if (mutants.Count == 0)
        {
            Console.Error.WriteLine("No mutant has all of these words in its name, its file or its tests. --list prints all mutants.");
            return 2;
        }

        if (isList)
        {
            // Numbered as in the whole list, whichever are chosen.
            foreach ((int index, Mutant mutant) in Mutants.All.Index().Where(item => mutants.Contains(item.Item)))
            {
                Console.WriteLine($"{index + 1,3}  {mutant.File}  {mutant.Name}  [{mutant.Filter}]");
            }

            return 0;
        }

        return isCheck ? CheckAll(mutants) : KillAll(mutants);
    }

    /// <summary>Looks in the repository itself, which must have been built: nothing is written.</summary>
    private static int CheckAll(List<Mutant> mutants)
    {
        Stopwatch time = Stopwatch.StartNew();
        string root = FindRoot();
        return Report(mutants.Count, Check(root, new Compiler(root), mutants), time);
    }

    /// <summary>
    /// Compiles mutants together, which takes as long as compiling one; where that fails, or they change the same lines, each half by
    /// itself.
    /// </summary>
    /// <returns>How many don't apply or compile.</returns>
    private static int Check(string root, Compiler compiler, List<Mutant> mutants)
    {
        Dictionary<string, string> sources = [];
        List<Mutant> together = [];
        List<Mutant> later = [];
        int broken = 0;
        foreach (Mutant mutant in mutants)
        {
            string path = PathOf(root, mutant);
            string code = Code(path);
            if (!Applies(mutant, code))
            {
                broken++;
                continue;
            }

            // Where an earlier one of these has changed the same lines, it is compiled later.
            string source = sources.GetValueOrDefault(path, code);
            if (StandsOnce(mutant.Original, source))
            {
                sources[path] = source.Replace(mutant.Original, mutant.Broken, StringComparison.Ordinal);
                together.Add(mutant);
            }
            else
            {
                later.Add(mutant);
            }
        }

        if (together.Count > 0 && !compiler.TryCompile(sources, target: null, out string errors))
        {
            if (together is [Mutant single])
            {
                Console.WriteLine($"BROKEN   {single.Name}: does not compile: {errors}");
                broken++;
            }
            else
            {
                int half = together.Count / 2;
                broken += Check(root, compiler, together[..half]) + Check(root, compiler, together[half..]);
            }
        }

        return later.Count == 0 ? broken : broken + Check(root, compiler, later);
    }

    /// <summary>Breaks a copy, and runs the tests.</summary>
    private static int KillAll(List<Mutant> mutants)
    {
        string copy = Path.Combine(Path.GetTempPath(), "PooledAwait.Mutants." + Environment.ProcessId);
        try
        {
            Copy(FindRoot(), copy);
            if (!PassesUnchanged(copy, mutants))
            {
                return 1;
            }

            Stopwatch time = Stopwatch.StartNew();
            Compiler compiler = new(copy);
            return Report(mutants.Count, mutants.Count(mutant => !IsKilled(copy, compiler, mutant)), time);
        }
        finally
        {
            Directory.Delete(copy, recursive: true);
        }
    }

    private static int Report(int count, int failed, Stopwatch time)
    {
        Console.WriteLine($"{count - failed} passed, {failed} failed, in {time.Elapsed.TotalMinutes:F1} minutes");
        return failed == 0 ? 0 : 1;
    }

    /// <summary>Builds the tests, and runs those of the mutants: one that fails anyway would kill every mutant.</summary>
    private static bool PassesUnchanged(string copy, IEnumerable<Mutant> mutants)
    {
        if (DotNet.Run(copy, out string output, "build", Tests, "-c", "Release", "-nodeReuse:false", "-p:RunAnalyzers=false") != 0)
        {
            Console.Error.WriteLine("The tests do not build without a mutant either.");
            Console.Error.WriteLine(output);
            return false;
        }

        string filter = string.Join('|', mutants.SelectMany(static mutant => mutant.Filter.Split('|')).Distinct());
        if (Test(copy, filter, out output) != 0)
        {
            Console.Error.WriteLine("The tests do not pass without a mutant either: " + Killer(output));
            return false;
        }

        return true;
    }

    private static string PathOf(string root, Mutant mutant) => Path.Combine(root, Library, mutant.File);

    /// <summary>A source without its comments: mutants are anchored in code, so that no rewording breaks one.</summary>
    private static string Code(string path) =>
        string.Join('\n', File.ReadLines(path).Where(static line => !line.TrimStart().StartsWith("//", StringComparison.Ordinal)).Select(static line => TrailingComment().Replace(line, string.Empty))) + '\n';

    /// <summary>A project's assembly among the built tests.</summary>
    private static string BuiltWithTests(string copy, string project) =>
        Path.Combine(copy, Tests, "bin", "Release", "net10.0", Path.GetFileName(project) + ".dll");

    private static bool Applies(Mutant mutant, string source)
    {
        bool applies = StandsOnce(mutant.Original, source);
        if (!applies)
        {
            Console.WriteLine($"OUTDATED {mutant.Name}: its original text must be in {mutant.File} exactly once");
        }

        return applies;
    }

    private static bool StandsOnce(string text, string source) =>
        source.IndexOf(text, StringComparison.Ordinal) is >= 0 and int first
        && first == source.LastIndexOf(text, StringComparison.Ordinal);

    /// <summary>Whether the tests kill a mutant.</summary>
    private static bool IsKilled(string copy, Compiler compiler, Mutant mutant)
    {
        string path = PathOf(copy, mutant);
        string source = Code(path);
        if (!Applies(mutant, source))
        {
            return false;
        }

        Dictionary<string, string> broken = new() { [path] = source.Replace(mutant.Original, mutant.Broken, StringComparison.Ordinal) };
        if (!compiler.TryCompile(broken, BuiltWithTests(copy, Library), out string errors))
        {
            Console.WriteLine($"BROKEN   {mutant.Name}: does not compile: {errors}");
            return false;
        }

        if (Test(copy, mutant.Filter, out string output) != 0)
        {
            Console.WriteLine($"killed   {mutant.Name}: {Killer(output)}");
            return true;
        }

        Console.WriteLine($"ALIVE    {mutant.Name}: {mutant.Filter} did not notice");
        return false;
    }

    /// <param name="copy">The repository's copy.</param>
    /// <param name="filter">Words of the tests' names, with bars between them.</param>
    /// <param name="output">The runner's output.</param>
    /// <returns>The exit code; null if it took too long and was stopped.</returns>
    private static int? Test(string copy, string filter, out string output) =>
        DotNet.Run(
            copy,
            out output,
            "test", BuiltWithTests(copy, Tests), "--logger", "console;verbosity=normal",
            "--filter", string.Join('|', filter.Split('|').Select(static part => "FullyQualifiedName~" + part)),

            // One is enough; a mutant that makes every test of a class hang would take its time.
            "--", "xUnit.StopOnFail=true");

    /// <summary>The failed test's name.</summary>
    private static string Killer(string output) =>
        FailedTest().Match(output) is { Success: true } failed ? failed.Groups[1].Value : "the tests' process ended or hung";

    [GeneratedRegex(@"(?<=[;{})\],]) +// .*$")]
    private static partial Regex TrailingComment();

    [GeneratedRegex(@"^\s+Failed (?:PooledAwait\.Tests\.)?([\w.]+)", RegexOptions.Multiline)]
    private static partial Regex FailedTest();

    private static string FindRoot()
    {
        string? folder = AppContext.BaseDirectory;
        while (folder is not null && !File.Exists(Path.Combine(folder, "PooledAwait.slnx")))
        {
            folder = Path.GetDirectoryName(folder);
        }

        return folder ?? throw new InvalidOperationException("Run it from inside the repository.");
    }

    private static void Copy(string from, string to)
    {
        Directory.CreateDirectory(to);
        foreach (string file in Directory.GetFiles(from))
        {
            File.Copy(file, Path.Combine(to, Path.GetFileName(file)));
        }

        foreach (string part in (string[])["src", "tests", "bench"])
        {
            foreach (string file in Directory.GetFiles(Path.Combine(from, part), "*", SearchOption.AllDirectories))
            {
                string relative = Path.GetRelativePath(from, file);
                if (relative.Split(Path.DirectorySeparatorChar).Any(static name => name is "bin" or "obj"))
                {
                    continue;
                }

                string target = Path.Combine(to, relative);
                Directory.CreateDirectory(Path.GetDirectoryName(target)!);
                File.Copy(file, target);
            }
        }
    }
}
