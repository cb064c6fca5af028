using System.Text.RegularExpressions;

namespace PooledAwait.Analyzers.Tests.Support;

/// <summary>Source text in which <c>[|</c> and <c>|]</c> mark the places that a rule must report.</summary>
internal sealed class MarkedSource
{
    public MarkedSource(string marked)
    {
        var starts = new Stack<int>();
        var spans = new List<TextSpan>();
        foreach ((int index, Match mark) in Regex.Matches(marked, @"\[\||\|\]").Index())
        {
            int position = mark.Index - (2 * index);
            if (mark.Value == "[|")
            {
                starts.Push(position);
            }
            else
            {
                spans.Add(TextSpan.FromBounds(starts.Pop(), position));
            }
        }

        Assert.Empty(starts);
        spans.Sort();
        Text = marked.Replace("[|", "", StringComparison.Ordinal).Replace("|]", "", StringComparison.Ordinal);
        Spans = spans;
    }

    public string Text { get; }

    public IReadOnlyList<TextSpan> Spans { get; }
}
