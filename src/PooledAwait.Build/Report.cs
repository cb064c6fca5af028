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

    /// <summary>Writes two files of this name, <c>.md</c> and <c>.json</c>, into a folder that it creates.</summary>
    public void Write(string file)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(file))!);
        SharedFile.Write(file + ".md", Encoding.UTF8.GetBytes(ToMarkdown()));
        SharedFile.Write(file + ".json", Encoding.UTF8.GetBytes(ToJson()));
    }

    /// <summary>A table for each assembly that has async methods.</summary>
    public string ToMarkdown()
    {
        StringBuilder text = new("# Async methods\n");
        foreach ((string name, Forms forms, bool isChosen, IReadOnlyList<MethodForm> methods) in _assemblies
            .Where(static one => one.Methods.Count > 0))
        {
            text.Append($"\n## {name}\n\n").Append(
                isChosen
                    ? $"Pooled with `{Text(forms)}`. "
                    : $"Not pooled. With `{Text(forms)}` it would be as follows. ");
            text.Append(MethodForm.Summary(methods)).Append(
                ".\n\n| method | bytes saved | calls pooled | other calls | variant | original |\n"
                + "| --- | ---: | ---: | --- | --- | --- |\n");
            foreach (MethodForm method in Sorted(methods))
            {
                text.Append(
                    $"| `{method.Method.Replace("|", "\\|")}` | {(method.Bytes > 0 ? method.Bytes + " B" : "")} | {method.PooledCalls} "
                    + $"| {Others(method).Replace("|", "\\|")} | {(method.HasVariant ? "yes" : "no: " + method.Reason)} "
                    + $"| {method.Original} |\n");
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
                $"\n      {{ \"method\": {Quoted(method.Method)}, \"variant\": {(method.HasVariant ? "true" : "false")}, "
                + $"\"reason\": {Quoted(method.Reason)}, \"original\": {Quoted(method.Original)}, "
                + $"\"bytesSaved\": {method.Bytes.ToString(CultureInfo.InvariantCulture)}, "
                + $"\"pooledCalls\": {method.PooledCalls.ToString(CultureInfo.InvariantCulture)}, "
                + $"\"otherCalls\": [{string.Join(", ", method.OtherCalls.Select(Quoted))}] }}"))
            + (one.Methods.Count == 0 ? "]\n  }" : "\n    ]\n  }"));
        return "[\n" + string.Join(",\n", assemblies) + "\n]\n";
    }

    /// <summary>The methods that save the most bytes first.</summary>
    private static IEnumerable<MethodForm> Sorted(IEnumerable<MethodForm> methods) =>
        methods.OrderByDescending(static method => method.Bytes * method.PooledCalls)
            .ThenBy(static method => method.Method, System.StringComparer.Ordinal);

    private static string Others(MethodForm method) => string.Join("; ", method.OtherCalls.GroupBy(static call => call)
        .Select(static group => group.Count() == 1 ? group.Key : $"{group.Key} ({group.Count()} times)"));

    private static string Text(Forms forms) => forms.ToString().Replace(", ", ";");

    private static string Quoted(string text) => HttpUtility.JavaScriptStringEncode(text, addDoubleQuotes: true);
}
