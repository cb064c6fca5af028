using System;
using System.Collections.Generic;

namespace AsyncBenchmarks.Tests;

/// <summary>The measurement itself: exact to the byte.</summary>
public class SurvivedTests
{
    private const int ObjectHeader = 16;
    private const int ArrayLength = 8;

    [Theory]
    [InlineData(0)]
    [InlineData(8)]
    [InlineData(616)]
    public void Measure_OfAPoolThatKeepsOneObjectPerOperation_IsThatObject(int payload)
    {
        long expected = payload == 0 ? 0 : ObjectHeader + ArrayLength + payload;

        Assert.Equal(expected, Survived.Measure(new Keeper(payload, most: int.MaxValue)));
    }

    [Fact]
    public void Measure_OfAPoolThatIsFullBeforeTheMiddle_IsNothing() => Assert.Equal(0, Survived.Measure(new Keeper(payload: 8, most: 4)));

    [Fact]
    public void Measure_OfAPoolThatIsFullAfterTheMiddle_IsTheObject() => Assert.Equal(ObjectHeader + ArrayLength + 8, Survived.Measure(new Keeper(payload: 8, most: 6)));

    [Fact]
    public void Measure_RunsAloneThreeTimesAndThenTwoToNineTogether()
    {
        Recorder recorder = new();
        Survived.Measure(recorder);

        Assert.Equal([1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9], recorder.Together);
    }

    /// <summary>Keeps what its operations in flight needed at most, as a pool does.</summary>
    private sealed class Keeper(int payload, int most) : Workload
    {
        private readonly byte[]?[] _pool = new byte[]?[16];
        private int _inFlight;

        public override bool CanOverlap => true;

        public override void Run() => throw new NotSupportedException();

        public override void StartOne()
        {
            int slot = _inFlight++;
            if (payload > 0 && slot < most)
            {
                _pool[slot] ??= new byte[payload];
            }
        }

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
