namespace AsyncBenchmarks.Counting;

/// <summary>
/// Counts the instructions between a call of one method and its return, call by call. It gets every instruction of a thread;
/// the method's own are not counted, only those of what it calls.
/// </summary>
/// <param name="enough">How many instructions to count at least; the last call is always a whole one.</param>
/// <param name="most">After how many instructions to give up, wherever they are.</param>
internal sealed class CallCounter(CodeRange method, long enough = 100_000, long most = CallCounter.Most)
{
    /// <summary>Some minutes' work, with what prepares the calls.</summary>
    public const long Most = 20_000_000;

    /// <summary>Where the stack pointer is when the method is entered: it has returned when the pointer is above.</summary>
    private ulong _frame;
    private bool _isInside;
    private long _inCall;
    private long _counted;
    private long _seen;

    public List<long> Calls { get; } = [];

    /// <summary>How often each address was executed in the calls, and in one that was not seen to its end.</summary>
    public Dictionary<ulong, long> Counts { get; } = [];

    /// <returns>Whether to go on.</returns>
    public bool Step(ulong address, ulong stackPointer)
    {
        _seen++;
        if (_isInside && stackPointer > _frame)
        {
            _isInside = false;
            Calls.Add(_inCall);
            _counted += _inCall;
            _inCall = 0;
            if (_counted >= enough)
            {
                return false;
            }
        }

        if (!_isInside && address == method.Start)
        {
            _isInside = true;
            _frame = stackPointer;
        }
        else if (_isInside && !method.Contains(address))
        {
            _inCall++;
            Counts[address] = Counts.GetValueOrDefault(address) + 1;
        }

        return _seen < most;
    }
}
