// Started by the suite's commands.
return new AsyncBenchmarks.Runner.CommandLoop().Run(args);
