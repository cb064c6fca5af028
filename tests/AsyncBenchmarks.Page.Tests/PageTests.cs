using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.Playwright;
using Xunit;

namespace AsyncBenchmarks.Page.Tests;

/// <summary>What a person sees.</summary>
public class PageTests(PageFixture fixture) : IClassFixture<PageFixture>
{
    private const int Phone = 390;

    [BrowserFact]
    public async Task It_opens_without_an_error_and_asks_nothing_of_the_network()
    {
        IPage page = await fixture.NewPageAsync(1200);
        ConcurrentQueue<string> complaints = [];
        ConcurrentQueue<string> requests = [];
        page.Console += (_, message) => complaints.Enqueue(message.Text);
        page.PageError += (_, error) => complaints.Enqueue(error);
        page.Request += (_, request) => requests.Enqueue(request.Url);

        await page.GotoAsync(fixture.Address.AbsoluteUri);

        Assert.Empty(complaints);
        Assert.Equal(fixture.Address.AbsoluteUri, Assert.Single(requests.Distinct()));
        Assert.Contains(PageResults.OddName, await page.Locator("tbody th").AllInnerTextsAsync());
        Assert.Equal(0, await page.Locator("img").CountAsync());
    }

    [BrowserFact]
    public async Task On_a_phone_nothing_is_wider_than_the_screen_and_ratios_and_bytes_are_in_view()
    {
        IPage page = await fixture.OpenAsync(Phone);

        Assert.Equal(Phone, await page.EvaluateAsync<int>("document.documentElement.scrollWidth"));
        string[] outside = await page.EvaluateAsync<string[]>(
            """
            width => [...document.querySelectorAll("thead th")]
              .filter(cell => ["Ratio", "Allocated"].includes(cell.textContent) && cell.getBoundingClientRect().right > width)
              .map(cell => cell.closest("section").id + " " + cell.textContent)
            """,
            Phone);
        Assert.Empty(outside);
    }

    [BrowserFact]
    public async Task No_two_words_of_a_chart_lie_on_each_other_and_each_can_be_read()
    {
        foreach (int width in new[] { 1200, 700, Phone })
        {
            IPage page = await fixture.OpenAsync(width);

            string[] faults = await page.EvaluateAsync<string[]>(
                """
                () => [...document.querySelectorAll(".chart")].flatMap(picture => {
                  const chart = picture.getBoundingClientRect();
                  const words = [...picture.querySelectorAll("text")].filter(text => text.textContent.trim());
                  const boxes = words.map(text => ({ text: text.textContent, box: text.getBoundingClientRect() }));
                  const found = boxes.length < 8 ? ["only " + boxes.length + " words"] : [];
                  boxes.forEach(({ text, box }, i) => {
                    if (box.height < 9) found.push("small: " + text + " " + box.height);
                    if (box.left < chart.left - 1 || box.right > chart.right + 1) found.push("outside: " + text);
                    for (const { text: other, box: b } of boxes.slice(i + 1)) {
                      if (box.left < b.right - 1 && b.left < box.right - 1 && box.top < b.bottom - 3 && b.top < box.bottom - 3) {
                        found.push(text + " | " + other);
                      }
                    }
                  });
                  return found;
                })
                """);

            Assert.True(faults.Length == 0, $"{width}: {string.Join("; ", faults)}");
        }
    }

    [BrowserFact]
    public async Task The_theme_is_the_systems_in_the_pictures_too()
    {
        const string Colors =
            """
            () => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector(".chart text")).fill]
              .map(color => color.match(/\d+/g).reduce((sum, part) => sum + Number(part), 0))
            """;

        int[] light = await (await fixture.OpenAsync(1200)).EvaluateAsync<int[]>(Colors);
        int[] dark = await (await fixture.OpenAsync(1200, isDark: true)).EvaluateAsync<int[]>(Colors);

        Assert.True(light[0] > light[1] + 300, string.Join(' ', light));
        Assert.True(dark[1] > dark[0] + 300, string.Join(' ', dark));
    }
}
