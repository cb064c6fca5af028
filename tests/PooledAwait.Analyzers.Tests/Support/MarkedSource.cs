using System.Text;
using Microsoft.CodeAnalysis.Text;

namespace PooledAwait.Analyzers.Tests.Support;

/// <summary>Source text in which <c>[|</c> and <c>|]</c> mark the places that a rule must report.</summary>
internal sealed class MarkedSource
{
    public MarkedSource(string marked)
    {
        var text = new StringBuilder();
        var starts = new Stack<int>();
        var spans = new List<TextSpan>();
        for (int i = 0; i < marked.Length; i++)
        {
            if (marked.AsSpan(i).StartsWith("[|"))
            {
                starts.Push(text.Length);
                i++;
            }
            else if (marked.AsSpan(i).StartsWith("|]"))
            {
                spans.Add(TextSpan.FromBounds(starts.Pop(), text.Length));
                i++;
            }
            else
            {
                text.Append(marked[i]);
            }
        }

        Assert.Empty(starts);
        spans.Sort();
        Text = text.ToString();
        Spans = spans;
    }

    public string Text { get; }

    public IReadOnlyList<TextSpan> Spans { get; }
}
