// One scheduler at a time: the pools belong to the process.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
