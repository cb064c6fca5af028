using System.Threading.Tasks;

namespace Subject.Library;

/// <summary>A library's async methods.</summary>
public static class Reader
{
    public static async Task<int> ReadAsync(int count)
    {
        int sum = 0;
        for (int i = 0; i < count; i++)
        {
            sum += await ReadOneAsync(i).ConfigureAwait(false);
        }

        return sum;
    }

    private static async Task<int> ReadOneAsync(int value)
    {
        await Task.Yield();
        return value;
    }
}
