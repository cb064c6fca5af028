namespace PooledAwait.Build.Tests;

/// <summary>Programs that are made of the hierarchies in Hierarchies.txt, each of four assemblies. Whichever of them are rewritten, each
/// call runs the method that it ran before, on the same object, with the same outcome.</summary>
public sealed partial class HierarchyTests : IClassFixture<HierarchyTests.Programs>
{
    /// <summary>Compiled between the others, and never rewritten.</summary>
    private const int Foreign = 2;

    private static readonly string[] s_kinds = ["Task<string>", "ValueTask<string>", "Task", "ValueTask"];

    /// <summary>For each number of pieces, in which assemblies they are; the last is that of the calls.</summary>
    private static readonly string[][] s_places =
    [
        ["00", "01", "03", "11", "23"], ["000", "013", "023", "133"], ["0000", "0013", "0123", "0133"],
        ["00000", "00133", "01123", "01133"],
    ];

    private readonly Programs _programs;

    public HierarchyTests(Programs programs) => _programs = programs;

    [Theory]
    [InlineData("0")]
    [InlineData("1")]
    [InlineData("3")]
    [InlineData("01")]
    [InlineData("03")]
    [InlineData("13")]
    [InlineData("013")]
    public void Calls_OfARewrittenProgram_RunTheSameMethods(string rewritten)
    {
        Dictionary<string, Outcome> copy = _programs.Run(rewritten);

        Assert.Equal(_programs.Original.Keys, copy.Keys);
        AssertNone(copy.Where(one => one.Value.Log != _programs.Original[one.Key].Log)
            .Select(one => $"{one.Key}{one.Value.Log}\nbut the original{_programs.Original[one.Key].Log}"));
        Assert.Contains(copy.Values, static one => one.IsPooled == true);
        AssertNone(copy.Where(one => _programs.Marks[one.Key.Split('(')[0]] switch
        {
            '+' => one.Value.IsPooled == false && rewritten == "013",
            '-' => one.Value.IsPooled == true,
            _ => false,
        }).Select(static one => $"{one.Key} is pooled: {one.Value.IsPooled}"));
    }

    /// <summary>Two types of one name, and type parameters with the name of another one or of a type: their awaiters are of two types, and
    /// their methods two.</summary>
    [Fact]
    public void Types_OfOneName_AreTwo()
    {
        const string Library = """
            namespace N
            {
                public interface I { System.Threading.Tasks.Task<V> M(); }
                public struct V { public FIELD; }
            }
            """;
        const string Program = """
            extern alias H0;
            extern alias H1;
            using System;
            using System.Threading.Tasks;

            class C : H0::N.I, H1::N.I
            {
                async Task<H1::N.V> H1::N.I.M() { await Task.Yield(); return new() { Text = "one" }; }
                async Task<H0::N.V> H0::N.I.M() { await Task.Yield(); return new() { Number = 1 }; }

                static async Task Main()
                {
                    Console.WriteLine((await ((H0::N.I)new C()).M()).Number);
                    Console.WriteLine((await ((H1::N.I)new C()).M()).Text);
                    Console.WriteLine(await Outer(7));
                    Base<string> below = new Below();
                    Console.WriteLine(await below.V("") + await below.V(new Item()));
                    Console.WriteLine(await below.Both("text", new Item()));
                }

                public static async Task<T> Id<T>(T value) { await Task.Yield(); return value; }

                static async Task<string> Outer<T>(T outer)
                {
                    return await Inner("inner");
                    async Task<string> Inner<T>(T inner) => $"{await Id(inner)} {await Id(outer)}";
                }
            }

            struct Item { public long First, Second, Third; }

            class Base<Item>
            {
                public virtual async Task<string> V(Item item) { await Task.Yield(); return "Base"; }
                public virtual async Task<string> V(global::Item item) { await Task.Yield(); return "Item"; }
                public async Task<string> Both(Item item, global::Item other) => $"{await C.Id(item)} {(await C.Id(other)).Third}";
            }

            class Below : Base<string>
            {
                public override async Task<string> V(string item) { await Task.Yield(); return "Below"; }
            }
            """;
        DirectoryInfo folder = Directory.CreateTempSubdirectory("PooledAwait.OneName.");
        try
        {
            byte[][] images = Compiled.CompileTexts(
                folder.FullName,
                [
                    Library.Replace("FIELD", "int Number", StringComparison.Ordinal),
                    Library.Replace("FIELD", "string Text", StringComparison.Ordinal),
                    Program,
                ]);

            Assert.Equal(
                ["1", "one", "inner 7", "BelowItem", "text 0"],
                Programs.Run(folder.CreateSubdirectory("rewritten").FullName, images, "012").Trim().Split(Environment.NewLine));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static void AssertNone(IEnumerable<string> wrong)
    {
        string[] all = [.. wrong];
        Assert.True(all.Length == 0, $"{all.Length}:\n" + string.Join("\n", all.Take(20)));
    }

    /// <param name="Log">What the program logged.</param>
    /// <param name="IsPooled">Whether the first method that ran was a variant; null if none ran.</param>
    internal sealed record Outcome(string Log, bool? IsPooled);

    /// <summary>The assemblies, and what they do as they are compiled.</summary>
    public sealed partial class Programs : IDisposable
    {
        private const string Usings =
            "using System; using System.Collections.Generic; using System.Linq; using System.Reflection;"
            + " using System.Runtime.CompilerServices; using System.Threading.Tasks;\n";

        private const string Log = """
            public static class Log
            {
                private static readonly List<string> s_lines = [];
                private static readonly Queue<TaskCompletionSource> s_pending = [];
                private static bool? s_first;

                [MethodImpl(MethodImplOptions.NoInlining)]
                public static void Ran(string name, object self, int x)
                {
                    MethodBase method = new System.Diagnostics.StackFrame(1).GetMethod()!;
                    s_first ??= method.Name.EndsWith("$Pooled") || Array.Exists(
                        method.DeclaringType!.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic),
                        field => field.FieldType.Namespace!.StartsWith("PooledAwait."));
                    s_lines.Add($"{name} of {self}, {x}");
                }

                public static Task Suspend()
                {
                    TaskCompletionSource pending = new();
                    s_pending.Enqueue(pending);
                    return pending.Task;
                }

                public static void Complete(Task task)
                {
                    while (!task.IsCompleted)
                    {
                        s_pending.Dequeue().SetResult();
                    }
                }

                public static void Got(object result) => s_lines.Add("got " + result);
                public static void Called() => s_lines.Add("called");
                public static void Failed(Exception e) => s_lines.Add($"{e.GetType().Name} {e.Message}");

                public static void Take(string call)
                {
                    Console.WriteLine(string.Join("\n    ", [$"= {call} {s_first?.ToString() ?? "none"}", .. s_lines.Take(20)]));
                    s_lines.Clear();
                    s_first = null;
                }
            }

            """;

        private const string Program = """
            Console.WriteLine();
            foreach (string assembly in (string[])["H0", "H1", "H2", "H3"])
            {
                foreach (Type type in Assembly.Load(assembly).GetTypes())
                {
                    foreach (MethodInfo call in type.Name == "Calls" ? type.GetMethods(BindingFlags.Static | BindingFlags.Public) : [])
                    {
                        var function = call.CreateDelegate<Func<int, Task>>();
                        foreach (int argument in type.GetField("Arguments") is null ? (int[])[0, 1, 2, 3] : [0, 1, 2, 3, 4, 8])
                        {
                            string name = $"{type.Namespace}.{call.Name}({argument})";
                            if (!Task.Run(() => Log.Complete(function(argument))).Wait(TimeSpan.FromSeconds(60)))
                            {
                                Log.Take(name + "-hangs");
                                Environment.Exit(1);
                            }

                            Log.Take(name);
                        }
                    }
                }
            }

            """;

        private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("PooledAwait.Hierarchies.");
        private readonly string[] _texts = [Usings + Log, Usings, Usings, Usings + Program];
        private readonly byte[][] _images;

        public Programs()
        {
            string[] blocks = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "Fixtures", "Hierarchies.txt")).Split("\n\n")[1..];
            for (int block = 0; block < blocks.Length; block++)
            {
                string[] lines = blocks[block].Trim().Split('\n');
                string[] pieces = string.Join('\n', lines.Skip(1).Where(static line => line[0] != '>')).Split("\n| ");
                string[] calls = [.. lines.Where(static line => line[0] == '>')];
                string[] places = s_places[pieces.Length - 1];
                for (int place = 0; place < places.Length; place++)
                {
                    string name = $"{NotAWord().Replace(lines[0][2..], "_")}_{places[place]}";
                    Add(name, places[place], pieces, calls, block + place);
                }
            }

            _images = Compiled.CompileTexts(_folder.FullName, _texts);
            Original = Run("");
        }

        internal Dictionary<string, Outcome> Original { get; }

        /// <summary>For each method that makes a call: + if the call takes a variant where all is rewritten, - if it never does, or
        /// null.</summary>
        internal Dictionary<string, char?> Marks { get; } = [];

        /// <summary>Runs the program with some of its assemblies rewritten. Each call's outcome is a line, and its log below.</summary>
        internal Dictionary<string, Outcome> Run(string rewritten) =>
            Run(_folder.CreateSubdirectory("rewritten" + rewritten).FullName, _images, rewritten).Split("\n= ")[1..]
                .Select(static text => OutcomeLine().Match(text)).ToDictionary(
                    static match => match.Groups["call"].Value,
                    static match => new Outcome(
                        match.Groups["log"].Value.TrimEnd(),
                        match.Groups["pooled"] is { Success: true } own ? bool.Parse(own.Value) : null));

        internal static string Run(string folder, byte[][] images, string rewritten)
        {
            string[] files = [.. Enumerable.Range(0, images.Length).Select(number => Path.Combine(folder, $"H{number}.dll"))];
            string library = typeof(PooledValueTask).Assembly.Location;
            File.Copy(library, Path.Combine(folder, Path.GetFileName(library)));
            for (int number = 0; number < files.Length; number++)
            {
                byte[] image = images[number];
                if (rewritten.Contains((char)('0' + number)))
                {
                    string[] references = [library, .. files.Take(number), .. Compiled.References];
                    (byte[] copy, _, _) = Redirector.Redirect(
                        image, null, Forms.Awaited, references, null,
                        linked: [.. rewritten.Where(one => one < '0' + number).Select(static one => $"H{one}")]);
                    AssertNone(IlVerifier.NewErrors(image, copy, references));
                    image = copy;
                }

                File.WriteAllBytes(files[number], image);
            }

            string configuration = Path.Combine(folder, "runtimeconfig.json");
            File.WriteAllText(configuration, $$"""
                {"runtimeOptions": {"framework": {"name": "Microsoft.NETCore.App", "version": "{{Environment.Version}}"} } }
                """);
            return DotNetCommand.Run(folder, "exec", "--runtimeconfig", configuration, files[^1]);
        }

        public void Dispose() => _folder.Delete(recursive: true);

        /// <summary>Adds a hierarchy: its pieces and its calls, each to its assembly.</summary>
        private void Add(string name, string places, string[] pieces, string[] calls, int number)
        {
            bool isOfResults = pieces.Any(static piece => piece.Contains("->", StringComparison.Ordinal));
            string task = s_kinds[number % (isOfResults ? 2 : 4)];
            bool hasResult = task.EndsWith('>');
            string members = Passing().IsMatch(string.Concat(pieces)) ? "public const int Arguments = 6;\n" : "";
            for (int call = 0; call < calls.Length; call++)
            {
                Match parts = Call().Match(calls[call]);
                bool hasOne = parts.Groups["result"].Value is { Length: > 0 } mark ? mark == "^" : hasResult;
                string type = parts.Groups["type"].Value;
                string called = parts.Groups["call"] is { Success: true } own ? own.Value : "M(x)";
                string awaited = Await("s." + called, hasOne);
                (string Body, string Helper)[] forms =
                [
                    (Await($"(({type})({parts.Groups["made"]})).{called}", hasOne), ""),
                    ($"await V{call}(s, x);",
                        $"static async Task V{call}({type} s, int x) {{ {Await($"s.{called}.ConfigureAwait(false)", hasOne)} }}"),
                    ($"async Task Local() {{ {awaited} }} await new Func<Task>(async () => {{ {awaited} await Local(); }})();", ""),
                    ($"await foreach (int i in I{call}(s, x)) {{ }}",
                        $"static async IAsyncEnumerable<int> I{call}({type} s, int x) {{ {awaited} yield return x; }}"),
                    ($"var t = s.{called}; Log.Called(); {Await("t", hasOne)}", ""),
                    ($"var f = () => s.{called}; var t = f(); Log.Called(); {Await("t", hasOne)}", ""),
                    type[0] is 'I' or 'J' or 'K'
                        ? ($"await G{call}({parts.Groups["made"]}, x);",
                            $"static async Task G{call}<TS>(TS s, int x) where TS : {type} {{ {awaited} {awaited} }}")
                        : ($"await Run(); async ValueTask Run() {{ {awaited} }}", ""),
                ];
                int form = (number + call) % forms.Length;
                (string body, string helper) = forms[form];
                members += $"public static async Task C{call}_{form}(int x) {{ try {{ {type} s = {parts.Groups["made"]}; {body} }}"
                    + $" catch (Exception e) {{ Log.Failed(e); }} }} {helper}\n";
                Marks.Add(
                    $"{name}.C{call}_{form}",
                    parts.Groups["mark"].Value == "-" ? '-' : form < 4 && !places.Contains((char)('0' + Foreign)) ? '+' : null);
            }

            pieces = [.. pieces.Select(piece => Type().Replace(Member().Replace(piece, Body), "public $0"))];
            foreach ((string piece, char place) in pieces.Append($"public static class Calls {{ {members} }}").Zip(places))
            {
                string text = Awaited().Replace(piece, one => Await(one.Groups[1].Value, hasResult))
                    .Replace("RETURN", hasResult ? "return \"r\";" : "return;", StringComparison.Ordinal)
                    .Replace("TASK", task, StringComparison.Ordinal);
                _texts[place - '0'] += $"namespace {name}\n{{\n{text}\n}}\n";
            }

            string Body(Match member)
            {
                (string tag, string rest) = (member.Groups["tag"].Value, member.Groups["rest"].Value);
                string result = member.Groups["type"].Value;
                string parameters = member.Groups["parameters"] is { Success: true } own ? own.Value : "(int x)";
                string head = (result.Length > 0 ? $"{task.Split('<')[0]}<{result}>" : "TASK")
                    + $" {member.Groups["name"]}{parameters}{member.Groups["constraints"]}";
                return member.Groups["kind"].Value switch
                {
                    "#" => head + ";",
                    "=" => $"{head} {{ Log.Ran(\"{tag}\", this, x); if ((x & 8) != 0) throw new ArgumentException(\"{tag}\");"
                        + $" if ((x & 4) != 0) return default!; return {rest}; }}",
                    _ => $"async {head} {{ Log.Ran(\"{tag}\", this, x); "
                        + (rest.Length == 0 ? "" : Await(rest.TrimStart('~'), hasResult && rest[0] != '~'))
                        + $" if ((x & 1) != 0) await Log.Suspend(); if ((x & 2) != 0) throw new InvalidOperationException(\"{tag}\");"
                        + (result.Length > 0 ? " return t; }" : hasResult ? $" return \"{tag}\"; }}" : " }"),
                };
            }
        }

        private static string Await(string task, bool hasResult) => hasResult ? $"Log.Got(await {task});" : $"await {task};";

        [GeneratedRegex(@"@\w+=")]
        private static partial Regex Passing();

        [GeneratedRegex(@"^(?<call>\S+) (none|(?<pooled>\w+))(?<log>.*)", RegexOptions.Singleline)]
        private static partial Regex OutcomeLine();

        [GeneratedRegex(@"\W+")]
        private static partial Regex NotAWord();

        [GeneratedRegex("§([^§]*)§")]
        private static partial Regex Awaited();

        [GeneratedRegex(@"(?<=(^|[;{}])\s*)(sealed |abstract |readonly )*(class|interface|record struct|record|struct) [A-Z]")]
        private static partial Regex Type();

        [GeneratedRegex(@"^> (?<mark>[+-])(?<result>[~^])? (?<type>\S+) = (?<made>.*?)( : (?<call>.*))?$")]
        private static partial Regex Call();

        [GeneratedRegex(
            @"(?<name>[\w.<>,]+)(?<parameters>\([^)]*\))?(->(?<type>[^@# ]+))?(?<constraints> where [^@#;{}]+)?"
            + @"((?<kind>\#)|@(?<tag>\w+)((?<kind>[=:])(?<rest>([^;{}]|\{[^}]*\})*))?);")]
        private static partial Regex Member();
    }
}
