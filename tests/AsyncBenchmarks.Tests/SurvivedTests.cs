namespace AsyncBenchmarks.Tests;

/// <summary>
/// The procedure, with a heap that is counted here: a test host's own threads allocate. The real heap: <see cref="BytesTests"/>.
/// </summary>
public class SurvivedTests
{
    private const int Size = 40;

    [Theory]
    [InlineData(0, 0)] // nothing is kept
    [InlineData(4, 0)] // full after three of the eight steps
    [InlineData(5, Size)] // after four: of the two in the middle the larger
    [InlineData(int.MaxValue, Size)]
    public void Measure_OfAPool_IsWhatOneMoreInFlightAddsInMostSteps(int bound, int expected)
    {
        Keeper keeper = new(bound);

        Assert.Equal(expected, Survived.Measure(keeper, keeper.Bytes));
    }

    [Fact]
    public void Measure_WhenOneReadingIsOff_IsNotMoved()
    {
        Keeper keeper = new(bound: int.MaxValue);
        int readings = 0;

        Assert.Equal(Size, Survived.Measure(keeper, () => keeper.Bytes() + (++readings == 4 ? 24 : 0)));
    }

    [Fact]
    public void Measure_RunsAloneThreeTimesAndThenTwoToNineTogether()
    {
        Recorder recorder = new();
        Survived.Measure(recorder);

        Assert.Equal([1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9], recorder.Together);
    }

    [Fact]
    public void Measure_OfWorkThatIsDoneAlone_IsWhatTheWholeOfItLeavesBehind()
    {
        Alone alone = new();

        Assert.Equal(99 * Size, Survived.Measure(alone, alone.Bytes));
        Assert.Equal([1, 1, 1, 100], alone.Sizes);
    }

    [Fact]
    public void Measure_OfWorkThatIsDoneAlone_TakesNoNoticeOfWhatIsAddedNowAndThen()
    {
        Alone alone = new();
        int readings = 0;

        Assert.Equal(99 * Size, Survived.Measure(alone, () => alone.Bytes() + (++readings % 2 * 4_192)));
    }

    [Fact]
    public void Measure_OfWorkThatCanDoNeither_IsNull() => Assert.Null(Survived.Measure(new Neither()));

    /// <summary>Keeps as much as its largest size needed.</summary>
    private sealed class Alone : Workload
    {
        private int _most;

        public List<int> Sizes { get; } = [];

        public override int SizeAlone => 100;

        public long Bytes() => 1_000_000 + ((long)Size * _most);

        public override void Run() => throw new NotSupportedException();

        public override void RunAlone(int size)
        {
            Sizes.Add(size);
            _most = Math.Max(_most, size);
        }
    }

    private sealed class Neither : Workload
    {
        public override void Run() => throw new NotSupportedException();
    }

    /// <summary>Keeps what its operations in flight needed at most, up to its bound, as a pool does.</summary>
    private sealed class Keeper(int bound) : Workload
    {
        private int _inFlight;
        private int _most;

        public override bool CanOverlap => true;

        public long Bytes() => 1_000_000 + ((long)Size * Math.Min(_most, bound));

        public override void Run() => throw new NotSupportedException();

        public override void StartOne() => _most = Math.Max(_most, ++_inFlight);

        public override void CompleteAll() => _inFlight = 0;
    }

    private sealed class Recorder : Workload
    {
        private int _started;

        public List<int> Together { get; } = new(16);

        public override bool CanOverlap => true;

        public override void Run() => throw new NotSupportedException();

        public override void StartOne() => _started++;

        public override void CompleteAll()
        {
            Together.Add(_started);
            _started = 0;
        }
    }
}
