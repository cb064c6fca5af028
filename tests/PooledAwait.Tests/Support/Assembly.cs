// Races need the cores, and bytes, pools and unobserved exceptions belong to the whole process: one test at a time.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
