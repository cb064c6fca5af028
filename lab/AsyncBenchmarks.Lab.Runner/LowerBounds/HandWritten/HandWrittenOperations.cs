using System;
using System.Runtime.CompilerServices;
using System.Threading;
using AsyncBenchmarks.Bodies;
using Nothing = AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>By hand. No scenario of theirs has exceptions as results.</summary>
internal readonly struct HandWrittenOperations : IOperations<HandWrittenSource<int>, HandWrittenOperation<int>>
{
    public HandWrittenSource<int> Create() => HandWrittenSource<int>.Create();

    public HandWrittenOperation<int> TaskOf(HandWrittenSource<int> source) => source.Operation;

    public void Complete(HandWrittenSource<int> source, int value) => source.SetResult(value);

    public void Fail(HandWrittenSource<int> source, Exception exception) => throw new NotSupportedException();

    public void Cancel(HandWrittenSource<int> source) => throw new NotSupportedException();

    public HandWrittenOperation<int> Link(HandWrittenOperation<int> previous)
    {
        LinkStart method = new(previous);
        HandWrittenGuard<LinkStart>.Run(ref method);
        return method.Pending!;
    }

    public void Count(HandWrittenOperation<int> last, Tally tally)
    {
        CountStart method = new(last, tally);
        HandWrittenGuard<CountStart>.Run(ref method);
        HandWrittenOperation<Nothing>.Forget(method.Pending);
    }

    public void Catch(HandWrittenOperation<int> last, Tally tally) => throw new NotSupportedException();

    public void Watch(HandWrittenOperation<int> last, AsyncLocal<int> local, Tally tally)
    {
        WatchStart method = new(last, local, tally);
        HandWrittenGuard<WatchStart>.Run(ref method);
        HandWrittenOperation<Nothing>.Forget(method.Pending);
    }

    private struct LinkStart(HandWrittenOperation<int> previous) : IHandWrittenMethod
    {
        public HandWrittenOperation<int>? Pending;

        public void Run() => Pending = LinkRest.Rent().Await(previous);
    }

    private sealed class LinkRest() : HandWrittenRest<int>(s_kind)
    {
        private static readonly int s_kind = HandWrittenPool.NewKind();

        public static LinkRest Rent() => Unsafe.As<LinkRest>(HandWrittenPool.TryTake(s_kind) ?? new LinkRest());

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
        {
            HandWrittenOperation<int> previous = Unsafe.As<HandWrittenOperation<int>>(awaited!);
            Result = previous.Result + 1;
            previous.Recycle(lists);
            return this;
        }
    }

    private struct CountStart(HandWrittenOperation<int> last, Tally tally) : IHandWrittenMethod
    {
        public HandWrittenOperation<Nothing>? Pending;

        public void Run()
        {
            CountRest rest = CountRest.Rent();
            rest.Tally = tally;
            Pending = rest.Await(last);
        }
    }

    private sealed class CountRest() : HandWrittenRest<Nothing>(s_kind)
    {
        private static readonly int s_kind = HandWrittenPool.NewKind();

        public Tally? Tally;

        public static CountRest Rent() => Unsafe.As<CountRest>(HandWrittenPool.TryTake(s_kind) ?? new CountRest());

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
        {
            HandWrittenOperation<int> last = Unsafe.As<HandWrittenOperation<int>>(awaited!);
            Tally!.Add(last.Result);
            last.Recycle(lists);
            Tally = null;
            return this;
        }
    }

    private struct WatchStart(HandWrittenOperation<int> last, AsyncLocal<int> local, Tally tally) : IHandWrittenMethod
    {
        public HandWrittenOperation<Nothing>? Pending;

        public void Run()
        {
            WatchRest rest = WatchRest.Rent();
            rest.Local = local;
            rest.Tally = tally;
            Pending = rest.Await(last);
        }
    }

    private sealed class WatchRest() : HandWrittenRest<Nothing>(s_kind)
    {
        private static readonly int s_kind = HandWrittenPool.NewKind();

        public AsyncLocal<int>? Local;
        public Tally? Tally;

        public static WatchRest Rent() => Unsafe.As<WatchRest>(HandWrittenPool.TryTake(s_kind) ?? new WatchRest());

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
        {
            Unsafe.As<HandWrittenOperation<int>>(awaited!).Recycle(lists);
            Tally!.Add(Local!.Value);
            Local = null;
            Tally = null;
            return this;
        }
    }
}
