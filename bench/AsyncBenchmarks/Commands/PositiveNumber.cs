using System.CommandLine;
using System.Globalization;

namespace AsyncBenchmarks.Commands;

/// <summary>Options that are numbers of something.</summary>
internal static class PositiveNumber
{
    /// <summary>The option's value; throws when it is below 1.</summary>
    public static int Of(ParseResult arguments, Option<int> option)
    {
        int value = arguments.GetValue(option);
        return value > 0
            ? value
            : throw new UsageException($"{option.Name} must be 1 or more, not {value.ToString(CultureInfo.InvariantCulture)}.");
    }
}
