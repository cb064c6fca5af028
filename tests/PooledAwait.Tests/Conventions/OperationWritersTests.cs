using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;

namespace PooledAwait.Tests.Conventions;

/// <summary>The table at the head of Operation.cs names the methods that write each field: these, and no others.</summary>
public partial class OperationWritersTests
{
    private const string Head = "Operations/Operation.cs";
    private const BindingFlags OwnFields = BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    [Theory]
    [InlineData("_word")]
    [InlineData("_trampoline")]
    [InlineData("_continuation")]
    [InlineData("_continuationState")]
    [InlineData("_contextOrFailure")]
    [InlineData("_result")]
    public void Writers_OfAField_AreThoseOfItsTable(string field) => Assert.Equal(
        WritersInTheSource(field, Members()),
        WritersInTheTable(field, File.ReadAllLines(Path.Combine(SourceTests.Root(), Head))));

    [Fact]
    public void Table_HasEveryFieldOfAnOperation_ThatIsWritten() => Assert.Equal(
        ["_contextOrFailure", "_continuation", "_continuationState", "_result", "_trampoline", "_word"],
        new[] { typeof(Operation), typeof(Operation<int>) }
            .SelectMany(static type => type.GetFields(OwnFields))
            .Where(static field => !field.IsInitOnly)
            .Select(static field => field.Name)
            .Order(StringComparer.Ordinal));

    /// <summary>The names in the last column of a field's rows; a name without a class is one of Operation.</summary>
    private static string[] WritersInTheTable(string field, string[] lines)
    {
        int header = Array.FindIndex(lines, static line => line.StartsWith("/// field ", StringComparison.Ordinal));
        int column = lines[header].IndexOf("writers", StringComparison.Ordinal);
        int first = Array.FindIndex(lines, header, line => line.StartsWith($"/// {field} ", StringComparison.Ordinal));
        int end = Array.FindIndex(lines, first + 1, static line => !line.StartsWith("///   ", StringComparison.Ordinal));
        return
        [
            .. lines[first..end]
                .SelectMany(line => MethodName().Matches(line.Length > column ? line[column..] : string.Empty))
                .Select(static match => match.Value)
                .Distinct()
                .Order(StringComparer.Ordinal),
        ];
    }

    private static string[] WritersInTheSource(string field, IEnumerable<(string Class, string Member, string Text)> members)
    {
        Regex write = new(
            $@"\b{field}\b(?:\.\w+)*\s*(?:(?:[-+*/%&|^]|<<|>>>?|\?\?)?=(?![=>])|\+\+|--)"
            + $@"|(?:\+\+|--)(?:\w+\.)*{field}\b"
            + $@"|\bout\s+(?:\w+\.)*{field}\b|(?<!\.Read\()\bref\s+(?:\w+\.)*{field}\b");
        HashSet<string> classes = ClassesWith(field);
        return
        [
            .. members.Where(member => classes.Contains(member.Class) && write.IsMatch(member.Text))
                .Select(static member => member.Class == nameof(Operation) ? member.Member : $"{member.Class}.{member.Member}")
                .Distinct()
                .Order(StringComparer.Ordinal),
        ];
    }

    /// <summary>The classes whose code may name the field: Operation, for one that is not private also those that derive from it.</summary>
    private static HashSet<string> ClassesWith(string field)
    {
        bool isPrivate = typeof(Operation).GetField(field, OwnFields) is { IsPrivate: true };
        return
        [
            .. typeof(Operation).Assembly.GetTypes()
                .Where(type => type == typeof(Operation) || (!isPrivate && type.IsSubclassOf(typeof(Operation))))
                .Select(static type => type.Name.Split('`')[0]),
        ];
    }

    private static IEnumerable<(string Class, string Member, string Text)> Members() =>
        from file in SourceTests.Files()
        from member in Members(File.ReadAllLines(file))
        select member;

    /// <summary>The members with code, without comments. Members stand four columns further right than their class.</summary>
    private static IEnumerable<(string Class, string Member, string Text)> Members(string[] lines)
    {
        Stack<(int Indent, string Name)> classes = new();
        string? member = null;
        StringBuilder text = new();
        foreach (string line in lines)
        {
            string code = line.Split("//")[0].TrimEnd();
            int indent = code.Length - code.TrimStart().Length;
            if (code.Length == 0)
            {
                continue;
            }

            bool isClass = ClassName().Match(code) is { Success: true };
            bool begins = classes.Count == 0 || (indent <= classes.Peek().Indent + 4 && char.IsLetter(code[indent]));
            if ((isClass || begins) && member is not null)
            {
                yield return (classes.Peek().Name, member, text.ToString());
                member = null;
            }

            if (isClass)
            {
                while (classes.Count != 0 && classes.Peek().Indent >= indent)
                {
                    classes.Pop();
                }

                classes.Push((indent, ClassName().Match(code).Groups[1].Value));
            }
            else if (begins && classes.Count != 0)
            {
                while (classes.Count > 1 && indent <= classes.Peek().Indent)
                {
                    classes.Pop();
                }

                member = MemberName(code);
                text.Clear();
            }

            text.Append(code).Append('\n');
        }

        if (member is not null)
        {
            yield return (classes.Peek().Name, member, text.ToString());
        }
    }

    /// <summary>The name of a method or property from the first line of its declaration; null for a field.</summary>
    private static string? MemberName(string code)
    {
        string declaration = code.Split("=>")[0].TrimEnd();
        return Method().Match(declaration) is { Success: true } method && !declaration[..method.Index].Contains('=')
            ? method.Groups[1].Value
            : declaration.EndsWith(';') || declaration.Contains(" = ", StringComparison.Ordinal) ? null
            : declaration.Split(' ')[^1];
    }

    [GeneratedRegex(@"^\s*(?:[a-z]+\s+)*(?:class|struct|interface)\s+(\w+)")]
    private static partial Regex ClassName();

    [GeneratedRegex(@"(\w+)(?:<[^<>()]*>)?\(")]
    private static partial Regex Method();

    [GeneratedRegex(@"\b(?:[A-Z]\w+\.)?[A-Z]\w+\b")]
    private static partial Regex MethodName();
}
