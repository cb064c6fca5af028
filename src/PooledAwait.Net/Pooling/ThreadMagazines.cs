using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// One thread's magazines, by the numbers of their pools. Only its thread uses them, but the <see cref="PoolTrimmer"/> may empty any
/// magazine, and any thread may read its counts, at any time.
/// </summary>
/// <remarks>
/// A base class of the thread's state, so that code with that state needs no further load.
/// </remarks>
internal class ThreadMagazines
{
    /// <summary>The number of pools whose magazines are near from the start; they take 3 KB.</summary>
    private const int MinNear = 128;

    /// <summary>A power of two. When half of the places are used, all these magazines become near.</summary>
    private const int FarPlaces = 32;

    /// <summary>No magazines. Array.Empty and Array.Resize would be compiled for this type at a process's first operation.</summary>
    [SuppressMessage("Performance", "CA1825", Justification = "As above.")]
    private static readonly Magazine[] s_none = new Magazine[0];

    [ThreadStatic]
    private static ThreadMagazines? t_current;

    /// <summary>
    /// The same as this thread's <see cref="_fast"/>, for code without the thread's state; null before the first.
    /// </summary>
    [ThreadStatic]
    private static Magazine[]? t_fast;

    /// <summary>
    /// The magazines of the pools with the lowest numbers, by number. Those of pools without magazines never get arrays and stay empty.
    /// </summary>
    private Magazine[] _near = s_none;

    /// <summary>
    /// <see cref="_near"/>, as the fast path sees it: empty until <see cref="PoolTrimmer.HasBegun"/>, so that all returns are counted.
    /// </summary>
    private Magazine[] _fast = s_none;

    /// <summary>
    /// Magazines of other pools in a hash table by the last bits of the number, with linear probing; null without any. A thread that uses a
    /// few pools of thousands therefore has no magazines for the others.
    /// </summary>
    private FarMagazine[]? _far;
    private int _farCount;

    private protected ThreadMagazines()
    {
        // Takes over the objects that the thread pooled before its state was created.
        if (t_current is { } before)
        {
            PoolThreads.Add(this);
            PoolThreads.Enter();
            _near = before._near;
            t_fast = _fast = before._fast;
            _far = before._far;
            _farCount = before._farCount;
            before._near = before._fast = s_none;
            before._far = null;
            PoolThreads.Exit();
        }

        t_current = this;
    }

    /// <summary>Counts what the thread did since its last exchanges, and the objects that it kept.</summary>
    ~ThreadMagazines()
    {
        // Mono and .NET Framework finalize at the end of the process too, when a lock's owner may be gone.
        if (!Environment.HasShutdownStarted)
        {
            Clear();
        }
    }

    /// <summary>The current thread's.</summary>
    internal static ThreadMagazines OfThisThread => t_current ?? Create();

    /// <summary>The current thread's near magazines; null if it has none.</summary>
    internal static Magazine[]? NearOfThisThread
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // as OperationPools.TryRent
        get => t_fast;
    }

    /// <summary>The near magazines, for code with the thread's state.</summary>
    internal Magazine[] NearMagazines
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // as OperationPools.TryRent
        get => _fast;
    }

    /// <summary>A pool's magazine; if there is none, the one given. Another thread calls <see cref="PoolThreads.Enter"/> first.</summary>
    internal ref Magazine Find(OperationPool pool, ref Magazine none)
    {
        int index = (int)pool;
        if ((uint)index < (uint)_near.Length)
        {
            return ref _near[index];
        }

        if (_far is not null)
        {
            ref FarMagazine far = ref FindFar(_far, pool);
            if (far.Pool == pool)
            {
                return ref far.Magazine;
            }
        }

        return ref none;
    }

    /// <summary>A pool's magazine with its arrays, both created if missing.</summary>
    internal ref Magazine GetOrAdd(OperationPool pool, out MagazineArrays arrays)
    {
        ref Magazine magazine = ref GetOrAdd(pool);
        if (!ReferenceEquals(_fast, _near) && PoolTrimmer.HasBegun)
        {
            t_fast = _fast = _near;
        }

        // Reads once, because the trimmer may clear it.
        arrays = magazine.Arrays ??= new MagazineArrays();
        return ref magazine;
    }

    /// <summary>Ends a period of the trimmer: drops the magazines that were used neither in it nor in the one before.</summary>
    /// <returns>Whether other magazines are left.</returns>
    internal bool EndPeriod() => Trim(all: false);

    /// <summary>Drops all magazines.</summary>
    internal void Clear() => Trim(all: true);

    [MethodImpl(MethodImplOptions.NoInlining)] // once per thread
    private static ThreadMagazines Create() => new();

    private static bool Trim(ref Magazine magazine, OperationPool pool, bool all) =>
        (magazine.Arrays is null && magazine.First is null) || (PoolRegistry.Get(pool)?.Trim(ref magazine, all) ?? true);

    private static ref FarMagazine FindFar(FarMagazine[] far, OperationPool pool)
    {
        // The loop ends, because one place is always free.
        int place = (int)pool;
        while (far[place & (FarPlaces - 1)].Pool is var found && found != pool && found != OperationPool.None)
        {
            place++;
        }

        return ref far[place & (FarPlaces - 1)];
    }

    private bool Trim(bool all)
    {
        bool isAnyLeft = false;
        PoolThreads.Enter();
        for (int i = 0; i < _near.Length; i++)
        {
            isAnyLeft |= !Trim(ref _near[i], (OperationPool)i, all);
        }

        for (int i = 0; i < _far?.Length; i++)
        {
            isAnyLeft |= !Trim(ref _far[i].Magazine, _far[i].Pool, all);
        }

        PoolThreads.Exit();
        return isAnyLeft;
    }

    private ref Magazine GetOrAdd(OperationPool pool)
    {
        int index = (int)pool;
        if (_near.Length == 0 && _far is null)
        {
            PoolThreads.Add(this);
        }

        if (index >= _near.Length)
        {
            if (index >= MinNear && _farCount < FarPlaces / 2)
            {
                _far ??= new FarMagazine[FarPlaces];
                ref FarMagazine far = ref FindFar(_far, pool);
                if (far.Pool != pool)
                {
                    far.Pool = pool;
                    _farCount++;
                }

                return ref far.Magazine;
            }

            MakeNear(index);
        }

        return ref _near[index];
    }

    /// <summary>
    /// Makes room for a pool's magazine and those of all pools with lower numbers, and moves far magazines there.
    /// </summary>
    private void MakeNear(int index)
    {
        FarMagazine[]? far = _far;
        for (int i = 0; i < far?.Length && index >= MinNear; i++)
        {
            index = Math.Max(index, (int)far[i].Pool);
        }

        Magazine[] near = new Magazine[index < MinNear ? Math.Max(16, Math.Min(MinNear, 2 * index)) : index + (index / 4)];
        PoolThreads.Enter();
        Array.Copy(_near, near, _near.Length);
        if (index >= MinNear)
        {
            for (int i = 0; i < far?.Length; i++)
            {
                if (far[i].Pool != OperationPool.None)
                {
                    near[(int)far[i].Pool] = far[i].Magazine;
                }
            }

            _far = null;
            _farCount = 0;
        }

        _near = near;
        PoolThreads.Exit();
    }

    private struct FarMagazine
    {
        /// <summary><see cref="OperationPool.None"/> in a free place.</summary>
        internal OperationPool Pool;
        internal Magazine Magazine;
    }
}
