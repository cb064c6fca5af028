using System.Diagnostics;
using System.Globalization;
using System.Reflection.PortableExecutable;
using System.Text;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Tool.Tests;

/// <summary>What can't be done: a sentence says what to do instead, the exit code is 2, and nothing is written.</summary>
public sealed class BadInputTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("PooledAwait.Tool.").FullName;
    private readonly string _program;
    private readonly string _target;

    public BadInputTests()
    {
        _program = Path.Combine(_folder, "program");
        _target = Path.Combine(_folder, "target", "copy");
        Directory.CreateDirectory(_program);
    }

    private string Library => Path.Combine(_program, "Subject.Library.dll");

    public void Dispose()
    {
        string[] left = [.. Directory.EnumerateFileSystemEntries(_folder).Select(static path => Path.GetFileName(path)!)];
        Directory.Delete(_folder, recursive: true);
        Assert.Equal(["program"], left);
    }

    [Fact]
    public async Task Folder_ThatIsNotThere_IsRefused() => await FolderRefusesAsync(
        Path.Combine(_folder, "nowhere"),
        $"There is no folder '{Path.Combine(_folder, "nowhere")}'. Name the folder that 'dotnet publish -c Release' has written.");

    [Fact]
    public async Task Folder_WithoutAProgram_IsRefused()
    {
        await File.WriteAllTextAsync(Path.Combine(_program, "readme.txt"), "nothing");
        await FolderRefusesAsync(
            _program,
            $"'{_program}' has no .NET program: there is no file that ends with .runtimeconfig.json beside a .dll of that name. "
                + "Name the folder that 'dotnet publish -c Release' has written.");
    }

    [Fact]
    public async Task Folder_OfNativeAot_IsRefused()
    {
        string file = await WriteNativeAsync();
        await FolderRefusesAsync(
            _program, $"'{file}' is compiled with NativeAOT, and has no assemblies. Publish with -p:PublishAot=false.");
    }

    [Fact]
    public async Task Folder_OfASingleFile_IsRefused()
    {
        // The SDK writes the bundle's place before this mark in the host.
        byte[] mark = Convert.FromHexString("8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae");
        string host = OperatingSystem.IsWindows() ? "Subject.exe" : "Subject";
        byte[] bytes = await File.ReadAllBytesAsync(Path.Combine(Subject.Folder, host));
        int at = bytes.AsSpan().IndexOf(mark);
        Assert.Equal(0, BitConverter.ToInt64(bytes, at - sizeof(long)));
        BitConverter.TryWriteBytes(bytes.AsSpan(at - sizeof(long)), 123_456L);
        string file = Path.Combine(_program, host);
        await File.WriteAllBytesAsync(file, bytes);
        MakeExecutable(file);

        await FolderRefusesAsync(
            _program,
            $"'{file}' is a single-file program. Publish it as a folder, with -p:PublishSingleFile=false.");
    }

    [Fact]
    public async Task Folder_OfNetFramework_IsRefused()
    {
        string file = WriteFrameworkProgram();
        await FolderRefusesAsync(
            _program, $"'{file}' is for .NET Framework. Build it for .NET 8 or newer, or use the package in its project.");
    }

    [Fact]
    public async Task Folder_WithTwoPrograms_IsRefused()
    {
        CopySubject();
        foreach (string extension in (string[])[".dll", ".runtimeconfig.json"])
        {
            File.Copy(Path.Combine(_program, "Subject" + extension), Path.Combine(_program, "Other" + extension));
        }

        await FolderRefusesAsync(_program, $"'{_program}' has 2 programs: Other, Subject. Publish each into a folder of its own.");
    }

    [Fact]
    public async Task Folder_ForAnOlderNet_IsRefused()
    {
        CopySubject();
        string file = Path.Combine(_program, "Subject.runtimeconfig.json");
        await File.WriteAllTextAsync(file, (await File.ReadAllTextAsync(file)).Replace("\"10.0.", "\"6.0.", StringComparison.Ordinal));
        await RewriteRefusesAsync("Subject is for .NET 6. Build it for .NET 8 or newer.");
    }

    [Fact]
    public async Task Folder_OfATrimmedProgram_IsRefused()
    {
        CopySubject();
        await File.WriteAllTextAsync(
            Path.Combine(_program, "Subject.runtimeconfig.json"),
            """{ "runtimeOptions": { "includedFrameworks": [ { "name": "Microsoft.NETCore.App", "version": "10.0.0" } ] } }""");
        ToolRun run = await ToolRun.RunAsync("rewrite", _program, "--own", "--to", _target);
        Assert.Equal((2, ""), (run.Code, run.Output));
        Assert.Matches(
            "^Subject was trimmed: it has no '.*', which pooled methods need. Publish without PublishTrimmed.$", run.Errors.Trim());
    }

    [Fact]
    public async Task Assembly_OfACompositeImage_IsRefused()
    {
        CopySubject();

        // Its header begins with RTR, two numbers of its version, and flags.
        byte[] bytes = await File.ReadAllBytesAsync(typeof(object).Assembly.Location);
        using PEReader reader = new(new MemoryStream(bytes));
        Assert.True(reader.PEHeaders.TryGetDirectoryOffset(reader.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory, out int header));
        bytes[header + 8] |= 0x20;
        await File.WriteAllBytesAsync(Library, bytes);

        await RewriteRefusesAsync(
            $"'{Library}' is part of a composite ReadyToRun image, which has its native code. Publish without PublishReadyToRunComposite.");
    }

    [Fact]
    public async Task Assembly_OfMixedMode_IsRefused()
    {
        CopySubject();
        byte[] bytes = await File.ReadAllBytesAsync(Library);
        using PEReader reader = new(new MemoryStream(bytes));
        bytes[reader.PEHeaders.CorHeaderStartOffset + 16] &= 0xFE;
        await File.WriteAllBytesAsync(Library, bytes);

        await RewriteRefusesAsync($"'{Library}' has native code of its own (mixed mode). Leave it out.");
    }

    [Fact]
    public async Task Assembly_ThatIsRewritten_IsRefusedAndNoFolderStays()
    {
        CopySubject();
        string first = Path.Combine(_program, "first");
        Assert.Equal(0, (await ToolRun.RunAsync("rewrite", Subject.Folder, "--assemblies", "Subject.Library", "--to", first)).Code);
        File.Copy(Path.Combine(first, "Subject.Library.dll"), Library, overwrite: true);

        await RewriteRefusesAsync($"'{Library}' can't be rewritten: it has been rewritten already. Leave it out.");
    }

    [Fact]
    public async Task Assembly_ThatIsNotThere_IsRefused()
    {
        CopySubject();
        await RefusesAsync(
            "Subject does not deploy 'Npgsql'. Write an assembly's name without '.dll'; the framework's can't be rewritten. "
                + "It deploys Subject, Subject.Library.",
            "rewrite", _program, "--assemblies", "Npgsql", "--to", _target);
    }

    [Fact]
    public async Task Assemblies_ThatNobodyNames_AreRefused()
    {
        CopySubject();
        await RefusesAsync(
            "Nothing is named. Write --assemblies with some names, or --own, or both.", "rewrite", _program, "--to", _target);
    }

    [Fact]
    public async Task Target_ThatExists_IsRefused()
    {
        CopySubject();
        await RefusesAsync(
            $"'{_program}' exists. Name a new folder, or delete that one.", "rewrite", Subject.Folder, "--own", "--to", _program);
    }

    [Fact]
    public async Task Target_InsideTheFolder_IsRefused()
    {
        CopySubject();
        string inside = Path.Combine(_program, "copy");
        await RefusesAsync(
            $"'{inside}' would be inside the folder that is copied. Name one beside it.", "rewrite", _program, "--own", "--to", inside);
        Assert.False(Directory.Exists(inside));
    }

    [Fact]
    public async Task File_ThatIsNoAssembly_IsRefused()
    {
        string file = Path.Combine(_program, "Native.dll");
        await File.WriteAllTextAsync(file, "nothing");
        await RefusesAsync(
            $"'{file}' is not an assembly of .NET. Name a folder with a program, or its assemblies (.dll).",
            "report", file, "--to", Path.Combine(_target, "report"));
    }

    [Fact]
    public async Task Process_ThatIsNotThere_IsRefused() => await MeasureRefusesAsync(
        "There is no process 2147483647. 'dotnet-counters ps' lists those of .NET.", "--pid", "2147483647");

    [Fact]
    public async Task Process_OfAnotherUser_IsRefused()
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        const string Sentence = "Process 1 belongs to another user. Run the command as that user, or with sudo.";
        if (Environment.UserName != "root")
        {
            await MeasureRefusesAsync(Sentence, "--pid", "1");
            return;
        }

        // Root may watch everybody, so that another user has to try.
        string tool = Path.Combine(_program, "tool");
        Copy(AppContext.BaseDirectory, tool);
        File.SetUnixFileMode(_folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
            | UnixFileMode.GroupRead | UnixFileMode.GroupExecute | UnixFileMode.OtherRead | UnixFileMode.OtherExecute);
        string[] words = [Subject.Command(tool)[0], Path.Combine(tool, "PooledAwait.Tool.dll"), "measure", "--pid", "1"];
        ProcessStartInfo start = new("setpriv", ["--reuid=65534", "--clear-groups", .. words])
        {
            RedirectStandardError = true,
        };
        using Process other = Process.Start(start)!;
        string errors = await other.StandardError.ReadToEndAsync();
        await other.WaitForExitAsync();
        Assert.Equal((2, Sentence), (other.ExitCode, errors.Trim()));
    }

    [Fact]
    public async Task Process_WithoutAPort_IsRefused()
    {
        using Process subject = Subject.Start(Subject.Command(Subject.Folder), ("DOTNET_EnableDiagnostics", "0"));
        try
        {
            Assert.NotEmpty(Subject.Counts(subject));
            await MeasureRefusesAsync(
                $"Process {subject.Id} runs .NET without a diagnostics port: it was started with DOTNET_EnableDiagnostics=0, or with "
                    + "another TMPDIR. Start it without.",
                "--pid", subject.Id.ToString(CultureInfo.InvariantCulture));
        }
        finally
        {
            subject.Kill();
        }
    }

    [Fact]
    public async Task Environment_WithoutPorts_IsRefused()
    {
        Environment.SetEnvironmentVariable("DOTNET_EnableDiagnostics", "0");
        try
        {
            await MeasureRefusesAsync(
                "The environment has DOTNET_EnableDiagnostics=0, so that the runtime opens no diagnostics port. Unset it.",
                ["--", .. Subject.Command(Subject.Folder)]);
        }
        finally
        {
            Environment.SetEnvironmentVariable("DOTNET_EnableDiagnostics", null);
        }
    }

    [Fact]
    public async Task Process_ThatIsNotOfNet_IsRefused()
    {
        using Process other = Process.Start(OperatingSystem.IsWindows()
            ? new ProcessStartInfo("ping", ["-n", "60", "localhost"]) : new ProcessStartInfo("sleep", ["60"]))!;
        try
        {
            await MeasureRefusesAsync(
                $"Process {other.Id} ({other.ProcessName}) isn't a .NET program, or is compiled with NativeAOT. Name another.",
                "--pid", other.Id.ToString(CultureInfo.InvariantCulture));
        }
        finally
        {
            other.Kill();
        }
    }

    [Theory]
    [InlineData("short", 3)]
    [InlineData("brief", 4)]
    public async Task Program_ThatEndsEarly_IsRefused(string mode, int code)
    {
        ToolRun run = await ToolRun.RunAsync(
            ["measure", "--warm-up", "5", "--json", _target, "--", .. Subject.Command(Subject.Folder), mode]);
        Assert.Equal((2, ""), (run.Code, run.Output));
        Assert.EndsWith(
            $"'Subject' ended within the warm-up of 5 s, with exit code {code}. Give it work for longer, or shorten --warm-up.",
            run.Errors.Trim(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Program_OfNativeAot_IsRefused()
    {
        string file = await WriteNativeAsync();
        await MeasureRefusesAsync(
            $"'{file}' is compiled with NativeAOT, whose types can't be told apart. Publish with -p:PublishAot=false.",
            "--", file);
    }

    [Fact]
    public async Task Program_OfNetFramework_IsRefused()
    {
        string file = WriteFrameworkProgram();
        await MeasureRefusesAsync(
            $"'{file}' is for .NET Framework, which has no diagnostics port. Build it for .NET 8 or newer.", "--", file);
    }

    [Fact]
    public async Task Program_ThatIsTheSdk_IsRefused() => await MeasureRefusesAsync(
        "'dotnet run' would measure the SDK. Build first, then name the program, such as: -- dotnet Shop.dll",
        "--", "dotnet", "run");

    [Fact]
    public async Task Program_ThatNobodyNames_IsRefused() => await MeasureRefusesAsync(
        "Name a program after --, such as: -- dotnet Shop.dll. Or name a process: --pid 1234");

    private static void Copy(string from, string to)
    {
        foreach (string file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            string copy = Path.Combine(to, Path.GetRelativePath(from, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }
    }

    private static void MakeExecutable(string file)
    {
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(file, File.GetUnixFileMode(file) | UnixFileMode.UserExecute);
        }
    }

    /// <summary>The report and the copy refuse a folder with the same sentence.</summary>
    private async Task FolderRefusesAsync(string folder, string sentence)
    {
        await RefusesAsync(sentence, "rewrite", folder, "--own", "--to", _target);
        await RefusesAsync(sentence, "report", folder, "--to", Path.Combine(_target, "report"));
    }

    private Task RewriteRefusesAsync(string sentence) =>
        RefusesAsync(sentence, "rewrite", _program, "--assemblies", "Subject.Library", "--to", _target);

    private Task MeasureRefusesAsync(string sentence, params string[] arguments) =>
        RefusesAsync(sentence, ["measure", "--json", Path.Combine(_target, "figures"), .. arguments]);

    private static async Task RefusesAsync(string sentence, params string[] arguments)
    {
        ToolRun run = await ToolRun.RunAsync(arguments);
        Assert.Equal((2, "", sentence), (run.Code, run.Output, run.Errors.Trim()));
    }

    private void CopySubject() => Copy(Subject.Folder, _program);

    private async Task<string> WriteNativeAsync()
    {
        string file = Path.Combine(_program, OperatingSystem.IsWindows() ? "Native.exe" : "Native");
        await File.WriteAllBytesAsync(file, [0x7F, .. Encoding.ASCII.GetBytes("ELF and more, DotNetRuntimeDebugHeader, and more")]);
        MakeExecutable(file);
        return file;
    }

    private string WriteFrameworkProgram()
    {
        string file = Path.Combine(_program, "Old.exe");
        AssemblyNameDefinition name = new("Old", new Version(1, 0));
        using AssemblyDefinition assembly = AssemblyDefinition.CreateAssembly(name, "Old", ModuleKind.Console);
        ModuleDefinition module = assembly.MainModule;
        TypeDefinition type = new("", "Program", TypeAttributes.Class, module.TypeSystem.Object);
        MethodDefinition main = new("Main", MethodAttributes.Static, module.TypeSystem.Void);
        main.Body.GetILProcessor().Emit(OpCodes.Ret);
        type.Methods.Add(main);
        module.Types.Add(type);
        assembly.EntryPoint = main;
        assembly.Write(file);
        return file;
    }
}
