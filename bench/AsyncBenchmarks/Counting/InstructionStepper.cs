using System.ComponentModel;
using System.Runtime.InteropServices;

namespace AsyncBenchmarks.Counting;

/// <summary>
/// Lets a thread of a child process do one instruction at a time, by ptrace of Linux on x64. Nobody need be allowed to read the
/// processor's counters for that, and nothing that happens on the machine meanwhile changes what is counted.
/// </summary>
internal static class InstructionStepper
{
    private const int Seize = 0x4206;
    private const int Interrupt = 0x4207;
    private const int SingleStep = 9;
    private const int GetRegisters = 12;
    private const int Detach = 17;

    /// <summary>The child ends with us, whatever becomes of us.</summary>
    private const int ExitKill = 1 << 20;

    /// <summary>Also children that are threads.</summary>
    private const int AllKinds = 0x40000000;

    private const int TrapSignal = 5;

    /// <summary>Why nothing can be stepped through here; null if it can.</summary>
    public static string? Missing { get; } =
        OperatingSystem.IsLinux() && RuntimeInformation.ProcessArchitecture == Architecture.X64
            ? null
            : "Instructions are counted on Linux on x64 only.";

    /// <summary>
    /// Steps through a thread until <paramref name="step"/> returns false; the thread goes on at full speed then. For a process that
    /// hasn't started any other: the system tells it of each step as if a child had ended.
    /// </summary>
    /// <param name="threadId">The system's number of the thread. A process's first thread has the process's.</param>
    /// <param name="step">Gets the instruction pointer and the stack pointer before each instruction.</param>
    /// <exception cref="Win32Exception">The system doesn't allow it, or the thread has ended.</exception>
    public static void Run(int threadId, Func<ulong, ulong, bool> step)
    {
        Demand(Ask(Seize, threadId, 0, ExitKill));
        Demand(Ask(Interrupt, threadId, 0, 0));
        int signal = Stopped(threadId);
        while (true)
        {
            Demand(Ask(GetRegisters, threadId, 0, out Registers registers));
            if (!step(registers.InstructionPointer, registers.StackPointer))
            {
                break;
            }

            Demand(Ask(SingleStep, threadId, 0, signal));
            signal = Stopped(threadId);
        }

        Demand(Ask(Detach, threadId, 0, signal));
    }

    /// <summary>Waits until the thread has stopped; returns the signal that it is still to be given.</summary>
    private static int Stopped(int thread)
    {
        int waited;
        int status;
        do
        {
            waited = WaitFor(thread, out status, AllKinds);
        }
        while (waited < 0 && Marshal.GetLastPInvokeError() == Interrupted);

        Demand(waited);
        const int IsStopped = 0x7F;
        if ((status & 0xFF) != IsStopped)
        {
            throw new Win32Exception(NoSuchProcess);
        }

        // A stop that this process asked for is not the thread's: a step, or, with a number above the signal, an interruption.
        int signal = (status >> 8) & 0xFF;
        return signal == TrapSignal || status >> 16 != 0 ? 0 : signal;
    }

    private const int Interrupted = 4;
    private const int NoSuchProcess = 3;

    private static void Demand(nint answer)
    {
        if (answer < 0)
        {
            throw new Win32Exception(Marshal.GetLastPInvokeError());
        }
    }

    [DllImport("libc", EntryPoint = "ptrace", SetLastError = true)]
    private static extern nint Ask(nint request, nint thread, nint address, nint data);

    [DllImport("libc", EntryPoint = "ptrace", SetLastError = true)]
    private static extern nint Ask(nint request, nint thread, nint address, out Registers registers);

    [DllImport("libc", EntryPoint = "waitpid", SetLastError = true)]
    private static extern int WaitFor(int thread, out int status, int options);

    /// <summary>As <c>user_regs_struct</c> of <c>sys/user.h</c>: 27 words.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 27 * sizeof(ulong))]
    private readonly struct Registers
    {
        [FieldOffset(16 * sizeof(ulong))]
        public readonly ulong InstructionPointer;

        [FieldOffset(19 * sizeof(ulong))]
        public readonly ulong StackPointer;
    }
}
