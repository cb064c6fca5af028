using System.ComponentModel;
using AsyncBenchmarks.Processes;

namespace AsyncBenchmarks;

/// <summary>Names the sources that a run was built from.</summary>
internal static class Commit
{
    /// <summary>The commit, with "+changes" where the working copy differs from it; null without git.</summary>
    public static async Task<string?> DescribeAsync(CancellationToken cancellationToken)
    {
        string? commit = await FirstLineAsync(cancellationToken, "rev-parse", "--short=12", "HEAD");
        bool changed = commit is not null && await FirstLineAsync(cancellationToken, "status", "--porcelain") is not null;
        return changed ? commit + "+changes" : commit;
    }

    private static async Task<string?> FirstLineAsync(CancellationToken cancellationToken, params string[] arguments)
    {
        try
        {
            ProgramCommand command = new("git", ["-C", Repository.Root, .. arguments]);
            await using ChildProcess git = ChildProcess.Start(command.ToStartInfo());
            string? line = await git.ReadLineAsync(cancellationToken);
            while (await git.ReadLineAsync(cancellationToken) is not null)
            {
                // A process whose output nobody reads may never end.
            }

            return await git.WaitForExitAsync(cancellationToken) == 0 ? line : null;
        }
        catch (Win32Exception)
        {
            return null;
        }
    }
}
