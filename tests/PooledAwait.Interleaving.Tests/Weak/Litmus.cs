namespace PooledAwait;

/// <summary>The memory of a litmus test: fields of the library, as far as the weaver can tell.</summary>
internal sealed class Litmus
{
    internal int _x;
    internal int _y;
    internal Litmus? _next;
}
