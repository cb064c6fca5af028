using System;
using System.Collections.Concurrent;
using System.Threading.Tasks;
using Microsoft.Playwright;

namespace AsyncBenchmarks.Page.Tests;

/// <summary>A page that is open, and what it did that it should not.</summary>
/// <param name="Context">Its own profile.</param>
/// <param name="Page">The page.</param>
/// <param name="Complaints">Errors and warnings of its console; the browser's driver adds them on a thread of its own.</param>
/// <param name="Requests">What it loaded, itself included; added likewise.</param>
internal sealed record OpenPage(
    IBrowserContext Context, IPage Page, ConcurrentQueue<string> Complaints, ConcurrentQueue<string> Requests) : IAsyncDisposable
{
    public ValueTask DisposeAsync() => Context.DisposeAsync();
}
