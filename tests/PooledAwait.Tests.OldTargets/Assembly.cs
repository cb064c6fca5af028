// What an assembly says holds for each async method in it whose type says nothing.
[assembly: PooledAwait.PoolSize(3)]
