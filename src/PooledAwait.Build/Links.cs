namespace PooledAwait.Build;

/// <summary>Makes a program check at its start that the assemblies whose variants are called come from its own build.</summary>
internal static class Links
{
    /// <summary>Adds the check to a program's entry point. The paths are of assemblies that have variants, the names of those whose
    /// variants the program itself calls.</summary>
    internal static void AddCheck(MethodDefinition main, IEnumerable<string> deployed, IEnumerable<string> used)
    {
        HashSet<string> called = new(used, StringComparer.OrdinalIgnoreCase);
        List<(string Name, string Id)> ids = [];
        foreach (string path in deployed)
        {
            using ModuleDefinition module = ModuleDefinition.ReadModule(path);
            string name = module.Assembly.Name.Name;
            ids.Add((name, module.Mvid.ToString("N")));
            called.UnionWith(References.AccessedBy(module).Where(one => one != name));
        }

        // One name has several files where platforms have their own.
        string[] all =
        [
            .. ids.Where(one => called.Contains(one.Name)).GroupBy(static one => one.Name, static one => one.Id)
                .Select(static one => $"{one.Key}={string.Join(",", one.Distinct())}").OrderBy(static one => one, StringComparer.Ordinal),
        ];
        if (all.Length == 0)
        {
            return;
        }

        ModuleDefinition own = main.Module;
        MethodReference check = new(
            "Check", own.TypeSystem.Void, new References(own).Library(References.RewritingSpace, "LinkedAssemblies"))
        {
            Parameters = { new ParameterDefinition(own.TypeSystem.String) },
        };
        main.Body.Instructions.Insert(0, Instruction.Create(OpCodes.Ldstr, string.Join(";", all)));
        main.Body.Instructions.Insert(1, Instruction.Create(OpCodes.Call, check));
        main.Body.MaxStackSize = Math.Max(main.Body.MaxStackSize, 1);
    }
}
