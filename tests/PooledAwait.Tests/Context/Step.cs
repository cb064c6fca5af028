using System.Globalization;

namespace PooledAwait.Tests.Context;

/// <summary>One step of a program whose ExecutionContext is watched.</summary>
internal abstract record Step
{
    /// <summary>Writes the AsyncLocal.</summary>
    internal sealed record Write(int Value) : Step
    {
        public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"local={Value}");
    }

    /// <summary>Notes what the context is.</summary>
    internal sealed record Read : Step
    {
        public override string ToString() => "read";
    }

    /// <summary>Awaits something that is completed from outside.</summary>
    internal sealed record Await(int Gate) : Step
    {
        public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"await {Gate}");
    }

    /// <summary>Awaits Task.Yield.</summary>
    internal sealed record Yield : Step
    {
        public override string ToString() => "yield";
    }

    /// <summary>Calls and awaits another method of the same form.</summary>
    internal sealed record Call(Step[] Body) : Step
    {
        public override string ToString() => $"call {{ {string.Join("; ", (object[])Body)} }}";
    }

    /// <summary>Suppresses the context's flow.</summary>
    internal sealed record Suppress : Step
    {
        public override string ToString() => "suppress";
    }

    /// <summary>Lets the context flow again.</summary>
    internal sealed record Restore : Step
    {
        public override string ToString() => "restore";
    }
}
