using System.Globalization;

/// <summary>Does a client's work with its server: the result, whether the client is pooled, and its bytes per operation.</summary>
public static class Program
{
    public static async Task Main(string[] arguments)
    {
        string assembly = arguments[0];
        int port = int.Parse(arguments[1], CultureInfo.InvariantCulture);
        (string result, long bytes) = assembly switch
        {
            "MySqlConnector" => await MySqlProgram.Run(port),
            "RabbitMQ.Client" => await RabbitProgram.Run(port),
            "MQTTnet" => await MqttProgram.Run(port),
            _ => throw new ArgumentException(assembly),
        };
        bool pooled = PooledAwait.Pool.GetStatistics().Any(pool => pool.Type.Assembly.GetName().Name == assembly);
        Console.WriteLine($"{result}|{(pooled ? "pooled" : "not pooled")}|{bytes}");
    }
}
