return await Cli.RunAsync(Cli.Create(), args);
