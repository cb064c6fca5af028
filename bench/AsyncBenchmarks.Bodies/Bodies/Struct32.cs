namespace AsyncBenchmarks.Bodies;

/// <summary>A large result: four longs, 32 bytes.</summary>
internal struct Struct32
{
    public long First;
    public long Second;
    public long Third;
    public long Fourth;
}
