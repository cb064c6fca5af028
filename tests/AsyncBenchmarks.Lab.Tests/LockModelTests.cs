using System;
using AsyncBenchmarks.Lab.Depots;

namespace AsyncBenchmarks.Lab.Tests;

public class LockModelTests
{
    private static readonly LockCosts s_costs = new()
    {
        Hold = 10,
        HoldAfterOther = 90,
        Outside = 5,
        Probe = 0,
        Spin = 25,
        Yield = 400,
        Switch = 1_000,
        Sleep = 1e6,
        TimeSlice = 4e6,
    };

    /// <summary>Waiters look at the lock all the time, and each exchange takes the same.</summary>
    private static readonly LockCosts s_eager = s_costs with { Hold = 90, Spin = 0.02, Yield = 3, Sleep = 3 };

    [Fact]
    public void A_thread_alone_never_waits()
    {
        LockUse use = new LockModel(s_costs, threads: 1, cores: 1, work: 200).Run(10_000);

        Assert.Equal(use.Work + s_costs.Hold + s_costs.Outside, use.CoreTime, tolerance: 1);
        Assert.Equal(200, use.Work, tolerance: 4);
    }

    [Fact]
    public void Threads_with_much_work_pay_for_the_other_core_but_hardly_wait()
    {
        LockUse use = new LockModel(s_costs, threads: 2, cores: 2, work: 10_000).Run(100_000);

        // After work that is uniform from nothing to twice its mean, the other thread comes next in two cases of three.
        double hold = ((2 * s_costs.HoldAfterOther) + s_costs.Hold) / 3;
        Assert.Equal(hold + s_costs.Outside, use.CoreTime - use.Work, tolerance: 3);
    }

    [Theory]
    [InlineData(4)]
    [InlineData(64)]
    public void A_full_lock_lets_one_thread_through_at_a_time(int threads)
    {
        // A tenth of the work that would keep the lock just busy.
        LockUse use = new LockModel(s_eager, threads, threads, work: threads * s_eager.HoldAfterOther / 10).Run(5_000);

        Assert.InRange(use.CoreTime / (threads * s_eager.HoldAfterOther), 1, 1.03);
    }

    [Fact]
    public void Waiters_that_spin_longer_and_longer_leave_a_full_lock_free_for_a_while()
    {
        const int Threads = 4;
        double work = Threads * s_eager.HoldAfterOther / 10;
        double eager = new LockModel(s_eager, Threads, Threads, work).Run(50_000).CoreTime;

        Assert.InRange(new LockModel(s_eager with { Spin = 25 }, Threads, Threads, work).Run(50_000).CoreTime / eager, 1.1, 2);
    }

    [Fact]
    public void A_thread_that_looks_at_the_lock_delays_its_holder_once()
    {
        const int Threads = 16;
        LockUse use = new LockModel(s_eager with { Probe = 30 }, Threads, Threads, work: 0).Run(5_000);

        Assert.InRange(use.CoreTime / Threads, s_eager.HoldAfterOther + 28, s_eager.HoldAfterOther + 33);
    }

    [Fact]
    public void Waiting_is_that_of_queueing_theory()
    {
        // Of many slow threads: the mean wait is load / (1 - load) / 2 of the time of service.
        const int Threads = 200;
        const double Load = 0.5;
        LockCosts costs = s_eager with { Outside = 0 };
        LockUse use = new LockModel(costs, Threads, Threads, Threads * costs.Hold / Load).Run(1_000_000);

        double wait = use.CoreTime - use.Work - costs.Hold;

        Assert.InRange(wait / (costs.Hold * Load / (1 - Load) / 2), 0.9, 1.15);
    }

    [Fact]
    public void A_holder_without_a_core_makes_the_others_wait()
    {
        double work = 64 * s_costs.HoldAfterOther;
        double alone = LockModel.ShareOfWaiting(s_costs, threads: 32, cores: 32, work);
        double shared = LockModel.ShareOfWaiting(s_costs, threads: 64, cores: 32, work);
        double neverInterrupted = LockModel.ShareOfWaiting(s_costs with { TimeSlice = 1e12 }, threads: 64, cores: 32, work);

        Assert.True(shared > alone, $"{shared} with two threads on each core, {alone} with one");
        Assert.True(shared > neverInterrupted, $"{shared} with time slices, {neverInterrupted} without");
    }

    [Fact]
    public void The_work_at_which_threads_wait_grows_with_their_number()
    {
        double few = LockModel.FindWork(s_costs, threads: 8, cores: 8, share: 0.1);
        double many = LockModel.FindWork(s_costs, threads: 64, cores: 64, share: 0.1);

        Assert.Equal(0.1, LockModel.ShareOfWaiting(s_costs, 64, 64, many), tolerance: 0.01);
        Assert.InRange(many / few, 4, 10);
    }
}
