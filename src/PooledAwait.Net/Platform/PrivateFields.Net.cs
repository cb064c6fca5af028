using System;

namespace PooledAwait;

/// <summary>Whether the library may read private fields of the runtime.</summary>
internal static class PrivateFields
{
    /// <summary>A switch of AppContext for tests and for bug reports: false has public members called everywhere.</summary>
    internal const string Switch = "PooledAwait.ReadPrivateFields";

    /// <summary>Whether the switch allows it; a class that reads fields asks once.</summary>
    internal static bool MayBeRead => !AppContext.TryGetSwitch(Switch, out bool isOn) || isOn;
}
