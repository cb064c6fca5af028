using AsyncBenchmarks.Commands;

return await Cli.RunAsync(Cli.Create(), args);
