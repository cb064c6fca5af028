using System;

namespace PooledAwait.Tests;

/// <summary>An exception that only tests throw.</summary>
internal sealed class TestException(string message = "thrown by a test") : Exception(message);
