using System.Numerics;

namespace PooledAwait.Schedules;

/// <summary>
/// What .NET's memory model lets a thread read: https://github.com/dotnet/runtime/blob/main/docs/design/specs/Memory-model.md. The accesses
/// of the woven copy come here (see <see cref="Weaver"/>).
/// </summary>
/// <remarks>
/// <para>
/// Memory itself always has the newest values. Beside it stands, for each location that one of the two threads has written, the history of
/// its writes, and for each thread a view: how far it has seen each location. A read may return any write that is not older than the view
/// says, and the schedule chooses which, first the newest.
/// </para>
/// <list type="bullet">
/// <item>A releasing write carries the writer's view. An acquiring read of it joins that view to the reader's.</item>
/// <item>An ordinary write carries the view of the writer's last full fence. An ordinary read of any write remembers what that carries for
/// the reader's next full fence.</item>
/// <item>A full fence is ordered with all others: each sees what the thread of the one before had seen.</item>
/// <item>An interlocked operation has a full fence on both sides, and reads the newest write.</item>
/// <item>A write of a reference carries what the writer knows about the object's fields, and every read of it joins that.</item>
/// </list>
/// <para>
/// Two things are not modelled. A read never returns a write that comes later in the schedule, and the writes of a location have one order,
/// that of the schedule. Fields inside of a structure share one history.
/// </para>
/// </remarks>
internal static class WeakMemory
{
    /// <summary>The owner of all statics, whose location is their address.</summary>
    private static readonly object s_statics = new();

    [ThreadStatic]
    private static MemoryThread? t_thread;

    /// <summary>The accesses of this thread are not those of a scenario, until the former value is put back.</summary>
    internal static MemoryThread? Enter(MemoryThread? thread)
    {
        MemoryThread? before = t_thread;
        t_thread = thread;
        return before;
    }

    // What the weaver calls. An address is known by the object that it was taken of before.

    internal static ref T Address<T>(object owner, ref T location)
    {
        t_thread?.Remember(new Place(owner, OffsetOf(owner, ref location), Unsafe.SizeOf<T>(), Snapshot<T>.Take));
        return ref location;
    }

    internal static ref T StaticAddress<T>(ref T location)
    {
        t_thread?.Remember(new Place(s_statics, AddressOf(ref location), Unsafe.SizeOf<T>(), Snapshot<T>.Take));
        return ref location;
    }

    internal static T Read<T>(object owner, ref T location) => t_thread is { } thread
        ? thread.Read(new Place(owner, OffsetOf(owner, ref location), Unsafe.SizeOf<T>(), Snapshot<T>.Take), ref location, acquire: false)
        : location;

    internal static void Write<T>(object owner, ref T location, T value)
    {
        if (t_thread is { } thread)
        {
            Place place = new(owner, OffsetOf(owner, ref location), Unsafe.SizeOf<T>(), Snapshot<T>.Take);
            thread.Write(place, ref location, value, release: false);
        }
        else
        {
            location = value;
        }
    }

    internal static T ReadStatic<T>(ref T location) => PlainRead(ref StaticAddress(ref location));

    internal static void WriteStatic<T>(ref T location, T value) => PlainWrite(ref StaticAddress(ref location), value);

    internal static T PlainRead<T>(ref T location) =>
        t_thread is { } thread && Find(thread, ref location) is { } place ? thread.Read(place, ref location, acquire: false) : location;

    internal static void PlainWrite<T>(ref T location, T value)
    {
        if (t_thread is { } thread && Find(thread, ref location) is { } place)
        {
            thread.Write(place, ref location, value, release: false);
        }
        else
        {
            location = value;
        }
    }

    internal static T VolatileRead<T>(ref T location)
    {
        if (t_thread is { } thread && Find(thread, ref location) is { } place)
        {
            return thread.Read(place, ref location, acquire: true);
        }

        T value = location;
        Thread.MemoryBarrier();
        return value;
    }

    internal static void VolatileWrite<T>(ref T location, T value)
    {
        if (t_thread is { } thread && Find(thread, ref location) is { } place)
        {
            thread.Write(place, ref location, value, release: true);
        }
        else
        {
            Thread.MemoryBarrier();
            location = value;
        }
    }

    internal static T CompareExchange<T>(ref T location, T value, T comparand) => Swap(ref location, value, comparand, isFence: true);

    internal static T Exchange<T>(ref T location, T value) => Store(ref location, value, isFence: true);

    internal static T Add<T>(ref T location, T value)
        where T : IBinaryInteger<T> => Update(ref location, found => unchecked(found + value));

    internal static T Increment<T>(ref T location)
        where T : IBinaryInteger<T> => Update(ref location, static found => unchecked(found + T.One));

    internal static T Decrement<T>(ref T location)
        where T : IBinaryInteger<T> => Update(ref location, static found => unchecked(found - T.One));

    internal static void Fence() => t_thread?.Fence();

    // What planted faults call instead of the accesses of Atomic, Volatile and Interlocked.

    internal static T FaultyRead<T>(ref T location)
    {
        Interleaving.Point();
        return PlainRead(ref location);
    }

    internal static void FaultyWrite<T>(ref T location, T value)
    {
        Interleaving.Point();
        PlainWrite(ref location, value);
    }

    internal static bool FaultySwap<T>(ref T location, T value, T comparand)
    {
        Interleaving.Point();
        return EqualityComparer<T>.Default.Equals(FaultyCompareExchange(ref location, value, comparand), comparand);
    }

    internal static T FaultyCompareExchange<T>(ref T location, T value, T comparand) =>
        Swap(ref location, value, comparand, isFence: false);

    internal static T FaultyExchange<T>(ref T location, T value) => Store(ref location, value, isFence: false);

    internal static bool SplitSwap<T>(ref T location, T value, T comparand)
    {
        Interleaving.Point();
        return EqualityComparer<T>.Default.Equals(SplitCompareExchange(ref location, value, comparand), comparand);
    }

    internal static T SplitCompareExchange<T>(ref T location, T value, T comparand)
    {
        T found = PlainRead(ref location);
        if (EqualityComparer<T>.Default.Equals(found, comparand))
        {
            Interleaving.Point();
            PlainWrite(ref location, value);
        }

        return found;
    }

    internal static T SplitExchange<T>(ref T location, T value)
    {
        T found = PlainRead(ref location);
        Interleaving.Point();
        PlainWrite(ref location, value);
        return found;
    }

    private static T Swap<T>(ref T location, T value, T comparand, bool isFence)
    {
        T found = Begin(ref location, isFence);
        T result = Interlocked.CompareExchange(ref location, value, comparand);
        End(ref location, found, isFence);
        return result;
    }

    private static T Store<T>(ref T location, T value, bool isFence)
    {
        T found = Begin(ref location, isFence);
        T result = Interlocked.Exchange(ref location, value);
        End(ref location, found, isFence);
        return result;
    }

    private static T Update<T>(ref T location, Func<T, T> update)
        where T : IBinaryInteger<T>
    {
        T found = Begin(ref location, isFence: true);
        T value = update(found);
        while (Interlocked.CompareExchange(ref location, value, found) != found)
        {
            found = location;
            value = update(found);
        }

        End(ref location, found, isFence: true);
        return value;
    }

    private static T Begin<T>(ref T location, bool isFence)
    {
        if (t_thread is { } thread)
        {
            if (isFence)
            {
                thread.Fence();
            }

            if (Find(thread, ref location) is { } place)
            {
                thread.ReadNewest(place, acquire: isFence);
            }
        }

        return location;
    }

    private static void End<T>(ref T location, T found, bool isFence)
    {
        if (t_thread is { } thread)
        {
            if (!EqualityComparer<T>.Default.Equals(found, location) && Find(thread, ref location) is { } place)
            {
                T value = location;
                location = found;
                thread.Write(place, ref location, value, release: isFence);
            }

            if (isFence)
            {
                thread.Fence();
            }
        }
    }

    private static Place? Find<T>(MemoryThread thread, ref T location)
    {
        ref byte address = ref Unsafe.As<T, byte>(ref location);
        for (int i = 0; i < thread.Remembered; i++)
        {
            ref readonly Place place = ref thread.RememberedAt(i);
            nint distance = ReferenceEquals(place.Owner, s_statics)
                ? AddressOf(ref location) - place.Offset
                : Distance(ref DataOf(place.Owner), ref address) - place.Offset;
            if (distance >= 0 && distance < place.Size)
            {
                return place with { Inner = distance };
            }
        }

        return null;
    }

    private static nint OffsetOf<T>(object owner, ref T location) =>
        Distance(ref DataOf(owner), ref Unsafe.As<T, byte>(ref location));

    /// <summary>A method without calls and loops, so that no collection moves one of the two before they are compared.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static nint Distance(ref byte from, ref byte to) => Unsafe.ByteOffset(ref from, ref to);

    private static unsafe nint AddressOf<T>(ref T location) => (nint)Unsafe.AsPointer(ref location);

    internal static ref byte DataOf(object owner) => ref Unsafe.As<RawData>(owner).Data;

    private sealed class RawData
    {
        internal byte Data;
    }

    private static class Snapshot<T>
    {
        internal static readonly Func<object, nint, object?> Take = static (owner, offset) =>
            ReferenceEquals(owner, s_statics) ? ReadAt(offset) : Unsafe.As<byte, T>(ref Unsafe.AddByteOffset(ref DataOf(owner), offset));

        private static unsafe T ReadAt(nint address) => Unsafe.AsRef<T>((void*)address);
    }
}

/// <summary>A field of an object, a static field, or an element of an array.</summary>
/// <param name="Owner">The object, or the owner of the statics.</param>
/// <param name="Offset">In bytes, in the object; the address of a static.</param>
/// <param name="Size">In bytes.</param>
/// <param name="Take">Copies what is there now.</param>
/// <param name="Inner">The part of a structure that is accessed, in bytes.</param>
internal readonly record struct Place(object Owner, nint Offset, int Size, Func<object, nint, object?> Take, nint Inner = 0)
{
    internal object? Now() => Take(Owner, Offset);
}

/// <summary>How far a thread has seen each location: numbers of writes.</summary>
internal sealed class MemoryView
{
    private int[] _seen = [];

    internal int this[int location]
    {
        get => location < _seen.Length ? _seen[location] : 0;
        set
        {
            if (location >= _seen.Length)
            {
                Array.Resize(ref _seen, Math.Max(location + 1, 2 * _seen.Length));
            }

            _seen[location] = value;
        }
    }

    internal void Join(MemoryView? other)
    {
        for (int i = 0; i < other?._seen.Length; i++)
        {
            if (other._seen[i] > this[i])
            {
                this[i] = other._seen[i];
            }
        }
    }

    internal MemoryView Copy() => new() { _seen = [.. _seen] };
}

/// <summary>What the two threads of a run have written.</summary>
internal sealed class MemoryRun(Schedule schedule, int maxOldReads)
{
    private readonly Dictionary<(object Owner, nint Offset), Location> _locations = new(new ByReference());
    private int _oldReads;

    /// <summary>What the last full fence has seen.</summary>
    internal MemoryView Fences { get; } = new();

    internal Location this[in Place place]
    {
        get
        {
            if (!_locations.TryGetValue((place.Owner, place.Offset), out Location? location))
            {
                _locations.Add((place.Owner, place.Offset), location = new Location(_locations.Count));
            }

            return location;
        }
    }

    /// <summary>Which of so many writes is read, counted from the newest.</summary>
    internal int Choose(int writes)
    {
        int choice = _oldReads < maxOldReads && writes > 1 ? schedule.Choose(writes) : 0;
        _oldReads += choice == 0 ? 0 : 1;
        return choice;
    }

    /// <summary>What a view has of an object's fields.</summary>
    internal MemoryView? About(object? value, MemoryView view)
    {
        MemoryView? about = null;
        if (value is not null and not ValueType)
        {
            foreach (KeyValuePair<(object Owner, nint Offset), Location> location in _locations)
            {
                if (ReferenceEquals(location.Key.Owner, value) && view[location.Value.Index] is > 0 and int seen)
                {
                    (about ??= new MemoryView())[location.Value.Index] = seen;
                }
            }
        }

        return about;
    }

    /// <summary>One location's writes. The first is what was there before.</summary>
    internal sealed class Location(int index)
    {
        internal int Index => index;

        internal List<(object? Value, MemoryView? Carried, MemoryView? Object)> Writes { get; } = [];
    }

    private sealed class ByReference : IEqualityComparer<(object Owner, nint Offset)>
    {
        public bool Equals((object Owner, nint Offset) x, (object Owner, nint Offset) y) =>
            ReferenceEquals(x.Owner, y.Owner) && x.Offset == y.Offset;

        public int GetHashCode((object Owner, nint Offset) key) => RuntimeHelpers.GetHashCode(key.Owner) ^ (int)key.Offset;
    }
}

/// <summary>One of the two threads, as the memory sees it.</summary>
internal sealed class MemoryThread(MemoryRun run)
{
    private const int MaxRemembered = 256;

    private readonly Place[] _remembered = new Place[MaxRemembered];
    private int _next;

    /// <summary>What it has seen.</summary>
    private readonly MemoryView _seen = new();

    /// <summary>What ordinary reads have found, for the next fence.</summary>
    private readonly MemoryView _found = new();

    /// <summary>What it had seen at its last fence: carried by ordinary writes.</summary>
    private MemoryView _fenced = new();

    internal int Remembered => Math.Min(_next, MaxRemembered);

    /// <summary>The last address that was taken is the first.</summary>
    internal ref readonly Place RememberedAt(int index) => ref _remembered[(_next - 1 - index) & (MaxRemembered - 1)];

    internal void Remember(in Place place)
    {
        for (int i = 0; i < Math.Min(_next, 4); i++)
        {
            ref readonly Place known = ref RememberedAt(i);
            if (ReferenceEquals(known.Owner, place.Owner) && known.Offset == place.Offset)
            {
                return;
            }
        }

        _remembered[_next++ & (MaxRemembered - 1)] = place;
    }

    internal T Read<T>(in Place place, ref T location, bool acquire)
    {
        MemoryRun.Location history = run[place];
        if (history.Writes.Count == 0)
        {
            return location;
        }

        int newest = history.Writes.Count - 1;
        int read = newest - run.Choose(newest - _seen[history.Index] + 1);
        See(history, read, acquire);
        if (read == newest)
        {
            return location;
        }

        object? old = history.Writes[read].Value;
        return place.Inner == 0 && old is null or T
            ? (T)old!
            : Unsafe.As<byte, T>(ref Unsafe.AddByteOffset(ref WeakMemory.DataOf(old!), place.Inner));
    }

    internal void ReadNewest(in Place place, bool acquire)
    {
        MemoryRun.Location history = run[place];
        if (history.Writes.Count != 0)
        {
            See(history, history.Writes.Count - 1, acquire);
        }
    }

    internal void Write<T>(in Place place, ref T location, T value, bool release)
    {
        MemoryRun.Location history = run[place];
        if (history.Writes.Count == 0)
        {
            history.Writes.Add((place.Now(), null, null));
        }

        location = value;
        _seen[history.Index] = history.Writes.Count;
        MemoryView carried = (release ? _seen : _fenced).Copy();
        carried[history.Index] = history.Writes.Count;
        history.Writes.Add((place.Now(), carried, run.About(typeof(T).IsValueType ? null : value, _seen)));
    }

    internal void Fence()
    {
        _seen.Join(_found);
        _seen.Join(run.Fences);
        run.Fences.Join(_seen);
        _fenced = _seen.Copy();
    }

    private void See(MemoryRun.Location history, int read, bool acquire)
    {
        (_, MemoryView? carried, MemoryView? about) = history.Writes[read];
        if (read > _seen[history.Index])
        {
            _seen[history.Index] = read;
        }

        (acquire ? _seen : _found).Join(carried);
        _seen.Join(about);
    }
}
