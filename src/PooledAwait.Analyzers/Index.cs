namespace System;

/// <summary>The type that the compiler needs for list patterns, and that netstandard2.0 lacks.</summary>
internal readonly struct Index
{
    private readonly int _value;

    public Index(int value, bool fromEnd = false) => _value = fromEnd ? ~value : value;

    public int GetOffset(int length) => _value < 0 ? length + _value + 1 : _value;
}
