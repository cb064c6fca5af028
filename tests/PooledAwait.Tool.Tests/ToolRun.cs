namespace PooledAwait.Tool.Tests;

/// <summary>What the command did.</summary>
internal sealed record ToolRun(int Code, string Output, string Errors)
{
    internal static async Task<ToolRun> RunAsync(params string[] arguments) => await RunAsync(CancellationToken.None, arguments);

    internal static async Task<ToolRun> RunAsync(CancellationToken stop, params string[] arguments)
    {
        using StringWriter output = new(), errors = new();
        int code = await Program.RunAsync(arguments, output, errors, stop);
        return new(code, output.ToString(), errors.ToString());
    }
}
