#:property GenerateDocumentationFile=true
#:property NoWarn=$(NoWarn);CS1591
// Writes the part of a documentation file that is about what an assembly shows to its users: the compiler documents internals as well.
// dotnet run --file PublicDocumentation.cs -- <assembly> <documentation file> <file to write>
#:property RunAnalyzers=false
#:property EnforceCodeStyleInBuild=false
#pragma warning disable IL2026, IL2070 // it runs as it is, untrimmed
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Xml.Linq;

if (args.Length != 3)
{
    Console.Error.WriteLine("Usage: PublicDocumentation <assembly> <documentation file> <file to write>");
    return 2;
}

HashSet<string> visible = [.. Assembly.LoadFrom(args[0]).GetExportedTypes().SelectMany(Ids)];
XDocument documentation = XDocument.Load(args[1], LoadOptions.PreserveWhitespace);
foreach (XElement member in documentation.Descendants("member").ToArray())
{
    if (!visible.Contains((string)member.Attribute("name")!))
    {
        // With the line break and the indentation before it.
        (member.PreviousNode as XText)?.Remove();
        member.Remove();
    }
    else
    {
        // What the parts of a partial type say of themselves is for the library's authors.
        member.Elements("content").Remove();
    }
}

// In one step, because somebody else may be packing it.
string written = args[2] + "." + Environment.ProcessId;
documentation.Save(written, SaveOptions.DisableFormatting);
File.Move(written, args[2], overwrite: true);
return 0;

static IEnumerable<string> Ids(Type type)
{
    const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
    string name = type.FullName!.Replace('+', '.');
    yield return "T:" + name;
    foreach (FieldInfo field in type.GetFields(Declared)
        .Where(static field => field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly))
    {
        yield return $"F:{name}.{field.Name}";
    }

    foreach (MethodBase method in type.GetMembers(Declared).OfType<MethodBase>().Where(IsVisible))
    {
        string arity = method.IsGenericMethod ? "``" + method.GetGenericArguments().Length : "";
        string result = method is MethodInfo { Name: "op_Implicit" or "op_Explicit" } conversion ? "~" + Name(conversion.ReturnType) : "";
        yield return $"M:{name}.{method.Name.Replace('.', '#')}{arity}{Parameters(method.GetParameters())}{result}";
    }

    foreach (PropertyInfo property in type.GetProperties(Declared)
        .Where(static property => property.GetAccessors(nonPublic: true).Any(IsVisible)))
    {
        yield return $"P:{name}.{property.Name}{Parameters(property.GetIndexParameters())}";
    }

    foreach (EventInfo occasion in type.GetEvents(Declared).Where(static occasion => IsVisible(occasion.AddMethod!)))
    {
        yield return $"E:{name}.{occasion.Name}";
    }
}

static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

static string Parameters(ParameterInfo[] parameters) =>
    parameters.Length == 0 ? "" : $"({string.Join(",", parameters.Select(static parameter => Name(parameter.ParameterType)))})";

// As the compiler writes a type in an id: arguments in braces, parameters by their position.
static string Name(Type type)
{
    if (type.HasElementType)
    {
        return Name(type.GetElementType()!) + (type.IsByRef ? "@" : type.IsPointer ? "*" : type.IsSZArray ? "[]"
            : "[" + string.Join(",", Enumerable.Repeat("0:", type.GetArrayRank())) + "]");
    }

    if (type.IsGenericParameter)
    {
        return (type.IsGenericMethodParameter ? "``" : "`") + type.GenericParameterPosition;
    }

    // The arguments of an outer type come first in those of a nested one.
    int outer = type.DeclaringType?.GetGenericArguments().Length ?? 0;
    Type[] all = type.GetGenericArguments();
    Type? declaring = type.DeclaringType is { IsGenericTypeDefinition: true } open ? open.MakeGenericType(all[..outer])
        : type.DeclaringType;
    string prefix = declaring is null ? type.Namespace + "." : Name(declaring) + ".";
    return prefix + type.Name.Split('`')[0] + (all.Length == outer ? "" : "{" + string.Join(",", all.Skip(outer).Select(Name)) + "}");
}
