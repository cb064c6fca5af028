using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Xunit.Sdk;

namespace PooledAwait;

/// <summary>Runs a theory with each combination of its Booleans.</summary>
[System.AttributeUsage(System.AttributeTargets.Method)]
internal sealed class BooleansAttribute : DataAttribute
{
    public override IEnumerable<object[]> GetData(MethodInfo testMethod)
    {
        int count = testMethod.GetParameters().Length;
        return from bits in Enumerable.Range(0, 1 << count)
               select Enumerable.Range(0, count).Select(bit => (object)((bits & (1 << bit)) != 0)).ToArray();
    }
}
