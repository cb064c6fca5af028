using System;
using System.IO;
using System.Threading.Tasks;
using AsyncBenchmarks.Reports;
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

    /// <summary>Page and pictures stay there to be looked at.</summary>
    private static string Folder => Path.Combine(Repository.Artifacts, "page-tests");

    public async Task InitializeAsync()
    {
        if (Chromium.Path is null)
        {
            return;
        }

        Directory.CreateDirectory(Folder);
        await File.WriteAllTextAsync(Address.LocalPath, HtmlReport.Write(RunPage.Create(PageResults.Create())));
        _playwright = await Playwright.CreateAsync();
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

    /// <summary>A page of a profile of its own, still empty.</summary>
    /// <param name="width">The window's.</param>
    /// <param name="isDark">Whether the reader prefers dark pages.</param>
    internal async Task<IPage> NewPageAsync(int width, bool isDark = false)
    {
        IBrowser browser = _browser ?? throw new InvalidOperationException(
            "Chromium is not installed, and in CI it has to be: install the system's package chromium.");
        IPage page = await browser.NewPageAsync(new()
        {
            ViewportSize = new() { Width = width, Height = 844 },
            IsMobile = width < 640,
            ColorScheme = isDark ? ColorScheme.Dark : ColorScheme.Light,
        });
        page.SetDefaultTimeout(Patience);
        return page;
    }

    /// <summary>Opens the page, and keeps a picture of it.</summary>
    internal async Task<IPage> OpenAsync(int width, bool isDark = false)
    {
        IPage page = await NewPageAsync(width, isDark);
        await page.GotoAsync(Address.AbsoluteUri);
        await page.ScreenshotAsync(new() { Path = Path.Combine(Folder, $"{width}{(isDark ? "-dark" : "")}.png"), FullPage = true });
        return page;
    }
}
