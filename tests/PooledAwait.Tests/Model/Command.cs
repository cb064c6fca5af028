namespace PooledAwait.Tests.Model;

/// <summary>What a program does to one of the sources that it has made, among them those that are consumed.</summary>
/// <param name="Kind">What.</param>
/// <param name="Target">To which, counted round; of no meaning where one is made.</param>
/// <param name="Value">A result, or the number of an exception.</param>
internal sealed record Command(CommandKind Kind, int Target, int Value)
{
    public override string ToString() => $"{Kind} of {Target} with {Value}";
}

internal enum CommandKind
{
    Create,
    CreateCancelable,
    CancelToken,
    TrySetResult,
    SetResult,
    TrySetException,
    SetException,
    TrySetCanceled,
    SetCanceled,
    TrySetCanceledByToken,
    Look,
    OnCompleted,
    GetResult,
    AsTask,
    Await,
    Forget,
}
