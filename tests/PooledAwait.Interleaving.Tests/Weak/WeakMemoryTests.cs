using System.Linq;
using System.Reflection;
using System.Runtime.ExceptionServices;
using Xunit;
using Xunit.Sdk;

namespace PooledAwait.Schedules;

/// <summary>The scenarios of this project under .NET's memory model, and what they find when an order is missing.</summary>
public class WeakMemoryTests
{
    /// <summary>Tests without scenarios of the library.</summary>
    private static readonly Type[] s_other = [typeof(WeakMemoryTests), typeof(AccessTests), typeof(LitmusTests), typeof(ExplorerTests)];

    private static readonly Lazy<Assembly> s_copy = new(() => Weaver.Weave());

    public static TheoryData<string> Faults => [.. s_faults.Select(static fault => fault.ToString())];

    private static readonly Fault[] s_faults =
    [
        new("1", "Operation.TryPublishToNobody", "CompareExchange", "AwaiterTests.SetAgainstAwait_PooledMethod_GoesOnOnce"),
        new("1", "Operation.PublishTransferred", "Write", "ConsumerTests.StatusAgainstAwaitedFailure_IsNeverSuccess"),
        new("1", "Operation.Publish", "Write", "ConsumerTests.ConsumeAgainstSet_WhereADelegateIsRegistered_GetsTheResult"),
        new("1", "Operation.EndTransferUnconsumed", "Write", "ConsumerTests.ConsumeAgainstSet_WhoseAwaiterLeavesTheResult_GetsIt"),
        new("1", "Operation.Flags", "Read", "ConsumerTests.IsCompletedAgainstSet_ShowsWhatTheSetterWroteBefore"),
        new("1", "Operation.get_Word", "Read", "PermitTests.TimeoutAgainstWait_OfTheSameObject_EndsOnlyItsOwn"),
        new("1", "Operation.ConsumeContended", "Read+CompareExchange", "AwaiterTests.BlockAgainstSet_GetsTheResult"),
        new("1", "Operation.Forget", "Read+CompareExchange", "ConsumerTests.ForgetAgainstFailure_ThePooledObjectKeepsNothing"),
        new("2", "Operation.TryRegister", "Write", "AwaiterTests.SetAgainstAwait_PooledMethod_GoesOnOnce"),
        new("2", "Operation.TryPublishToWaiter", "Read", "AwaiterTests.SetAgainstAwait_PooledMethod_GoesOnOnce"),
        new("2", "Operation.TryPublishToNobody", "Read", "AwaiterTests.SetAgainstOnCompleted_CallsBackOnce"),
        new("2", "Operation.TryBeginCompletion", "Read+CompareExchange", "AwaiterTests.SetAgainstOnCompleted_CallsBackOnce"),
        new("3", "Operation.TryRegister", "CompareExchange", "AwaiterTests.AwaitAgainstAwait_OneIsRefused", IsSplit: true),
        new("3", "Operation.TryBeginCompletion", "CompareExchange", "SetterTests.SetAgainstSet_OneWins", IsSplit: true),
        new("3", "Operation.TryPublishToNobody", "CompareExchange", "AwaiterTests.SetAgainstAwait_PooledMethod_GoesOnOnce", IsSplit: true),
        new(
            "3",
            "Operation.MakeAsynchronous",
            "CompareExchange",
            "AwaiterTests.EndInAContextAgainstAwait_UnseenMethod_GoesOnOnceAndQueued",
            IsSplit: true),
        new("3", "Operation.TakeOptions", "CompareExchange", "AwaiterTests.TakeOptionsAgainstSet_TheOperationCompletes", IsSplit: true),
        new("8", "Operation.Arm", "Write", "AwaiterTests.AwaitAgainstCallBack_GoesOnOnce"),
        new("8", "Operation.TryClaim", "Read", "AwaiterTests.AwaitAgainstCallBack_GoesOnOnce"),
        new("9", "Operation.ConsumeContended", "CompareExchange", "ConsumerTests.ConsumeAgainstConsume_OneGetsTheResult", IsSplit: true),
        new("9", "Operation.Forget", "CompareExchange", "ConsumerTests.ForgetAgainstForget_Pending_OneIsRefused", IsSplit: true),
        new("9", "ShortLock.Exit", "Write", "PermitTests.WaitAgainstWait_ForOnePermit_OneGetsItAndTheOtherTheNext"),
        new("9", "ShortLock.Enter", "CompareExchange", "PermitTests.WaitAgainstWait_ForOnePermit_OneGetsItAndTheOtherTheNext"),
        new("9", "ShortLock.Enter", "CompareExchange", "PermitTests.ReleaseAgainstTryWait_WithAWaiter_NobodyOvertakesIt", IsSplit: true),
        new(
            "9",
            "ShortLock.EnterContended",
            "Read+CompareExchange",
            "PermitTests.ReleaseAgainstTryWait_WithATimedWaiter_NobodyOvertakesIt"),
        new("11", "Operation.GetStatus", "Read", "ConsumerTests.StatusAgainstConsumeAndRent_IsOfTheAskersUseOrRefused"),
        new("11", "Operation.CaptureContext", "Write", "ConsumerTests.StatusAgainstConsumeAndSuspend_IsOfTheAskersUseOrRefused"),
        new("11", "Operation.TakeFailure", "MemoryBarrier", "ConsumerTests.StatusAgainstAwaitedFailure_IsNeverSuccess"),
        new("Setup", "SetupGate.TryOpen", "CompareExchange", "PermitTests.EndAgainstWait_WithATokenAndATime_EndsBothAndPublishes"),
        new(
            "Setup",
            "SetupGate.TryOpen",
            "CompareExchange",
            "PermitTests.EndAgainstWait_WithATokenAndATime_EndsBothAndPublishes",
            IsSplit: true),
        new(
            "Setup",
            "SetupGate.LeaveToSetup",
            "CompareExchange",
            "PermitTests.EndAgainstWait_WithATokenAndATime_EndsBothAndPublishes",
            IsSplit: true),
        new("Pool", "PooledObject.TryClaimReturn", "Exchange", "PoolTests.ReturnAgainstReturn_OfOneObject_OneIsRefused", IsSplit: true),
        new("Pool", "PooledBox.TakeAndReturn", "Exchange", "PoolTests.ReturnAgainstReturn_OfOneBox_OneGetsTheValue", IsSplit: true),
        new(
            "Lock",
            "Hold.End",
            "CompareExchange",
            "CoordinationTests.ExitAgainstExit_OfOneReadersReleaser_OneThrowsAndTheOtherReaderStays",
            IsSplit: true),
        new("Lazy", "PooledLazy.RunAsync", "Write", "CoordinationTests.GetAgainstGet_OfALazyValue_TheFactoryRunsOnce"),
        new("Lazy", "PooledLazy.get_IsValueCreated", "Read", "CoordinationTests.GetAgainstGet_OfALazyValue_TheFactoryRunsOnce"),
        new(
            "Lazy",
            "PooledLazy.GetValueAsync",
            "Exchange",
            "CoordinationTests.GetAgainstGet_OfALazyValue_TheFactoryRunsOnce",
            IsSplit: true),
        new("Look", "PooledAutoResetEvent.get_IsSet", "Read", "CoordinationTests.LookAgainstChange_ShowsWhatWasWrittenBefore"),
        new("Look", "PooledManualResetEvent.get_IsSet", "Read", "CoordinationTests.LookAgainstChange_ShowsWhatWasWrittenBefore"),
        new("Look", "PooledSemaphore.get_CurrentCount", "Read", "CoordinationTests.LookAgainstChange_ShowsWhatWasWrittenBefore"),
        new("Look", "PooledLock.get_Ticket", "Read", "CoordinationTests.LookAgainstChange_ShowsWhatWasWrittenBefore"),
        new("Look", "PooledCountdownEvent.get_CurrentCount", "Read", "CoordinationTests.LookAgainstChange_ShowsWhatWasWrittenBefore"),
        new("Look", "PooledCountdownEvent.get_InitialCount", "Read", "CoordinationTests.LookAgainstChange_ShowsWhatWasWrittenBefore"),
        new("Look", "PooledReaderWriterLock.get_CurrentReaders", "Read", "CoordinationTests.LookAgainstChange_ShowsWhatWasWrittenBefore"),
        new("Look", "PooledReaderWriterLock.get_IsWriteHeld", "Read", "CoordinationTests.LookAgainstChange_ShowsWhatWasWrittenBefore"),
    ];

    internal static IReadOnlyList<Fault> AllFaults => s_faults;

    public static TheoryData<string> Scenarios => [.. AllScenarios];

    internal static IEnumerable<string> AllScenarios =>
        from type in typeof(WeakMemoryTests).Assembly.GetTypes()
        where type.Name.EndsWith("Tests", StringComparison.Ordinal) && !s_other.Contains(type)
        from method in type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
        where method.IsDefined(typeof(FactAttribute))
        select $"{type.Name}.{method.Name}";

    [Theory]
    [MemberData(nameof(Scenarios))]
    public void Scenario_OnWeakMemory_Holds(string test) => Run(s_copy.Value, test);

    [Theory]
    [MemberData(nameof(Faults))]
    public void Fault_IsFound(string planted)
    {
        Fault fault = s_faults.Single(fault => fault.ToString() == planted);
        XunitException failure = Assert.ThrowsAny<XunitException>(() => Run(Weaver.Weave(fault), fault.Test));
        Assert.DoesNotContain(Schedule.OtherRun, failure.Message, StringComparison.Ordinal);
    }

    /// <summary>Gets a type of the copy without a fault.</summary>
    internal static Type InCopy(Type type) => InCopy(s_copy.Value, type.FullName!);

    private static Type InCopy(Assembly copy, string type)
    {
        copy.GetType(typeof(Explorer).FullName!)!
            .GetProperty(nameof(Explorer.IsWeak), BindingFlags.Static | BindingFlags.NonPublic)!
            .SetValue(null, true);
        return copy.GetType(type, throwOnError: true)!;
    }

    /// <summary>Runs all cases of a test of a copy.</summary>
    internal static void Run(Assembly copy, string test)
    {
        string[] names = test.Split('.');
        Type type = InCopy(copy, $"{typeof(WeakMemoryTests).Namespace}.{names[0]}");
        MethodInfo method = type.GetMethod(names[1])!;
        IEnumerable<object[]> cases = method.IsDefined(typeof(TheoryAttribute))
            ? method.GetCustomAttributes<DataAttribute>().SelectMany(data => data.GetData(method))
            : [[]];
        foreach (object[] arguments in cases)
        {
            try
            {
                method.Invoke(Activator.CreateInstance(type), arguments);
            }
            catch (TargetInvocationException exception)
            {
                ExceptionDispatchInfo.Throw(exception.InnerException!);
            }
        }
    }
}
