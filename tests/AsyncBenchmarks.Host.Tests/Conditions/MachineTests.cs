using Xunit;

namespace AsyncBenchmarks.Host.Tests.Conditions;

public sealed class MachineTests
{
    [Theory]
    [InlineData("model name\t: AMD EPYC|cpu family\t: 25|model\t\t: 17|cpu family\t: 6|model\t\t: 1", "AMD EPYC (family 25, model 17)")]
    [InlineData("processor\t: 0|CPU part\t: 0xd0c|Model\t\t: Raspberry Pi 4", "Raspberry Pi 4")]
    [InlineData("processor\t: 0|cpu family\t: 25|model\t\t: 17", null)]
    [InlineData("", null)]
    public void Processor_IsTheFirstListed(string lines, string? expected) => Assert.Equal(expected, Machine.Processor(lines.Split('|')));
}
