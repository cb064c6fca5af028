// No executable code: only what types say leads here.
global using System.Globalization;
global using Numbers = System.Collections.Generic.List<(int First, dynamic Second)>;

namespace Fixture;

public interface IInterface
{
    void Method();
}

public enum Enumeration : long
{
    None,
    Some = long.MaxValue - 1,
}

public delegate string Delegate(int number);

public abstract class Abstract<T>
{
    public interface INested;
}
