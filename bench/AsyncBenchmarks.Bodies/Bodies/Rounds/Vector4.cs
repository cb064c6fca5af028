namespace AsyncBenchmarks.Bodies;

/// <summary>The struct result of the benchmarks in rounds: four floats.</summary>
internal struct Vector4
{
    public float X;
    public float Y;
    public float Z;
    public float W;
}
