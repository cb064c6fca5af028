/// <summary>Uses packages whose async methods the build may have pooled: says whether it has, and the bytes of an operation.</summary>
public static class Program
{
    public static async Task Main()
    {
        Write("Polly.Core", await PollyProgram.Run());
        Write("Grpc.Net.Client", await GrpcProgram.Run());
        Write("NATS.Client.Core", await NatsProgram.Run());
    }

    private static void Write(string assembly, (string Text, long Bytes) result)
    {
        bool pooled = PooledAwait.Pool.GetStatistics().Any(pool => pool.Type.Assembly.GetName().Name == assembly);
        Console.WriteLine($"{assembly}: {result.Text}, {(pooled ? "pooled" : "not pooled")}, {result.Bytes}");
    }
}
