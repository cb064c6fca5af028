using System.Runtime.InteropServices;

namespace PooledAwait.Smoke;

/// <summary>Publishes the page, opens it, prints what its checks say, and passes on its exit code.</summary>
internal static class Program
{
    /// <summary>How long one check may take, and the browser to start.</summary>
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    private static async Task<int> Main()
    {
        // Stopping this program stops the browser, too.
        using CancellationTokenSource stop = new();
        using PosixSignalRegistration interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop);
        using PosixSignalRegistration terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop);
        try
        {
            return await RunAsync(stop.Token);
        }
        catch (InvalidOperationException exception)
        {
            Console.WriteLine("FAILED: " + exception.Message);
            return 1;
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            Console.WriteLine("stopped");
            return 1;
        }

        void Stop(PosixSignalContext signal)
        {
            signal.Cancel = true;
            stop.Cancel();
        }
    }

    private static async Task<int> RunAsync(CancellationToken stop)
    {
        if (Browser.Path is null)
        {
            Console.WriteLine("skipped: Chromium is not installed, and CHROMIUM names no other browser of its kind");
            return 0;
        }

        if (await Page.FindMissingPackagesAsync(stop) is { } missing)
        {
            Console.WriteLine("skipped: a package for WebAssembly can't be restored:\n" + missing);
            return 0;
        }

        await using Server server = await Server.StartAsync(await Page.PublishAsync(stop), stop);
        using Browser browser = Browser.Open(server.Address);
        while (true)
        {
            Report report;
            try
            {
                report = await server.ReadAsync(stop).AsTask().WaitAsync(s_patience, stop);
            }
            catch (TimeoutException)
            {
                Console.WriteLine(
                    $"FAILED: the page has reported nothing for {s_patience}. The check after the last line hangs, or the browser has "
                    + (browser.HasExited ? "exited." : "lost the page."));
                return 1;
            }

            if (report.ExitCode is { } code)
            {
                return code;
            }

            Console.WriteLine(report.Line);
        }
    }
}
