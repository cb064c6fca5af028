using System;
using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Runner;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Measuring;

public class CatalogLineTests
{
    [Theory]
    [MemberData(nameof(Lines))]
    public void A_line_is_read_back(object line) => Assert.Equal(line, CatalogLine.Parse(((CatalogLine)line).Format()));

    [Theory]
    [InlineData("")]
    [InlineData("Something that a library prints")]
    [InlineData("a\tb\tc\td\te\tf\tg")]
    public void Something_else_is_no_line(string text) => Assert.Null(CatalogLine.Parse(text));

    [Fact]
    public void A_reason_of_several_lines_becomes_one() =>
        Assert.Equal("one  two three", CatalogLine.Parse((Line() with { NotAvailable = "one\r\ntwo\tthree" }).Format())!.NotAvailable);

    [Fact]
    public void Work_that_can_not_be_made_is_told_with_the_exception()
    {
        CatalogLine line = CatalogLine.Of(Case(Availability.Of(() => throw new InvalidOperationException("no"))));

        Assert.Equal("InvalidOperationException: no", line.Broken);
    }

    [Fact]
    public void Known_failures_are_told()
    {
        Availability known = Catalog.Cases.First(each => each.Availability.Create is not null).Availability.KnownToFail("overflows");

        Assert.Equal("overflows", CatalogLine.Of(Case(known)).KnownFailure);
    }

    public static TheoryData<object> Lines() =>
    [
        Line(),
        Line() with { NotAvailable = "It has none." },
        Line() with { KnownFailure = "It overflows.", OperationsPerRun = 1000, NeedsPreparation = true },
        Line() with { Broken = "Exception: no", RunsOnce = true },
    ];

    private static CatalogLine Line() => new("A/B/C=1", null, null, null, 1, false, false);

    private static Case Case(Availability offer) => new("A", "B", "B", new List<KeyValuePair<string, string>>(), false, offer);
}
