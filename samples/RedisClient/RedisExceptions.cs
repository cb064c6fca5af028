using System;

namespace Samples.Redis;

/// <summary>The server refused a command. The connection stays usable.</summary>
public class RedisServerException(string message) : Exception(message)
{
    /// <summary>The first word of the message, such as <c>ERR</c> or <c>WRONGTYPE</c>.</summary>
    public string Code => Message.Split(' ')[0];
}

/// <summary>The key belongs to another node of the cluster.</summary>
public sealed class RedisMovedException(string message) : RedisServerException(message)
{
    /// <summary>The address of that node, as <c>host:port</c>.</summary>
    public string Address => Message.Split(' ')[^1];
}

/// <summary>The connection is lost: whether the command was executed is not known.</summary>
public sealed class RedisConnectionException(string message, Exception? innerException = null) : Exception(message, innerException);
