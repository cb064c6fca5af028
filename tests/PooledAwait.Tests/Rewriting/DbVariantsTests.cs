using System.Data;
using System.Data.Common;
using System.Reflection.Emit;
using PooledAwait.Rewriting;

namespace PooledAwait.Tests.Rewriting;

/// <summary>A rewritten call of a method of System.Data.Common: an object that has variants runs the one of the virtual method that the
/// framework's method would have called, with the same arguments; any other object runs that method.</summary>
public sealed class DbVariantsTests
{
    private const BindingFlags All =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    private static readonly (Type Family, Type Variants)[] s_families =
    [
        (typeof(DbConnection), typeof(IDbConnectionVariants)), (typeof(DbCommand), typeof(IDbCommandVariants)),
        (typeof(DbDataReader), typeof(IDbDataReaderVariants)), (typeof(DbTransaction), typeof(IDbTransactionVariants)),
        (typeof(DbBatch), typeof(IDbBatchVariants)),
    ];

    private static readonly ModuleBuilder s_module =
        AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Drivers"), AssemblyBuilderAccess.Run).DefineDynamicModule("Drivers");

    /// <summary>For each family, a driver without variants and one that has them.</summary>
    private static readonly Dictionary<Type, (Type Plain, Type Known)> s_drivers = s_families.ToDictionary(
        static one => one.Family, static one => (Driver(one.Family, null), Driver(one.Family, one.Variants)));

    public static TheoryData<string> Calls => [.. Callers().Select(static one => $"{one}")];

    [Theory]
    [MemberData(nameof(Calls))]
    public async Task Call_OfAMethodOfAFamily_RunsWhatTheFrameworksWould(string call)
    {
        MethodInfo caller = Callers().Single(one => $"{one}" == call);
        Type family = caller.GetParameters()[0].ParameterType;
        Type[] types = [.. caller.GetParameters()[1..].Select(static one => one.ParameterType)];
        using CancellationTokenSource source = new();
        object[] arguments = [.. types.Select(type => Argument(type, source.Token))];
        MethodInfo original = family.GetMethod(caller.Name, caller.GetGenericArguments().Length, types)!;
        object plain = Activator.CreateInstance(s_drivers[family].Plain)!, known = Activator.CreateInstance(s_drivers[family].Known)!;

        string expected = await Run(original, plain, arguments);
        Assert.Equal(expected, await Run(caller, null, [plain, .. arguments]));
        Assert.Equal(expected.Replace("original", "variant"), await Run(caller, null, [known, .. arguments]));
        Assert.StartsWith("original ", expected);

        // A mock that nobody has set up returns null: then the await throws, not the call.
        if (typeof(Task).IsAssignableFrom(original.ReturnType))
        {
            Recorder.Reset(returnsNull: true);
            Task task = TaskOf(Of(caller).Invoke(null, [plain, .. arguments])!);
            await Assert.ThrowsAsync<NullReferenceException>(() => task);
        }
    }

    /// <summary>All but those that read what is there already, and DisposeAsync, which is IAsyncDisposable's.</summary>
    [Fact]
    public void Methods_OfAFamily_HaveVariants()
    {
        string[] missing =
        [
            .. from family in s_families
               from method in family.Family.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
               where Recorder.For(method.ReturnType) is not null && !Callers().Any(one => one.Name == method.Name
                   && one.GetParameters().Select(static parameter => $"{parameter.ParameterType}").SequenceEqual(
                       [$"{family.Family}", .. method.GetParameters().Select(static parameter => $"{parameter.ParameterType}")]))
               select $"{family.Family.Name}.{method.Name}",
        ];
        Assert.Equal(
            [
                "DbBatch.DisposeAsync", "DbCommand.DisposeAsync", "DbConnection.DisposeAsync", "DbConnection.GetSchemaAsync",
                "DbDataReader.DisposeAsync", "DbDataReader.GetColumnSchemaAsync", "DbDataReader.GetSchemaTableAsync",
                "DbTransaction.DisposeAsync",
            ],
            missing.Distinct().Order(StringComparer.Ordinal));
    }

    private static IEnumerable<MethodInfo> Callers() =>
        s_families.SelectMany(static one => one.Variants.GetMethods(All).Where(static method => method.IsStatic));

    private static object Argument(Type type, CancellationToken token) =>
        type == typeof(CancellationToken) ? token
        : type == typeof(CommandBehavior) ? CommandBehavior.SingleRow
        : type == typeof(IsolationLevel) ? IsolationLevel.Serializable
        : type == typeof(int) ? 3
        : "text";

    private static MethodInfo Of(MethodInfo method) => method.IsGenericMethodDefinition ? method.MakeGenericMethod(typeof(string)) : method;

    private static async Task<string> Run(MethodInfo method, object? self, object[] arguments)
    {
        Recorder.Reset(returnsNull: false);
        Task result = TaskOf(Of(method).Invoke(self, arguments)!);
        string said = Recorder.Said;
        await result;
        return $"{said} = {result.GetType().GetProperty("Result")?.GetValue(result)}";
    }

    private static Task TaskOf(object awaitable) =>
        awaitable as Task ?? (Task)awaitable.GetType().GetMethod("AsTask")!.Invoke(awaitable, null)!;

    /// <summary>A class whose asynchronous methods, and variants if it has some, say that they run.</summary>
    private static Type Driver(Type family, Type? variants)
    {
        TypeBuilder type = s_module.DefineType(
            $"{family.Name}{variants?.Name}", TypeAttributes.Public, family, variants is null ? [] : [variants]);
        foreach (MethodInfo slot in family.GetMethods(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance).Where(
            static one => one is { IsVirtual: true, IsFinal: false } && (one.IsAbstract || Recorder.For(one.ReturnType) is not null)))
        {
            Implement(slot, "original");
        }

        foreach (MethodInfo slot in variants?.GetMethods(All).Where(static one => !one.IsStatic) ?? [])
        {
            Implement(slot, "variant");
        }

        return type.CreateType();

        void Implement(MethodInfo slot, string kind)
        {
            const MethodAttributes Explicit = MethodAttributes.Private | MethodAttributes.Virtual | MethodAttributes.Final
                | MethodAttributes.HideBySig | MethodAttributes.NewSlot;
            MethodBuilder own = type.DefineMethod($"{kind} {slot.Name}", Explicit);
            GenericTypeParameterBuilder[] result = slot.IsGenericMethod ? own.DefineGenericParameters("T") : [];
            Type[] types = [.. slot.GetParameters().Select(static one => one.ParameterType)];
            Type returns = result.Length > 0 ? slot.ReturnType.GetGenericTypeDefinition().MakeGenericType(result) : slot.ReturnType;
            own.SetReturnType(returns);
            own.SetParameters(types);
            ILGenerator il = own.GetILGenerator();
            if (Recorder.For(slot.ReturnType) is { } record)
            {
                il.Emit(OpCodes.Ldstr, $"{kind} {slot.Name}");
                il.Emit(OpCodes.Ldc_I4, types.Length);
                il.Emit(OpCodes.Newarr, typeof(object));
                for (int i = 0; i < types.Length; i++)
                {
                    il.Emit(OpCodes.Dup);
                    il.Emit(OpCodes.Ldc_I4, i);
                    il.Emit(OpCodes.Ldarg, i + 1);
                    il.Emit(OpCodes.Box, types[i]);
                    il.Emit(OpCodes.Stelem_Ref);
                }

                il.Emit(OpCodes.Call, record.IsGenericMethod ? record.MakeGenericMethod(returns.GetGenericArguments()) : record);
                il.Emit(OpCodes.Ret);
            }
            else
            {
                il.Emit(OpCodes.Ldnull);
                il.Emit(OpCodes.Throw);
            }

            type.DefineMethodOverride(own, slot);
        }
    }

    /// <summary>What the drivers' methods call.</summary>
    public static class Recorder
    {
        [ThreadStatic]
        private static string? t_said;

        [ThreadStatic]
        private static bool t_returnsNull;

        internal static string Said => t_said!;

        /// <summary>The method for a type that is returned; null if it isn't a task.</summary>
        internal static MethodInfo? For(Type returned) => typeof(Recorder).GetMethod(
            returned.Name.Replace("`1", "Of"), BindingFlags.Public | BindingFlags.Static);

        internal static void Reset(bool returnsNull) => (t_said, t_returnsNull) = (null, returnsNull);

        public static Task? Task(string name, object[] arguments) => TaskOf<object>(name, arguments);

        public static Task<T>? TaskOf<T>(string name, object[] arguments)
        {
            t_said += $"{name}({string.Join(", ", arguments.Select(
                static one => one is CancellationToken { CanBeCanceled: true } ? "a token" : $"{one}"))})";
            object? result = typeof(T) == typeof(string) || typeof(T) == typeof(object) ? "result"
                : typeof(T) == typeof(int) ? 7
                : typeof(T) == typeof(bool) ? true
                : null;
            return t_returnsNull ? null : System.Threading.Tasks.Task.FromResult((T)result!);
        }

        public static ValueTask ValueTask(string name, object[] arguments) => new(Task(name, arguments)!);

        public static ValueTask<T> ValueTaskOf<T>(string name, object[] arguments) => new(TaskOf<T>(name, arguments)!);
    }
}
