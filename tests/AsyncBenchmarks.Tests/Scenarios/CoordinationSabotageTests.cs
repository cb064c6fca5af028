namespace AsyncBenchmarks.Tests.Scenarios;

/// <summary>
/// What holds nobody, ends a wait too early or loses something: each must fail, or the bodies of the libraries prove nothing.
/// </summary>
public class CoordinationSabotageTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Turns_OfALock_Pass(bool sharing)
    {
        SemaphoreSlim semaphore = new(1);

        Run(new Turns(semaphore, entries: 1) { Sharing = sharing ? new Turns(semaphore, entries: 1) : null });
    }

    [Theory]
    [InlineData(8, 1)]
    [InlineData(1, 0)]
    [InlineData(1, 2)]
    public void Turns_OfALockThatHoldsNobody_OrOfMethodsThatDoSomethingElse_Fail(int permits, int entries)
    {
        SemaphoreSlim semaphore = new(1);
        SemaphoreSlim other = permits == 1 ? semaphore : new(permits);

        Fails(new Turns(semaphore, entries: 1) { Sharing = new Turns(other, entries) });
        Fails(new Turns(new(permits), entries));
    }

    [Fact]
    public void Meetings_WhereAllWait_Pass() => Run(new Meetings(waits: true));

    [Fact]
    public void Meetings_WhereNobodyWaits_Fail() => Fails(new Meetings(waits: false));

    [Theory]
    [InlineData(1, 1)]
    [InlineData(8, 8)]
    public void Numbers_ThroughAChannel_Pass(int writers, int readers) => Run(new Numbers(new(writers, readers, 0), wrong: 0));

    [Fact]
    public void Numbers_OfWhichOneIsWrong_Fail() => Fails(new Numbers(new(1, 1, 0), wrong: 1));

    private static void Fails(Workload workload) => Assert.Throws<WorkloadException>(() => Run(workload));

    // Twice: a run has to leave everything as it was.
    private static void Run(Workload workload) => Watchdog.Run(workload.GetType().Name, () =>
    {
        workload.Run();
        workload.Run();
    });

    private sealed class Turns(SemaphoreSlim semaphore, int entries) : TurnsWorkload(new(CoordinationType.Semaphore, 4))
    {
        protected override void Hold() => semaphore.Wait();

        protected override void Release() => semaphore.Release();

        protected override void Start(int turns) => _ = TakeAsync(turns);

        private async Task TakeAsync(int turns)
        {
            for (int turn = 0; turn < turns; turn++)
            {
                await semaphore.WaitAsync();
                for (int entry = 0; entry < entries; entry++)
                {
                    Entries.Add();
                }

                semaphore.Release();
            }

            Entries.End();
        }
    }

    private sealed class Meetings(bool waits) : MeetingsWorkload(new(CoordinationType.ManualResetEvent, 2))
    {
        private readonly TaskCompletionSource[] _events = [Pending(), Pending()];

        protected override void Start(int first, int rounds) => _ = MeetAsync(first, rounds);

        protected override void Set(int round) => _events[round % 2].SetResult();

        protected override void ResetPrevious(int round) => _events[(round + 1) % 2] = Pending();

        private static TaskCompletionSource Pending() => new(TaskCreationOptions.RunContinuationsAsynchronously);

        private async Task MeetAsync(int first, int rounds)
        {
            for (int round = first; round < first + rounds; round++)
            {
                Task others = _events[round % 2].Task;
                Arrive(round);
                await (waits ? others : Task.CompletedTask);
                Leave(round);
            }

            Entries.End();
        }
    }

    /// <summary>A pretended channel: the readers know what was written.</summary>
    private sealed class Numbers(ChannelShape shape, int wrong) : ChannelWorkload(shape)
    {
        protected override void Read(int count) => Entries.End();

        protected override void Write(int first, int count) => _ = WriteAsync(first, count);

        private async Task WriteAsync(int first, int count)
        {
            await Task.Yield();
            for (int number = first; number < first + count; number++)
            {
                Entries.Add(number + wrong);
            }

            Entries.End();
        }
    }
}
