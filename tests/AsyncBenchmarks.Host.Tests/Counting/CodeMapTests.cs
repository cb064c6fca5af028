namespace AsyncBenchmarks.Host.Tests.Counting;

public class CodeMapTests
{
    private static readonly CodeMap s_map = CodeMap.Parse(
        [
            "0x1000 20 instance void [AsyncBenchmarks] AsyncBenchmarks.Scenarios.NestedWorkload`1[System.__Canon]::Run()[OptimizedTier1]",
            "2000 10 void [A.B] A.B.PartMeter::RunBatch(class [A.C]A.C.Workload,int32)[Optimized]",
            "3000 8 stub Link<MethodCallThunk>",
            "2000 30 void [A.B] A.B.PartMeter::RunBatch(class [A.C]A.C.Workload,int32)[Optimized]",
            "4000 4",
        ],
        [
            "7f00-7fff r-xp 00001000 08:01 42                         /lib/x86_64/libc.so.6",
            "8000-8fff rw-p 00000000 08:01 42                         /lib/x86_64/libdata.so",
            "9000-9fff r-xp 00000000 00:00 0 ",
        ]);

    [Theory]
    [InlineData(0x1000, "NestedWorkload`1[__Canon]::Run()")]
    [InlineData(0x101F, "NestedWorkload`1[__Canon]::Run()")]
    [InlineData(0x1020, "?")]
    [InlineData(0x2000, "PartMeter::RunBatch(Workload,int32)")]
    [InlineData(0x3007, "stub Link<MethodCallThunk>")]
    [InlineData(0x4000, "?")]
    [InlineData(0x7F10, "libc.so.6")]
    [InlineData(0x8010, "?")]
    [InlineData(0x9010, "?")]
    [InlineData(0x10, "?")]
    public void An_address_has_the_name_of_what_lies_there(ulong address, string name) => Assert.Equal(name, s_map.NameOf(address));

    [Fact]
    public void A_method_is_found_by_its_type_and_name_and_its_newest_code_counts()
    {
        CodeRange? found = s_map.Find("PartMeter", "RunBatch");

        Assert.Equal((0x2000UL, 0x30UL), (found?.Start, found?.Length));
        Assert.Null(s_map.Find("PartMeter", "Run"));
    }

    [Fact]
    public void A_function_is_entered_at_its_first_instruction_only()
    {
        Assert.True(s_map.IsEntry(0x1000));
        Assert.False(s_map.IsEntry(0x1001));
        Assert.False(s_map.IsEntry(0x7F00));
    }
}
