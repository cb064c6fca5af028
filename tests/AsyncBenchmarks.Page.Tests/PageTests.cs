using System;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.Playwright;
using Xunit;

namespace AsyncBenchmarks.Page.Tests;

/// <summary>What a person sees and does.</summary>
public class PageTests : IClassFixture<PageFixture>
{
    private const string FirstMachine = "machine=0";

    private readonly PageFixture _fixture;

    public PageTests(PageFixture fixture)
    {
        _fixture = fixture;
    }

    [BrowserFact]
    public async Task It_opens_without_an_error_and_asks_nothing_of_the_network()
    {
        await using OpenPage open = await _fixture.OpenAsync();
        foreach (ILocator link in await open.Page.Locator("#scenarios a").AllAsync())
        {
            await link.ClickAsync();
            await Assertions.Expect(open.Page.Locator(".chart svg").First).ToBeVisibleAsync();
        }

        await PageFixture.ShootAsync(open.Page, "last-scenario");
        Assert.Empty(open.Complaints);
        Assert.All(open.Requests, url => Assert.StartsWith("file:", url, StringComparison.Ordinal));
        Assert.Single(open.Requests.Distinct());
    }

    [BrowserFact]
    public async Task It_says_where_the_numbers_come_from_and_what_to_know_before()
    {
        await using OpenPage open = await _fixture.OpenAsync();

        string text = await open.Page.Locator("body").InnerTextAsync();

        Assert.Contains("quick: not for quoting", text);
        Assert.Contains("The machine was not quiet.", text);
        Assert.Contains("f5b7ade1b627", text);
        Assert.Contains("ProtoPromise 3.5.1", text);
        Assert.Contains("AMD EPYC, 2 logical cores", text);
        Assert.Contains("run --quick", text);
    }

    [BrowserFact]
    public async Task The_filter_leaves_the_rows_with_all_of_its_words()
    {
        await using OpenPage open = await _fixture.OpenAsync("scenario=AsyncAwait&" + FirstMachine);
        Assert.Equal(20, await Rows(open.Page).CountAsync());

        await open.Page.GetByLabel("Filter").PressSequentiallyAsync("promise true");

        Assert.Equal(["ProtoPromise", "RSG.Promise"], await Methods(open.Page));
        Assert.Equal("promise true", await open.Page.GetByLabel("Filter").InputValueAsync());
        Assert.Equal("2 of 40 rows", await open.Page.Locator("#count").InnerTextAsync());

        await open.Page.GetByLabel("Filter").FillAsync("nothing like this");

        await Assertions.Expect(open.Page.GetByText("Nothing is left.")).ToBeVisibleAsync();
    }

    [BrowserFact]
    public async Task A_click_on_a_header_sorts_up_then_down_then_not_and_rows_without_numbers_stay_below()
    {
        await using OpenPage open = await _fixture.OpenAsync("scenario=AsyncAwait&" + FirstMachine);
        string[] before = await Methods(open.Page);
        ILocator header = open.Page.Locator("th", new() { HasText = "Mean" });
        ILocator button = header.GetByRole(AriaRole.Button);

        Assert.Equal("none", await header.GetAttributeAsync("aria-sort"));
        await button.ClickAsync();
        Assert.Equal("ascending", await header.GetAttributeAsync("aria-sort"));
        Assert.Equal(["ProtoPromise", "PooledAwait"], (await Methods(open.Page)).Take(2));
        Assert.Equal(["RSG.Promise", "RSG.Promise"], (await Methods(open.Page)).TakeLast(2));
        await button.ClickAsync();
        Assert.Equal("descending", await header.GetAttributeAsync("aria-sort"));
        Assert.Equal("ValueTask-Pooling", (await Methods(open.Page))[0]);
        Assert.Equal(["RSG.Promise", "RSG.Promise"], (await Methods(open.Page)).TakeLast(2));
        await button.ClickAsync();
        Assert.Equal(before, await Methods(open.Page));
    }

    [BrowserFact]
    public async Task The_reason_of_a_missing_row_shows_under_the_pointer_and_on_focus_and_is_read_out()
    {
        await using OpenPage open = await _fixture.OpenAsync("scenario=Yield&runtime=mono&" + FirstMachine);
        ILocator missing = open.Page.GetByRole(AriaRole.Button, new() { Name = "NA", Exact = true }).First;
        ILocator tip = open.Page.Locator("#tip");

        await Assertions.Expect(tip).ToBeHiddenAsync();
        await missing.HoverAsync();
        await Assertions.Expect(tip).ToHaveTextAsync(PageResults.Reason);
        await open.Page.Mouse.MoveAsync(1, 1);
        await Assertions.Expect(tip).ToBeHiddenAsync();
        await missing.FocusAsync();
        await Assertions.Expect(tip).ToHaveTextAsync(PageResults.Reason);
        await Assertions.Expect(tip).ToBeVisibleAsync();
        await Assertions.Expect(missing).ToHaveAccessibleDescriptionAsync(PageResults.Reason);
        await open.Page.Keyboard.PressAsync("Escape");
        await Assertions.Expect(tip).ToBeHiddenAsync();
    }

    [BrowserFact]
    public async Task The_theme_is_the_systems_until_it_is_chosen()
    {
        await using OpenPage open = await _fixture.OpenAsync(options: new() { ColorScheme = ColorScheme.Dark });

        await Assertions.Expect(open.Page.Locator("body")).ToHaveCSSAsync("background-color", "rgb(21, 24, 28)");
        await PageFixture.ShootAsync(open.Page, "dark");
        await open.Page.GetByRole(AriaRole.Button, new() { Name = "Light theme" }).ClickAsync();
        await Assertions.Expect(open.Page.Locator("body")).ToHaveCSSAsync("background-color", "rgb(255, 255, 255)");
        Assert.Contains("theme=light", await AddressAsync(open.Page));
        await Assertions.Expect(open.Page.GetByRole(AriaRole.Button, new() { Name = "Dark theme" })).ToBeVisibleAsync();
    }

    [BrowserFact]
    public async Task The_address_restores_the_view()
    {
        await using OpenPage open = await _fixture.OpenAsync();
        await ChooseAsync(open.Page, "Deep");
        await open.Page.GetByLabel("Machine", new() { Exact = true }).SelectOptionAsync("0");
        await open.Page.GetByLabel("Runtime").SelectOptionAsync("all");
        await open.Page.GetByLabel("N", new() { Exact = true }).SelectOptionAsync("10,000");
        await open.Page.GetByLabel("Filter").FillAsync("pool");
        await open.Page.GetByRole(AriaRole.Button, new() { Name = "Allocated" }).ClickAsync();
        await open.Page.GetByRole(AriaRole.Button, new() { Name = "Dark theme" }).ClickAsync();
        string[] seen = await Methods(open.Page);

        await using OpenPage again = await _fixture.OpenAsync(new Uri(await AddressAsync(open.Page)).Fragment.TrimStart('#'));

        Assert.NotEmpty(seen);
        Assert.Equal(seen, await Methods(again.Page));
        Assert.Equal("Deep", await again.Page.Locator("#scenario").InnerTextAsync());
        Assert.Equal("10,000", await again.Page.GetByLabel("N", new() { Exact = true }).InputValueAsync());
        Assert.Equal("ascending", await again.Page.Locator("th", new() { HasText = "Allocated" }).GetAttributeAsync("aria-sort"));
        await Assertions.Expect(again.Page.Locator("body")).ToHaveCSSAsync("background-color", "rgb(21, 24, 28)");
    }

    [BrowserFact]
    public async Task Nonsense_in_the_address_shows_the_first_view()
    {
        await using OpenPage open = await _fixture.OpenAsync("scenario=Nope&runtime=nope&machine=7&parameters=1&sort=x&p.nope=1");

        Assert.Equal("AsyncAwait", await open.Page.Locator("#scenario").InnerTextAsync());
        Assert.NotEmpty(await Methods(open.Page));
        Assert.Empty(open.Complaints);
    }

    [BrowserFact]
    public async Task Every_machine_and_runtime_has_a_section_of_its_own()
    {
        await using OpenPage open = await _fixture.OpenAsync("scenario=Yield&runtime=all");

        string[] titles = [.. await open.Page.Locator("#sections h3").AllInnerTextsAsync()];

        Assert.Equal(3, titles.Length);
        Assert.Contains(titles, title => title.StartsWith("Mono, AMD EPYC", StringComparison.Ordinal));
        Assert.Contains(".NET 10, Another machine", titles);
        await open.Page.GetByLabel("Machine", new() { Exact = true }).SelectOptionAsync("1");
        Assert.Equal([".NET 10, Another machine"], await open.Page.Locator("#sections h3").AllInnerTextsAsync());
    }

    [BrowserFact]
    public async Task On_a_phone_nothing_is_wider_than_the_screen()
    {
        await using OpenPage open = await _fixture.OpenAsync(options: new() { ViewportSize = new() { Width = 375, Height = 740 },
            HasTouch = true, IsMobile = true });
        foreach (string scenario in new[] { "AsyncAwait", "Yield", "Deep" })
        {
            await ChooseAsync(open.Page, scenario);

            Assert.Equal(375, await open.Page.EvaluateAsync<int>("document.documentElement.scrollWidth"));
            await PageFixture.ShootAsync(open.Page, "phone-" + scenario);
        }

        await ChooseAsync(open.Page, "Yield");
        await open.Page.GetByRole(AriaRole.Button, new() { Name = "NA", Exact = true }).First.TapAsync();
        await Assertions.Expect(open.Page.Locator("#tip")).ToBeVisibleAsync();
    }

    [BrowserFact]
    public async Task The_keyboard_reaches_everything_in_order_and_keeps_its_place()
    {
        await using OpenPage open = await _fixture.OpenAsync("scenario=AsyncAwait&" + FirstMachine);
        string[] expected = ["Skip to the results", "Copy link", "Dark theme", "AsyncAwait", "ContinueWith", "Yield", "Deep"];
        foreach (string name in expected)
        {
            await open.Page.Keyboard.PressAsync("Tab");
            Assert.Equal(name, await open.Page.EvaluateAsync<string>("document.activeElement.textContent"));
            Assert.NotEqual("none", await open.Page.EvaluateAsync<string>("getComputedStyle(document.activeElement).outlineStyle"));
        }

        ILocator mean = open.Page.GetByRole(AriaRole.Button, new() { Name = "Mean" });
        for (int i = 0; i < 12 && !await mean.EvaluateAsync<bool>("element => element === document.activeElement"); i++)
        {
            await open.Page.Keyboard.PressAsync("Tab");
        }

        await open.Page.Keyboard.PressAsync("Enter");
        await open.Page.Keyboard.PressAsync("Enter");

        Assert.Equal("descending", await open.Page.Locator("th", new() { HasText = "Mean" }).GetAttributeAsync("aria-sort"));
        Assert.True(await mean.EvaluateAsync<bool>("element => element === document.activeElement"));
    }

    [BrowserFact]
    public async Task A_scenarios_link_keeps_the_focus_on_it()
    {
        await using OpenPage open = await _fixture.OpenAsync();

        await open.Page.Locator("#scenarios").GetByText("Yield").FocusAsync();
        await open.Page.Keyboard.PressAsync("Enter");

        await Assertions.Expect(open.Page.Locator("#scenario")).ToHaveTextAsync("Yield");
        Assert.Equal("Yield", await open.Page.EvaluateAsync<string>("document.activeElement.textContent"));
    }

    [BrowserFact]
    public async Task No_two_words_of_a_chart_lie_on_each_other()
    {
        foreach (int width in new[] { 1200, 700, 375 })
        {
            await using OpenPage open = await _fixture.OpenAsync("scenario=Deep",
                new() { ViewportSize = new() { Width = width, Height = 900 } });
            await PageFixture.ShootAsync(open.Page, $"many-rows-{width}");

            string[] overlaps = await open.Page.EvaluateAsync<string[]>(
                """
                () => {
                  const words = [...document.querySelectorAll(".chart text")].filter(text => text.textContent.trim());
                  const boxes = words.map(text => ({ text: text.textContent, box: text.getBoundingClientRect() }));
                  const found = [];
                  for (let i = 0; i < boxes.length; i++) for (let j = i + 1; j < boxes.length; j++) {
                    const a = boxes[i].box, b = boxes[j].box;
                    if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3
                        && b.top < a.bottom - 3) found.push(boxes[i].text + " | " + boxes[j].text);
                  }
                  const chart = document.querySelector(".chart").getBoundingClientRect();
                  boxes.filter(({ box }) => box.left < chart.left - 1 || box.right > chart.right
                      + 1).forEach(({ text }) => found.push("outside: " + text));
                  return boxes.length > 40 ? found : ["only " + boxes.length + " words"];
                }
                """);

            Assert.True(overlaps.Length == 0, $"{width}: {string.Join("; ", overlaps)}");
        }
    }

    [BrowserFact]
    public async Task A_scenario_with_figures_of_its_own_draws_them_and_others_when_asked()
    {
        await using OpenPage open = await _fixture.OpenAsync("scenario=Deep&" + FirstMachine);
        ILocator chart = open.Page.Locator(".chart");

        await Assertions.Expect(chart).ToContainTextAsync("Per link (log)");
        await open.Page.GetByLabel("Bars", new() { Exact = true }).SelectOptionAsync("time");
        await Assertions.Expect(chart).ToContainTextAsync("Time per operation (log)");
        Assert.Contains("bars=time", await AddressAsync(open.Page));
    }

    [BrowserFact]
    public async Task A_runtime_that_a_scenario_lacks_hides_nothing()
    {
        await using OpenPage open = await _fixture.OpenAsync("scenario=AsyncAwait&runtime=mono&" + FirstMachine);

        Assert.Equal(20, await Rows(open.Page).CountAsync());
    }

    [BrowserFact]
    public async Task Odd_names_are_words()
    {
        await using OpenPage open = await _fixture.OpenAsync("scenario=Deep&" + FirstMachine);

        Assert.Contains(PageResults.OddName, await Methods(open.Page));
        Assert.Equal(0, await open.Page.Locator("img").CountAsync());
        Assert.Empty(open.Complaints);
    }

    [BrowserFact]
    public async Task Without_ECharts_the_tables_are_there_and_the_page_says_what_is_missing()
    {
        await using OpenPage open = await _fixture.OpenAsync("scenario=AsyncAwait&" + FirstMachine, address: _fixture.AddressWithoutCharts);

        Assert.Equal(20, await Rows(open.Page).CountAsync());
        await Assertions.Expect(open.Page.GetByText("Charts need a reason.")).ToBeVisibleAsync();
        Assert.Empty(open.Complaints);
    }

    [BrowserFact]
    public async Task Without_ECharts_a_picture_stands_in_the_place_of_its_chart()
    {
        await using OpenPage open = await _fixture.OpenAsync(
            "scenario=ContinueWith&" + FirstMachine, address: _fixture.AddressWithoutCharts);

        ILocator picture = open.Page.GetByRole(AriaRole.Img, new() { NameRegex = new("^Bar chart of all rows: ContinueWith") });
        await Assertions.Expect(picture).ToBeVisibleAsync();
        Assert.Equal(300, await picture.EvaluateAsync<int>("image => image.decode().then(() => image.naturalWidth)"));
        Assert.Equal(0, await open.Page.GetByText("Charts need a reason.").CountAsync());
        Assert.Empty(open.Complaints);
    }

    // The address changes first, and the page follows it a moment later.
    private static async Task ChooseAsync(IPage page, string scenario)
    {
        await page.Locator("#scenarios").GetByText(scenario, new() { Exact = true }).ClickAsync();
        await Assertions.Expect(page.Locator("#scenario")).ToHaveTextAsync(scenario);
    }

    private static ILocator Rows(IPage page) => page.Locator("tbody tr");

    private static async Task<string[]> Methods(IPage page) => [.. await page.Locator("tbody th").AllInnerTextsAsync()];

    // As the page has it; Playwright's own copy follows a moment later.
    private static Task<string> AddressAsync(IPage page) => page.EvaluateAsync<string>("location.href");
}
