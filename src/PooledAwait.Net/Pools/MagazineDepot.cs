namespace PooledAwait;

/// <summary>A depot whose threads have magazines: it has full arrays of them, so that its lock is taken once per array.</summary>
internal sealed class MagazineDepot(Type type, Type? objects, int size)
    // Subtracts a thread's magazine, which has two arrays and one slot, so that one thread stays within the bound.
    : Depot(type, objects, ((size - 1) / Magazine.Capacity) - 2)
{
    private readonly List<Magazine> _magazines = [];

    /// <summary>Empty arrays for threads that have filled their own, so that a repeated burst allocates none.</summary>
    private TrimmedStack _empty = new();

    internal override bool IsTrimmed => true;

    internal Magazine AddMagazine(Magazine?[] page, int place)
    {
        Magazine magazine = new(page, place);
        _lock.Enter();
        try
        {
            _magazines.Add(magazine);
            page[place] = magazine;
        }
        finally
        {
            _lock.Exit();
        }

        // From now on its thread uses the magazine without calling the depot.
        PoolTrimmer.KeepAwake();
        return magazine;
    }

    /// <summary>Takes an object for a thread whose magazine is empty. If null, the caller creates one, which is counted here.</summary>
    internal object? Take(Magazine magazine)
    {
        Interleaving.Point();
        _lock.Enter();
        try
        {
            magazine.IdlePeriods = -1;
            if (magazine.IsDropped || (magazine.SpareCount == 0 && _items.Count == 0))
            {
                _rented++;
                _allocated++;
                return null;
            }

            if (magazine.SpareCount == 0)
            {
                // The spare array is empty, and so is the current one, which becomes the spare.
                if (magazine.Spare is { } empty)
                {
                    _empty.Push(empty);
                }

                magazine.Spare = Cast.To<Magazine.Slot[]>(_items.TryPop()!);
                magazine.SpareCount = Magazine.Capacity;
            }

            magazine.Swap();
        }
        finally
        {
            _lock.Exit();
        }

        return magazine.TryTake();
    }

    /// <summary>Puts an object of a thread whose magazine is full, or has no array yet. If the depot is full too, drops it.</summary>
    internal void Put(Magazine magazine, object value)
    {
        Interleaving.Point();
        _lock.Enter();
        try
        {
            magazine.IdlePeriods = -1;
            if (magazine.IsDropped || (magazine.SpareCount != 0 && !HasRoom))
            {
                _dropped++;
                return;
            }

            if (magazine.SpareCount != 0)
            {
                _items.Push(magazine.Spare!);
                magazine.Spare = Cast.OrNull<Magazine.Slot[]>(_empty.TryPop());
                magazine.SpareCount = 0;
            }

            if (magazine.Slots is not null)
            {
                magazine.Swap();
            }
        }
        finally
        {
            _lock.Exit();
        }

        magazine.Slots ??= new Magazine.Slot[Magazine.Capacity];
        magazine.TryPut(value);
    }

    /// <summary>Drops a magazine, unless that has happened.</summary>
    internal void Drop(Magazine magazine)
    {
        _lock.Enter();
        int index = _magazines.IndexOf(magazine);
        if (index >= 0)
        {
            DropMagazine(index);
        }

        _lock.Exit();
    }

    internal override void Clear(bool withMagazines = false)
    {
        _lock.Enter();
        for (int i = _magazines.Count - 1; i >= 0 && withMagazines; i--)
        {
            DropMagazine(i);
        }

        _dropped += _items.Count * (long)Magazine.Capacity;
        _items = new();
        _empty = new();
        _lock.Exit();
    }

    private protected override bool DropUnused()
    {
        for (int i = _magazines.Count - 1; i >= 0; i--)
        {
            Magazine magazine = _magazines[i];
            AddUp(magazine);
            if (++magazine.IdlePeriods >= PoolTrimmer.IdlePeriods)
            {
                DropMagazine(i);
            }
        }

        _dropped += _items.EndPeriod() * (long)Magazine.Capacity;
        _empty.EndPeriod();
        return _magazines.Count != 0 || _items.Count != 0 || _empty.Count != 0;
    }

    private protected override int AddUp()
    {
        int idle = _items.Count * Magazine.Capacity;
        foreach (Magazine magazine in _magazines)
        {
            AddUp(magazine);
            idle += magazine.IdleBefore;
        }

        return idle;
    }

    /// <summary>Adds a magazine's counts; called under the lock, which keeps the magazine's thread from the next exchange.</summary>
    /// <remarks>Reads the rentals first, so that another thread sees at most the returns so far.</remarks>
    private void AddUp(Magazine magazine)
    {
        uint rented = Volatile.Read(ref magazine.Rented);
        int idle = magazine.Idle;
        if (rented != magazine.RentedBefore || idle != magazine.IdleBefore)
        {
            _rented += unchecked(rented - magazine.RentedBefore);
            magazine.RentedBefore = rented;
            magazine.IdleBefore = idle;
            magazine.IdlePeriods = -1;
        }
    }

    /// <summary>Drops a magazine; called under the lock.</summary>
    private void DropMagazine(int index)
    {
        Magazine magazine = _magazines[index];
        AddUp(magazine);
        _dropped += magazine.IdleBefore;
        magazine.Remove();
        _magazines[index] = _magazines[_magazines.Count - 1];
        _magazines.RemoveAt(_magazines.Count - 1);
    }
}
