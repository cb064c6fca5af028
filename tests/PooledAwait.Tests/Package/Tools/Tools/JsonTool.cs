using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using System.Threading.Tasks;

namespace Tools;

internal static partial class JsonTool
{
    public static async Task Run(Action<string> write)
    {
        Shape[] shapes = [new Circle { Radius = 2 }, new Square { Side = 3, Field = 4 }];
        JsonSerializerOptions options = new(JsonSerializerDefaults.Web) { IncludeFields = true };
        write(JsonSerializer.Serialize(shapes, options));
        write(JsonSerializer.Serialize<object>(shapes[1], options));
        write(JsonSerializer.Serialize<IArea>(shapes[1], options));
        write(JsonSerializer.Serialize(shapes, Generated.Default.ShapeArray));
        foreach (Type type in (Type[])[typeof(Circle), typeof(Square), typeof(IArea)])
        {
            JsonTypeInfo info = JsonSerializerOptions.Default.GetTypeInfo(type);
            write($"{type.Name} {info.Kind} {string.Join(' ', info.Properties.Select(static one => one.Name))}");
        }

        using MemoryStream stream = new();
        await JsonSerializer.SerializeAsync(stream, shapes, options);
        stream.Position = 0;
        await foreach (Shape? shape in JsonSerializer.DeserializeAsyncEnumerable<Shape>(stream, options))
        {
            write($"{shape!.GetType().Name} {await shape.AreaAsync()} {string.Join(' ', shape.Calls)}");
        }
    }

    public interface IArea
    {
        int Sides { get; }

        Task<int> AreaAsync();
    }

    [JsonDerivedType(typeof(Circle), "circle")]
    [JsonDerivedType(typeof(Square), "square")]
    public abstract class Shape : IArea, IJsonOnDeserialized, IJsonOnSerializing
    {
        [JsonIgnore]
        public List<string> Calls { get; } = [];

        public abstract int Sides { get; }

        public abstract Task<int> AreaAsync();

        public async void OnDeserialized()
        {
            Calls.Add("deserialized");
            await Task.CompletedTask;
        }

        public void OnSerializing() => Calls.Add("serializing");
    }

    public sealed class Circle : Shape
    {
        public int Radius { get; set; }

        public override int Sides => 0;

        public override async Task<int> AreaAsync()
        {
            await Task.Yield();
            return 3 * Radius * Radius;
        }
    }

    public sealed class Square : Shape
    {
        public int Field;

        [JsonInclude]
        internal int Side { get; set; }

        public override int Sides => 4;

        public override async Task<int> AreaAsync()
        {
            await Task.Yield();
            return Side * Side;
        }
    }

    [JsonSerializable(typeof(Shape[]))]
    private sealed partial class Generated : JsonSerializerContext;
}
