using System.CommandLine;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Commands;

/// <summary>The option that chooses runtimes, the same for every command that has it.</summary>
internal sealed class RuntimeSelection
{
    private const string All = "all";

    private readonly Option<string[]> _runtimes = new("--runtime")
    {
        Description = $"The runtime to measure on: {string.Join(", ", KnownRuntimes.All.Select(runtime => runtime.Id))}, or {All}; "
            + $"can be given several times; {KnownRuntimes.Default.Id} when not given.",
        HelpName = "name",
    };

    public void AddTo(Command command) => command.Add(_runtimes);

    /// <summary>The chosen runtimes, in the order of the tables, whether this machine has them or not.</summary>
    public IReadOnlyList<Runtime> Runtimes(ParseResult arguments)
    {
        string[] names = arguments.GetValue(_runtimes) ?? [];
        foreach (string name in names)
        {
            if (!IsAll(name) && KnownRuntimes.Find(name) is null)
            {
                string valid = string.Join(", ", KnownRuntimes.All.Select(runtime => runtime.Id).Append(All));
                throw new UsageException($"{_runtimes.Name}: there is no \"{name}\". Valid: {valid}.");
            }
        }

        return names.Length == 0 ? [KnownRuntimes.Default]
            : names.Any(IsAll) ? KnownRuntimes.All
            : [.. KnownRuntimes.All.Where(runtime => names.Any(name => KnownRuntimes.Find(name) == runtime))];
    }

    private static bool IsAll(string name) => string.Equals(name, All, StringComparison.OrdinalIgnoreCase);
}
