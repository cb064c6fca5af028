// The bodies keep what they check in statics, as one process per case allows: one test at a time.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
