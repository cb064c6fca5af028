using System;

namespace AsyncBenchmarks.Statistics;

/// <summary>Values below which a distribution has a given share; by bisection, since nobody is waiting for them.</summary>
internal static class Quantile
{
    public static double Normal(double share) => Invert(NormalShareBelow, share);

    public static double StudentT(double share, int degreesOfFreedom) =>
        Invert(value => StudentTShareBelow(value, degreesOfFreedom), share);

    private static double Invert(Func<double, double> shareBelow, double share)
    {
        double low = -1e4;
        double high = 1e4;
        for (int i = 0; i < 100; i++)
        {
            double middle = (low + high) / 2;
            (low, high) = shareBelow(middle) < share ? (middle, high) : (low, middle);
        }

        return low;
    }

    private static double NormalShareBelow(double value) =>
        0.5 + Integrate(x => Math.Exp(-x * x / 2) / Math.Sqrt(2 * Math.PI), Math.Clamp(value, -40, 40));

    // Closed forms exist for whole degrees of freedom; x = sqrt(n) tan(angle) turns the density into a power of a cosine.
    private static double StudentTShareBelow(double value, int degreesOfFreedom)
    {
        double angle = Math.Atan(value / Math.Sqrt(degreesOfFreedom));
        double whole = Integrate(x => Math.Pow(Math.Cos(x), degreesOfFreedom - 1), Math.PI / 2);
        return 0.5 + (Integrate(x => Math.Pow(Math.Cos(x), degreesOfFreedom - 1), angle) / (2 * whole));
    }

    // Simpson's rule from 0.
    private static double Integrate(Func<double, double> density, double to)
    {
        const int Steps = 2000;
        double width = to / Steps;
        double sum = density(0) + density(to);
        for (int i = 1; i < Steps; i++)
        {
            sum += density(i * width) * (i % 2 == 1 ? 4 : 2);
        }

        return sum * width / 3;
    }
}
