using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;

namespace PooledAwait.Mutants;

/// <summary>
/// For each mutant: breaks a copy of the sources, builds it, and runs the tests that must notice. Exit code 0 if all are
/// killed. Arguments choose mutants by words of their names.
/// </summary>
internal static class Program
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);

    private static int Main(string[] words)
    {
        List<Mutant> mutants = Mutants.All
            .Where(mutant => words.All(word => mutant.Name.Contains(word, StringComparison.OrdinalIgnoreCase)))
            .ToList();
        if (mutants.Count == 0)
        {
            Console.Error.WriteLine("No mutant has these words in its name. There are:");
            foreach (Mutant mutant in Mutants.All)
            {
                Console.Error.WriteLine("  " + mutant.Name);
            }

            return 2;
        }

        string copy = Path.Combine(Path.GetTempPath(), "PooledAwait.Mutants." + Environment.ProcessId);
        try
        {
            Copy(FindRoot(), copy);
            if (!Build(copy))
            {
                Console.Error.WriteLine("The tests do not build without a mutant either.");
                return 1;
            }

            int alive = mutants.Count(mutant => !IsKilled(copy, mutant));
            Console.WriteLine($"{mutants.Count - alive} passed, {alive} failed");
            return alive == 0 ? 0 : 1;
        }
        finally
        {
            Directory.Delete(copy, recursive: true);
        }
    }

    private static bool IsKilled(string copy, Mutant mutant)
    {
        string path = Path.Combine(copy, "src", "PooledAwait.Net", mutant.File);
        string source = File.ReadAllText(path);
        int first = source.IndexOf(mutant.Original, StringComparison.Ordinal);
        if (first < 0 || source.IndexOf(mutant.Original, first + 1, StringComparison.Ordinal) >= 0)
        {
            Console.WriteLine($"OUTDATED {mutant.Name}: its original text must stand in {mutant.File} once");
            return false;
        }

        File.WriteAllText(path, source.Replace(mutant.Original, mutant.Broken, StringComparison.Ordinal));
        try
        {
            if (!Build(copy))
            {
                Console.WriteLine($"BROKEN   {mutant.Name}: does not compile");
                return false;
            }

            string filter = string.Join('|', mutant.Filter.Split('|').Select(part => "FullyQualifiedName~" + part));
            int? exit = DotNet(copy, "test", "tests/PooledAwait.Tests", "-c", "Release", "--no-build", "--filter", filter);
            Console.WriteLine($"{(exit == 0 ? "ALIVE   " : "killed  ")} {mutant.Name}{(exit is null ? " (hangs)" : string.Empty)}");
            return exit != 0;
        }
        finally
        {
            File.WriteAllText(path, source);
        }
    }

    private static bool Build(string copy) =>
        DotNet(copy, "build", "tests/PooledAwait.Tests", "-c", "Release", "-nodeReuse:false", "-p:TreatWarningsAsErrors=false") == 0;

    /// <returns>The exit code; null if it took too long and was stopped.</returns>
    private static int? DotNet(string folder, params string[] arguments)
    {
        ProcessStartInfo start = new("dotnet") { WorkingDirectory = folder, RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (string argument in arguments)
        {
            start.ArgumentList.Add(argument);
        }

        using Process process = Process.Start(start)!;
        process.OutputDataReceived += static (_, _) => { };
        process.ErrorDataReceived += static (_, _) => { };
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        if (process.WaitForExit(s_patience))
        {
            return process.ExitCode;
        }

        process.Kill(entireProcessTree: true);
        return null;
    }

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
