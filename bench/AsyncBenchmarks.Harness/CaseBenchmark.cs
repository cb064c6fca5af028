using System;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;

namespace AsyncBenchmarks.Harness;

/// <summary>
/// The benchmark for every case: its parameter names the case, its body is one virtual call, the same for every row.
/// The host hands these methods to BenchmarkDotNet one by one, so they carry no attributes.
/// </summary>
public class CaseBenchmark
{
    private Workload? _workload;

    /// <summary>Set by BenchmarkDotNet before <see cref="Setup"/>.</summary>
    public string CaseId { get; set; } = "";

    /// <summary>The warm-up of the process before BenchmarkDotNet's own, in milliseconds.</summary>
    public int WarmUpMilliseconds { get; set; }

    /// <summary>The case's work; there once <see cref="Setup"/> has run.</summary>
    protected Workload Workload => _workload ?? throw new InvalidOperationException("Setup comes first.");

    /// <summary>Makes the workload, measures what survives, and reports both before any time is taken.</summary>
    public void Setup()
    {
        HostWatch.Start();
        Case found = Catalog.Find(CaseId) ?? throw new InvalidOperationException("There is no case " + CaseId + ".");
        Workload workload = found.Availability.Create?.Invoke() ?? throw new InvalidOperationException(found.Availability.NotAvailable);
        workload.Setup();
        _workload = workload;

        string survived = Survived.Measure(workload) is { } bytes ? bytes.ToString(CultureInfo.InvariantCulture) : CaseMark.None;
        Console.WriteLine(CaseMark.Format(CaseMark.Runtime, RuntimeInformation.FrameworkDescription));
        Console.WriteLine(CaseMark.Format(CaseMark.Survived, survived));
        WarmUp(workload);
    }

    /// <summary>The measured part.</summary>
    public void Run() => _workload!.Run();

    /// <summary>Reports what the workload has measured itself, and takes it down.</summary>
    public void Cleanup()
    {
        foreach (Figure figure in Workload.Figures)
        {
            Console.WriteLine(CaseMark.Format(CaseMark.Figure, figure.Format()));
        }

        if (Workload.NeedsPreparation)
        {
            Console.WriteLine(CaseMark.Format(CaseMark.Allocated, PreparedRun.Allocated(Workload)));
        }

        Workload.Cleanup();
    }

    // The JIT improves a method some 100 ms after it was found hot, twice; what BenchmarkDotNet calls warm-up is counted in
    // iterations and can be over before that.
    private void WarmUp(Workload workload)
    {
        Stopwatch elapsed = Stopwatch.StartNew();
        while (elapsed.ElapsedMilliseconds < WarmUpMilliseconds)
        {
            if (workload.NeedsPreparation)
            {
                workload.Prepare();
            }

            Run();
        }
    }
}
