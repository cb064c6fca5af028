namespace PooledAwait;

/// <summary>A timer of the system clock that stays with its pooled owner and is armed again for each use.</summary>
/// <remarks>
/// Its links, due time and token belong to the <see cref="TimerWheel"/> and are touched under its lock only. A callback that is already on
/// its way when the timer is disarmed carries the token of its own use, which the owner compares.
/// </remarks>
internal sealed class PooledTimer
{
    /// <summary>The next timer of the same list; the list's sentinel after the last one; null while the timer is in no list.</summary>
    internal PooledTimer? _next;

    /// <summary>The previous timer of the same list, or the list's sentinel; null while the timer is in no list.</summary>
    internal PooledTimer? _previous;

    /// <summary>When the time is over, in milliseconds of the wheel's clock.</summary>
    internal long _due;

    /// <summary>The owner's use that the timer is armed for.</summary>
    internal short _token;

    private readonly TimerWheel _wheel;

    /// <summary>Creates a timer that is not armed.</summary>
    /// <param name="owner">Told when the time is over; null for the sentinel of a list.</param>
    /// <param name="wheel">The wheel that keeps the time.</param>
    internal PooledTimer(ITimed? owner, TimerWheel wheel)
    {
        Owner = owner;
        _wheel = wheel;
    }

    internal ITimed? Owner { get; }

    /// <summary>Starts the time. The timer is not armed.</summary>
    /// <param name="token">The owner's use, which the callback names.</param>
    /// <param name="milliseconds">The time, 0 to 2^32 - 2 ms.</param>
    internal void Arm(short token, long milliseconds) => _wheel.Arm(this, token, milliseconds);

    /// <summary>Ends the time. A callback that is on its way still comes, with the token of its use.</summary>
    internal void Disarm() => _wheel.Disarm(this);
}
