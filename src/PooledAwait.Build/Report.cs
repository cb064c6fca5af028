using System.Globalization;
using System.Text;
using System.Web;

namespace PooledAwait.Build;

/// <summary>What became of the async methods of some assemblies, for readers and for tools.</summary>
public sealed class Report
{
    private readonly List<(string Name, Forms Forms, bool IsChosen, IReadOnlyList<MethodForm> Methods)> _assemblies = [];

    public void Add(string name, Forms forms, bool isChosen, IReadOnlyList<MethodForm> methods) =>
        _assemblies.Add((name, forms, isChosen, methods));

    /// <summary>A table for each assembly that has async methods. In each the weakest forms come first.</summary>
    public string ToMarkdown()
    {
        StringBuilder text = new("# Async methods\n");
        foreach ((string name, Forms forms, bool isChosen, IReadOnlyList<MethodForm> methods) in _assemblies)
        {
            if (methods.Count == 0)
            {
                continue;
            }

            text.Append($"\n## {name}\n\n").Append(
                isChosen
                    ? $"Pooled with `{Text(forms)}`. "
                    : $"Not pooled. With `{Text(forms)}` it would be as follows. ");
            text.Append(MethodForm.Summary(methods)).Append(
                ".\n\n| method | form | reason | state machine |\n| --- | --- | --- | ---: |\n");
            foreach (MethodForm method in Sorted(methods))
            {
                text.Append($"| `{method.Method.Replace("|", "\\|")}` | {method.Form} | {method.Reason} | {method.Size} B |\n");
            }
        }

        return text.ToString();
    }

    /// <summary>The same as an array of assemblies, each with its methods.</summary>
    public string ToJson()
    {
        IEnumerable<string> assemblies = _assemblies.Select(static one =>
            $"  {{\n    \"assembly\": {Quoted(one.Name)},\n    \"pooled\": {(one.IsChosen ? "true" : "false")},\n"
            + $"    \"kinds\": {Quoted(Text(one.Forms))},\n    \"methods\": ["
            + string.Join(",", Sorted(one.Methods).Select(static method =>
                $"\n      {{ \"method\": {Quoted(method.Method)}, \"form\": {Quoted(method.Form)}, \"reason\": {Quoted(method.Reason)}, "
                + $"\"stateMachineBytes\": {method.Size.ToString(CultureInfo.InvariantCulture)} }}"))
            + (one.Methods.Count == 0 ? "]\n  }" : "\n    ]\n  }"));
        return "[\n" + string.Join(",\n", assemblies) + "\n]\n";
    }

    private static IEnumerable<MethodForm> Sorted(IEnumerable<MethodForm> methods)
    {
        string[] order = [MethodForm.PooledTask, MethodForm.PooledValueTask, MethodForm.Kept, MethodForm.NoTask];
        return methods.OrderBy(method => System.Array.IndexOf(order, method.Form))
            .ThenBy(static method => method.Method, System.StringComparer.Ordinal);
    }

    private static string Text(Forms forms) => forms.ToString().Replace(", ", ";");

    private static string Quoted(string text) => HttpUtility.JavaScriptStringEncode(text, addDoubleQuotes: true);
}
