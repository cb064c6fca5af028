namespace PooledAwait;

/// <summary>The state of one thread, in one object that is found once per step: finding a thread-static is a call on most platforms. Each
/// layer adds its part, which its thread alone uses. This part has the thread's magazines.</summary>
internal sealed partial class ThreadState
{
    /// <summary>The number of magazines in a page. The first page is on the fast path.</summary>
    internal const int PageSize = 128;

    [ThreadStatic]
    private static ThreadState? t_current;

    /// <summary>The magazines, by the numbers of their pools, in pages of <see cref="PageSize"/>: a thread that uses one of thousands of
    /// pools has one page. Null where no pool was used, where a pool has no magazines, and where the <see cref="PoolTrimmer"/> dropped
    /// one.</summary>
    private Magazine?[]?[] _pages = [];

    /// <summary>The first page; empty until <see cref="PoolTrimmer.HasBegun"/>, so that the slow path counts all returns.</summary>
    private Magazine?[] _firstPage = [];

    private ThreadState()
    {
    }

    /// <summary>Counts what the thread did since its last exchanges, and drops the objects that it kept.</summary>
    ~ThreadState()
    {
        // Mono and .NET Framework finalize at the end of the process too, when a lock's owner may be gone.
        if (!Environment.HasShutdownStarted)
        {
            Clear();
        }
    }

    internal static ThreadState Current { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => t_current ?? Create(); }

    /// <summary>The magazines that the fast path may use, by the numbers of their pools.</summary>
    internal Magazine?[] FirstPage { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _firstPage; }

    internal Magazine GetOrAdd(OperationPool pool, MagazineDepot depot)
    {
        int number = (int)pool / PageSize;
        int place = (int)pool % PageSize;
        if (number >= _pages.Length)
        {
            Array.Resize(ref _pages, number + 1);
        }

        Magazine?[] page = _pages[number] ??= new Magazine?[PageSize];
        if (number == 0 && PoolTrimmer.HasBegun)
        {
            _firstPage = page;
        }

        return page[place] ?? depot.AddMagazine(page, place);
    }

    internal void Clear()
    {
        for (int number = 0; number < _pages.Length; number++)
        {
            Magazine?[]? page = _pages[number];
            for (int place = 0; place < page?.Length; place++)
            {
                if (page[place] is { } magazine)
                {
                    (PoolRegistry.Get((OperationPool)((number * PageSize) + place)) as MagazineDepot)?.Drop(magazine);
                }
            }
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // once per thread
    private static ThreadState Create() => t_current = new ThreadState();
}
