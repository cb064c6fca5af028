using System;
using System.Collections.Concurrent;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Charts;
using AsyncBenchmarks.Reports.Html;
using Microsoft.Playwright;
using Xunit;

namespace AsyncBenchmarks.Page.Tests;

/// <summary>One browser, and the page as a file.</summary>
public sealed class PageFixture : IAsyncLifetime
{
    // On a busy machine too; what is never there costs the time of a failure only.
    private const float Patience = 120_000;

    private IPlaywright? _playwright;
    private IBrowser? _browser;

    /// <summary>The page's address.</summary>
    public Uri Address { get; } = new(Path.Combine(Folder, "page.html"));

    /// <summary>The page as it is without ECharts.</summary>
    public Uri AddressWithoutCharts { get; } = new(Path.Combine(Folder, "tables.html"));

    /// <summary>Pages and pictures stay there to be looked at.</summary>
    private static string Folder => Path.Combine(Repository.Artifacts, "page-tests");

    public async Task InitializeAsync()
    {
        if (Chromium.Path is null)
        {
            return;
        }

        Directory.CreateDirectory(Folder);
        ChartLibrary library = await ChartLibrary.FindAsync(
            Path.Combine(Repository.Root, "bench", "AsyncBenchmarks", "Charts"), Path.Combine(Repository.Artifacts, "charts"), "npm",
                CancellationToken.None);
        Assert.True(library.Text is not null, library.Missing);
        await File.WriteAllTextAsync(Address.LocalPath, HtmlReport.Write(PageResults.Create(), library.Text, null));
        await File.WriteAllTextAsync(AddressWithoutCharts.LocalPath, HtmlReport.Write(
            PageResults.Create(),
            null,
            "Charts need a reason.",
            new PagePicture("ContinueWith", "net10.0", 0, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300\" height=\"100\"/>")));
        _playwright = await Playwright.CreateAsync();
        Assertions.SetDefaultExpectTimeout(Patience);
        _browser = await _playwright.Chromium.LaunchAsync(new() { ExecutablePath = Chromium.Path, Args = Chromium.Arguments,
            Timeout = Patience });
    }

    public async Task DisposeAsync()
    {
        if (_browser is not null)
        {
            await _browser.DisposeAsync();
        }

        _playwright?.Dispose();
    }

    /// <summary>Opens the page in a context of its own.</summary>
    /// <param name="view">The part of the address after #.</param>
    /// <param name="options">The window and the reader's preferences.</param>
    /// <param name="address">Another address than the page's.</param>
    internal async Task<OpenPage> OpenAsync(string view = "", BrowserNewContextOptions? options = null, Uri? address = null)
    {
        IBrowser browser = _browser ?? throw new InvalidOperationException(
            "Chromium is not installed, and in CI it has to be: install the system's package chromium.");
        IBrowserContext context = await browser.NewContextAsync(options ?? new() { ViewportSize = new() { Width = 1200, Height = 900 } });
        context.SetDefaultTimeout(Patience);
        IPage page = await context.NewPageAsync();
        ConcurrentQueue<string> complaints = [];
        ConcurrentQueue<string> requests = [];
        page.Console += (_, message) =>
        {
            if (message.Type is "error" or "warning")
            {
                complaints.Enqueue(message.Text);
            }
        };
        page.PageError += (_, error) => complaints.Enqueue(error);
        page.Request += (_, request) => requests.Enqueue(request.Url);
        await page.GotoAsync((address ?? Address).AbsoluteUri + (view.Length > 0 ? "#" + view : ""));
        // The page unpacks its data after it has loaded.
        await page.Locator("main:not([aria-busy])").WaitForAsync();
        return new OpenPage(context, page, complaints, requests);
    }

    /// <summary>Keeps a picture of the page.</summary>
    internal static Task ShootAsync(IPage page, string name) =>
        page.ScreenshotAsync(new() { Path = Path.Combine(Folder, name + ".png"), FullPage = true });
}
