using System.CommandLine;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Commands;

/// <summary>Describes where the numbers of this command will come from.</summary>
internal static class Origins
{
    public static async Task<Origin> DescribeAsync(ParseResult arguments, CancellationToken cancellationToken) => new()
    {
        Command = string.Join(' ', arguments.Tokens.Select(token => Quote(token.Value)).Prepend(Cli.Start)),
        Arguments = [.. arguments.Tokens.Select(token => token.Value)],
        Started = DateTimeOffset.UtcNow,
        Commit = await Commit.DescribeAsync(cancellationToken),
        Build = Build.Describe(),
        Machine = Machine.Describe(),
        Libraries =
        [
            .. Catalog.Libraries.Select(library =>
                new LibraryInfo(library.Name, library.Package, library.Version, library.NotFound, library.Notes)),
        ],
    };

    private static string Quote(string argument) => argument.Any(" <>&|;()*".Contains) ? "\"" + argument + "\"" : argument;
}
