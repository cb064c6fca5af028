using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;

namespace PooledAwait.Tests;

/// <summary>Prints what an assembly shows to its users, one line each, in an order that does not depend on the compiler.</summary>
internal sealed class ApiPrinter
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    /// <summary>Attributes that are part of what a user sees; others say how something was compiled.</summary>
    private static readonly HashSet<string> s_attributes =
        ["AsyncMethodBuilderAttribute", "EditorBrowsableAttribute", "FlagsAttribute", "AttributeUsageAttribute", "ObsoleteAttribute"];

    private static readonly Dictionary<string, string> s_keywords = new()
    {
        ["System.Void"] = "void",
        ["System.Boolean"] = "bool",
        ["System.Int16"] = "short",
        ["System.Int32"] = "int",
        ["System.Int64"] = "long",
        ["System.Object"] = "object",
        ["System.String"] = "string",
    };

    private readonly NullabilityInfoContext _nullability = new();

    internal static string Print(Assembly assembly)
    {
        ApiPrinter printer = new();
        StringBuilder text = new();
        foreach (Type type in assembly.GetExportedTypes().OrderBy(type => type.FullName, StringComparer.Ordinal))
        {
            text.Append(Attributes(type)).Append(printer.Header(type)).Append('\n');
            foreach (string member in printer.Members(type).Order(StringComparer.Ordinal))
            {
                text.Append("  ").Append(member).Append('\n');
            }

            text.Append('\n');
        }

        return text.ToString();
    }

    private string Header(Type type)
    {
        string kind = type.IsInterface ? "interface"
            : type.IsEnum ? "enum"
            : typeof(Delegate).IsAssignableFrom(type) ? "delegate"
            : !type.IsValueType ? type is { IsAbstract: true, IsSealed: true } ? "static class" : type.IsSealed ? "sealed class" : "class"
            : Has(type, "IsReadOnlyAttribute") ? "readonly struct"
            : "struct";
        IEnumerable<string> bases = type.GetInterfaces()
            .Where(contract => contract.IsVisible)
            .Select(contract => Name(contract))
            .Order(StringComparer.Ordinal);
        if (type.BaseType is { } ancestor && ancestor != typeof(object) && ancestor != typeof(ValueType))
        {
            bases = bases.Prepend(Name(ancestor));
        }

        string list = string.Join(", ", bases);
        return $"{kind} {Name(type)}{(list.Length == 0 ? "" : " : " + list)}{Constraints(type.GetGenericArguments())}";
    }

    private IEnumerable<string> Members(Type type)
    {
        foreach (FieldInfo field in type.GetFields(Declared).Where(field => IsVisible(field.Attributes)))
        {
            yield return $"{Attributes(field)}{(field.IsStatic ? "static " : "")}{(field.IsInitOnly ? "readonly " : "")}"
                + $"{Name(field.FieldType, _nullability.Create(field))} {field.Name}";
        }

        foreach (ConstructorInfo constructor in type.GetConstructors(Declared).Where(constructor => IsVisible(constructor.Attributes)))
        {
            yield return $"{Attributes(constructor)}{Modifiers(constructor)}.ctor({Parameters(constructor)})";
        }

        foreach (PropertyInfo property in type.GetProperties(Declared))
        {
            MethodInfo[] accessors = [.. property.GetAccessors(nonPublic: true).Where(accessor => IsVisible(accessor.Attributes))];
            if (accessors.Length != 0)
            {
                string list = string.Join(" ", accessors.Select(accessor => accessor.Name[..3] + ";"));
                yield return $"{Attributes(property)}{Modifiers(accessors[0])}"
                    + $"{Name(property.PropertyType, _nullability.Create(property))} {property.Name} {{ {list} }}";
            }
        }

        foreach (EventInfo @event in type.GetEvents(Declared).Where(@event => IsVisible(@event.AddMethod!.Attributes)))
        {
            yield return $"{Attributes(@event)}{Modifiers(@event.AddMethod!)}event "
                + $"{Name(@event.EventHandlerType!, _nullability.Create(@event))} {@event.Name}";
        }

        HashSet<MethodInfo> accessorsOf =
        [
            .. type.GetProperties(Declared).SelectMany(property => property.GetAccessors(nonPublic: true)),
            .. type.GetEvents(Declared).SelectMany(@event => new[] { @event.AddMethod!, @event.RemoveMethod! }),
        ];
        foreach (MethodInfo method in type.GetMethods(Declared)
            .Where(method => IsVisible(method.Attributes) && !accessorsOf.Contains(method)))
        {
            string arguments = method.IsGenericMethod
                ? $"<{string.Join(", ", method.GetGenericArguments().Select(argument => argument.Name))}>"
                : "";
            yield return $"{Attributes(method)}{Modifiers(method)}{Name(method.ReturnType, _nullability.Create(method.ReturnParameter))} "
                + $"{method.Name}{arguments}({Parameters(method)})"
                + (method.IsGenericMethod ? Constraints(method.GetGenericArguments()) : "");
        }
    }

    private string Parameters(MethodBase method)
    {
        string list = string.Join(", ", method.GetParameters().Select(parameter =>
        {
            string passing = !parameter.ParameterType.IsByRef ? "" : parameter.IsIn ? "in " : parameter.IsOut ? "out " : "ref ";
            string optional = !parameter.HasDefaultValue ? ""
                : string.Create(CultureInfo.InvariantCulture, $" = {parameter.DefaultValue ?? "default"}");
            return $"{passing}{Name(parameter.ParameterType, _nullability.Create(parameter))} {parameter.Name}{optional}";
        }));
        return (method.IsDefined(typeof(ExtensionAttribute)) ? "this " : "") + list;
    }

    private static string Modifiers(MethodBase method)
    {
        string access = method.IsPublic ? "" : "protected ";
        string scope = method.IsStatic ? "static "
            : method.IsAbstract ? "abstract "
            : method is { IsVirtual: true, IsFinal: false } ? ((MethodInfo)method).GetBaseDefinition() == method ? "virtual " : "override "
            : "";
        string mutation = method is MethodInfo && method.DeclaringType!.IsValueType && !method.IsStatic
            && !Has(method.DeclaringType, "IsReadOnlyAttribute") && Has(method, "IsReadOnlyAttribute") ? "readonly " : "";
        return access + scope + mutation;
    }

    private static string Constraints(IEnumerable<Type> arguments) => string.Concat(arguments
        .Where(argument => argument.IsGenericParameter)
        .Select(argument =>
        {
            GenericParameterAttributes special = argument.GenericParameterAttributes;
            List<string> list = [];
            if ((special & GenericParameterAttributes.NotNullableValueTypeConstraint) != 0)
            {
                list.Add("struct");
            }
            else if ((special & GenericParameterAttributes.ReferenceTypeConstraint) != 0)
            {
                list.Add("class");
            }

            list.AddRange(argument.GetGenericParameterConstraints().Where(type => type != typeof(ValueType)).Select(type => Name(type)));
            return list.Count == 0 ? "" : $" where {argument.Name} : {string.Join(", ", list)}";
        }));

    private static string Name(Type type, NullabilityInfo? nullability = null)
    {
        if (type.IsByRef)
        {
            type = type.GetElementType()!;
        }

        // A type parameter without the class constraint counts as nullable, whatever its use says.
        bool mayBeAnnotated = type.IsGenericParameter
            ? (type.GenericParameterAttributes & GenericParameterAttributes.ReferenceTypeConstraint) != 0
            : !type.IsValueType;
        string question = mayBeAnnotated && nullability?.ReadState == NullabilityState.Nullable ? "?" : "";
        if (type.IsArray)
        {
            return Name(type.GetElementType()!, nullability?.ElementType) + "[]" + question;
        }

        if (type.IsGenericParameter)
        {
            return type.Name + question;
        }

        if (Nullable.GetUnderlyingType(type) is { } underlying)
        {
            return Name(underlying) + "?";
        }

        if (s_keywords.TryGetValue(type.FullName ?? "", out string? keyword))
        {
            return keyword + question;
        }

        // The arguments of an outer type come first in those of a nested one.
        string prefix = type.IsNested ? Name(type.DeclaringType!) + "." : type.Namespace + ".";
        string name = type.Name.Split('`')[0];
        int outer = type.DeclaringType?.GetGenericArguments().Length ?? 0;
        Type[] all = type.GetGenericArguments();
        string arguments = string.Join(", ", all.Skip(outer).Select((argument, i) =>
            Name(argument, nullability?.GenericTypeArguments.ElementAtOrDefault(outer + i))));
        return prefix + name + (arguments.Length == 0 ? "" : $"<{arguments}>") + question;
    }

    private static string Attributes(MemberInfo member) => string.Concat(member.GetCustomAttributesData()
        .Where(attribute => s_attributes.Contains(attribute.AttributeType.Name))
        .Select(attribute => $"[{attribute.AttributeType.Name[..^"Attribute".Length]}"
            + $"({string.Join(", ", attribute.ConstructorArguments.Select(Value))})] ")
        .Order(StringComparer.Ordinal));

    private static bool Has(MemberInfo member, string attribute) =>
        member.GetCustomAttributesData().Any(data => data.AttributeType.Name == attribute);

    private static bool IsVisible(FieldAttributes attributes) =>
        (attributes & FieldAttributes.FieldAccessMask) is FieldAttributes.Public or FieldAttributes.Family or FieldAttributes.FamORAssem;

    private static bool IsVisible(MethodAttributes attributes) =>
        (attributes & MethodAttributes.MemberAccessMask)
            is MethodAttributes.Public or MethodAttributes.Family or MethodAttributes.FamORAssem;

    private static object? Value(CustomAttributeTypedArgument argument) =>
        argument.Value is Type type ? $"typeof({type.Name})" : argument.Value;
}
