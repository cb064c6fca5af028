namespace AsyncBenchmarks.Libraries;

/// <summary>Action and Func pairs: no library, a reference for what the work costs by itself.</summary>
internal sealed class CallbackLibrary() : Row(Library.OfRuntime("Callback", missing: null, "A reference, not an API."))
{
    protected override string Otherwise => "Callbacks can't be combined.";

    public override Availability AsyncAwait(bool pending) => NestedWorkload<NestedBody>.With(pending);

    // The same body in both scenarios: there is only one way to call back.
    public override Availability ContinueWith(bool pending) => AsyncAwait(pending);
    public override Availability Yield(YieldCategory category) => Availability.No("Callbacks can't be awaited.");
    public override Availability Rounds(RoundsWork work) => Availability.No("Callbacks aren't operations.");
    public override Availability Operations(OperationsWork work) => Availability.No("Callbacks aren't operations.");

    /// <summary>The graph with a callback in place of each await: it gets the value, or the exception.</summary>
    private readonly struct NestedBody : INestedBody
    {
        private static readonly PendingStack<Action<Exception?>> s_pending = new();

        public void Execute() => Execute(static error =>
        {
            if (error is null)
            {
                Known.Finish();
            }
        });

        public void CompletePending()
        {
            while (s_pending.TryPop(out Action<Exception?> callback))
            {
                callback(null);
            }
        }

        private static void Execute(Action<Exception?> callback) =>
            GetAndConsume<Struct32, object>(firstError =>
            {
                if (firstError is not null)
                {
                    callback(firstError);
                    return;
                }

                GetAndConsume<object, Struct32>(secondError => callback(secondError));
            });

        private static void GetAndConsume<T1, T2>(Action<Exception?> callback) =>
            GetValue<T1>((first, firstError) =>
            {
                if (firstError is not null)
                {
                    callback(firstError);
                    return;
                }

                Known.Consume(first);
                GetValue<T2>((second, secondError) =>
                {
                    if (secondError is null)
                    {
                        Known.Consume(second);
                    }

                    callback(secondError);
                });
            });

        private static void GetValue<T>(Action<T, Exception?> callback) =>
            CallBase(error => callback(error is null ? Known.Value<T>() : default!, error));

        private static void CallBase(Action<Exception?> callback)
        {
            if (BaseOperations.ArePending)
            {
                s_pending.Push(callback);
            }
            else
            {
                callback(null);
            }
        }
    }
}
