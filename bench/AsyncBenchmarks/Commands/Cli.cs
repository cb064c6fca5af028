using System.CommandLine;
using AsyncBenchmarks.Reports;

namespace AsyncBenchmarks.Commands;

/// <summary>All commands and what they have in common.</summary>
internal static class Cli
{
    /// <summary>How this program is started; its arguments follow.</summary>
    public const string Start = "dotnet run -c Release --project bench/AsyncBenchmarks --";

    /// <summary>The one line a newcomer needs.</summary>
    private const string FirstCommand = Start + " run --quick";

    public static RootCommand Create()
    {
        Option<bool> noColor = new("--no-color")
        {
            Description = "Plain text only.",
            Recursive = true,
        };
        RootCommand root = new(
            $"""
            Compares C# async libraries on real work. Start here, it takes about five minutes:

              {FirstCommand}
            """);
        root.Add(noColor);
        root.Add(new RunCommand().Create(Terminal));
        root.Add(new RaceCommand().Create(Terminal));
        root.Add(new CountCommand().Create(Terminal));
        root.Add(new ReportCommand().Create(Terminal));
        root.Add(new CompareCommand().Create(Terminal));
        root.Add(new MergeCommand().Create(Terminal));
        root.Add(ListCommand.Create(Terminal));
        root.Add(CatalogCommand.Create());
        root.Add(StepCommand.Create());
        root.SetAction(_ => root.Parse("--help").Invoke());
        return root;

        Terminal Terminal(ParseResult arguments) => new(color: !arguments.GetValue(noColor));
    }
}
