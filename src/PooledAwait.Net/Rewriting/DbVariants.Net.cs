using System.ComponentModel;
using System.Data;
using System.Data.Common;

namespace PooledAwait.Rewriting;

#pragma warning disable CS1591 // each has the name and the parameters of the method whose variant it is

// The classes of System.Data.Common can't be rewritten, so the library has the interfaces of their variants. A rewritten driver implements
// them. A rewritten call becomes a call of the static method, which asks the object for the interface, and calls the original if the object
// doesn't implement it. For a method that isn't virtual, it calls the same virtual method as the framework's method. The interfaces aren't
// documented, because the build for netstandard2.0 doesn't have them.

// The variants of the virtual methods of DbConnection.
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IDbConnectionVariants
{
    ValueTask OpenAsync(CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask OpenAsync(DbConnection self, CancellationToken cancellationToken) =>
        self is IDbConnectionVariants own ? own.OpenAsync(cancellationToken) : Variant.Of(self.OpenAsync(cancellationToken));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask OpenAsync(DbConnection self) =>
        self is IDbConnectionVariants own ? own.OpenAsync(CancellationToken.None) : Variant.Of(self.OpenAsync());

    ValueTask CloseAsync();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask CloseAsync(DbConnection self) =>
        self is IDbConnectionVariants own ? own.CloseAsync() : Variant.Of(self.CloseAsync());

    ValueTask ChangeDatabaseAsync(string databaseName, CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask ChangeDatabaseAsync(DbConnection self, string databaseName, CancellationToken cancellationToken) =>
        self is IDbConnectionVariants own
            ? own.ChangeDatabaseAsync(databaseName, cancellationToken)
            : Variant.Of(self.ChangeDatabaseAsync(databaseName, cancellationToken));

    ValueTask<DbTransaction> BeginDbTransactionAsync(IsolationLevel isolationLevel, CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<DbTransaction> BeginTransactionAsync(DbConnection self, CancellationToken cancellationToken) =>
        self is IDbConnectionVariants own
            ? own.BeginDbTransactionAsync(IsolationLevel.Unspecified, cancellationToken)
            : self.BeginTransactionAsync(cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<DbTransaction> BeginTransactionAsync(
        DbConnection self, IsolationLevel isolationLevel, CancellationToken cancellationToken) =>
        self is IDbConnectionVariants own
            ? own.BeginDbTransactionAsync(isolationLevel, cancellationToken)
            : self.BeginTransactionAsync(isolationLevel, cancellationToken);
}

// The variants of the virtual methods of DbCommand.
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IDbCommandVariants
{
    ValueTask<int> ExecuteNonQueryAsync(CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<int> ExecuteNonQueryAsync(DbCommand self, CancellationToken cancellationToken) =>
        self is IDbCommandVariants own
            ? own.ExecuteNonQueryAsync(cancellationToken)
            : Variant.Of(self.ExecuteNonQueryAsync(cancellationToken));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<int> ExecuteNonQueryAsync(DbCommand self) =>
        self is IDbCommandVariants own ? own.ExecuteNonQueryAsync(CancellationToken.None) : Variant.Of(self.ExecuteNonQueryAsync());

    ValueTask<object?> ExecuteScalarAsync(CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<object?> ExecuteScalarAsync(DbCommand self, CancellationToken cancellationToken) =>
        self is IDbCommandVariants own ? own.ExecuteScalarAsync(cancellationToken) : Variant.Of(self.ExecuteScalarAsync(cancellationToken));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<object?> ExecuteScalarAsync(DbCommand self) =>
        self is IDbCommandVariants own ? own.ExecuteScalarAsync(CancellationToken.None) : Variant.Of(self.ExecuteScalarAsync());

    ValueTask PrepareAsync(CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask PrepareAsync(DbCommand self, CancellationToken cancellationToken) =>
        self is IDbCommandVariants own ? own.PrepareAsync(cancellationToken) : Variant.Of(self.PrepareAsync(cancellationToken));

    ValueTask<DbDataReader> ExecuteDbDataReaderAsync(CommandBehavior behavior, CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<DbDataReader> ExecuteReaderAsync(DbCommand self) =>
        self is IDbCommandVariants own
            ? own.ExecuteDbDataReaderAsync(CommandBehavior.Default, CancellationToken.None)
            : Variant.Of(self.ExecuteReaderAsync());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<DbDataReader> ExecuteReaderAsync(DbCommand self, CancellationToken cancellationToken) =>
        self is IDbCommandVariants own
            ? own.ExecuteDbDataReaderAsync(CommandBehavior.Default, cancellationToken)
            : Variant.Of(self.ExecuteReaderAsync(cancellationToken));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<DbDataReader> ExecuteReaderAsync(DbCommand self, CommandBehavior behavior) =>
        self is IDbCommandVariants own
            ? own.ExecuteDbDataReaderAsync(behavior, CancellationToken.None)
            : Variant.Of(self.ExecuteReaderAsync(behavior));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<DbDataReader> ExecuteReaderAsync(DbCommand self, CommandBehavior behavior, CancellationToken cancellationToken) =>
        self is IDbCommandVariants own
            ? own.ExecuteDbDataReaderAsync(behavior, cancellationToken)
            : Variant.Of(self.ExecuteReaderAsync(behavior, cancellationToken));
}

// The variants of the virtual methods of DbDataReader.
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IDbDataReaderVariants
{
    ValueTask<bool> ReadAsync(CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<bool> ReadAsync(DbDataReader self, CancellationToken cancellationToken) =>
        self is IDbDataReaderVariants own ? own.ReadAsync(cancellationToken) : Variant.Of(self.ReadAsync(cancellationToken));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<bool> ReadAsync(DbDataReader self) =>
        self is IDbDataReaderVariants own ? own.ReadAsync(CancellationToken.None) : Variant.Of(self.ReadAsync());

    ValueTask<bool> NextResultAsync(CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<bool> NextResultAsync(DbDataReader self, CancellationToken cancellationToken) =>
        self is IDbDataReaderVariants own ? own.NextResultAsync(cancellationToken) : Variant.Of(self.NextResultAsync(cancellationToken));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<bool> NextResultAsync(DbDataReader self) =>
        self is IDbDataReaderVariants own ? own.NextResultAsync(CancellationToken.None) : Variant.Of(self.NextResultAsync());

    ValueTask<bool> IsDBNullAsync(int ordinal, CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<bool> IsDBNullAsync(DbDataReader self, int ordinal, CancellationToken cancellationToken) =>
        self is IDbDataReaderVariants own
            ? own.IsDBNullAsync(ordinal, cancellationToken)
            : Variant.Of(self.IsDBNullAsync(ordinal, cancellationToken));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<bool> IsDBNullAsync(DbDataReader self, int ordinal) =>
        self is IDbDataReaderVariants own ? own.IsDBNullAsync(ordinal, CancellationToken.None) : Variant.Of(self.IsDBNullAsync(ordinal));

    ValueTask<T> GetFieldValueAsync<T>(int ordinal, CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<T> GetFieldValueAsync<T>(DbDataReader self, int ordinal, CancellationToken cancellationToken) =>
        self is IDbDataReaderVariants own
            ? own.GetFieldValueAsync<T>(ordinal, cancellationToken)
            : Variant.Of(self.GetFieldValueAsync<T>(ordinal, cancellationToken));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<T> GetFieldValueAsync<T>(DbDataReader self, int ordinal) =>
        self is IDbDataReaderVariants own
            ? own.GetFieldValueAsync<T>(ordinal, CancellationToken.None)
            : Variant.Of(self.GetFieldValueAsync<T>(ordinal));

    ValueTask CloseAsync();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask CloseAsync(DbDataReader self) =>
        self is IDbDataReaderVariants own ? own.CloseAsync() : Variant.Of(self.CloseAsync());
}

// The variants of the virtual methods of DbTransaction.
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IDbTransactionVariants
{
    ValueTask CommitAsync(CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask CommitAsync(DbTransaction self, CancellationToken cancellationToken) =>
        self is IDbTransactionVariants own ? own.CommitAsync(cancellationToken) : Variant.Of(self.CommitAsync(cancellationToken));

    ValueTask RollbackAsync(CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask RollbackAsync(DbTransaction self, CancellationToken cancellationToken) =>
        self is IDbTransactionVariants own ? own.RollbackAsync(cancellationToken) : Variant.Of(self.RollbackAsync(cancellationToken));

    ValueTask SaveAsync(string savepointName, CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask SaveAsync(DbTransaction self, string savepointName, CancellationToken cancellationToken) =>
        self is IDbTransactionVariants own
            ? own.SaveAsync(savepointName, cancellationToken)
            : Variant.Of(self.SaveAsync(savepointName, cancellationToken));

    ValueTask RollbackAsync(string savepointName, CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask RollbackAsync(DbTransaction self, string savepointName, CancellationToken cancellationToken) =>
        self is IDbTransactionVariants own
            ? own.RollbackAsync(savepointName, cancellationToken)
            : Variant.Of(self.RollbackAsync(savepointName, cancellationToken));

    ValueTask ReleaseAsync(string savepointName, CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask ReleaseAsync(DbTransaction self, string savepointName, CancellationToken cancellationToken) =>
        self is IDbTransactionVariants own
            ? own.ReleaseAsync(savepointName, cancellationToken)
            : Variant.Of(self.ReleaseAsync(savepointName, cancellationToken));
}

// The variants of the virtual methods of DbBatch.
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IDbBatchVariants
{
    ValueTask<int> ExecuteNonQueryAsync(CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<int> ExecuteNonQueryAsync(DbBatch self, CancellationToken cancellationToken) =>
        self is IDbBatchVariants own
            ? own.ExecuteNonQueryAsync(cancellationToken)
            : Variant.Of(self.ExecuteNonQueryAsync(cancellationToken));

    ValueTask<object?> ExecuteScalarAsync(CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<object?> ExecuteScalarAsync(DbBatch self, CancellationToken cancellationToken) =>
        self is IDbBatchVariants own ? own.ExecuteScalarAsync(cancellationToken) : Variant.Of(self.ExecuteScalarAsync(cancellationToken));

    ValueTask PrepareAsync(CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask PrepareAsync(DbBatch self, CancellationToken cancellationToken) =>
        self is IDbBatchVariants own ? own.PrepareAsync(cancellationToken) : Variant.Of(self.PrepareAsync(cancellationToken));

    ValueTask<DbDataReader> ExecuteDbDataReaderAsync(CommandBehavior behavior, CancellationToken cancellationToken);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<DbDataReader> ExecuteReaderAsync(DbBatch self, CancellationToken cancellationToken) =>
        self is IDbBatchVariants own
            ? own.ExecuteDbDataReaderAsync(CommandBehavior.Default, cancellationToken)
            : Variant.Of(self.ExecuteReaderAsync(cancellationToken));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ValueTask<DbDataReader> ExecuteReaderAsync(DbBatch self, CommandBehavior behavior, CancellationToken cancellationToken) =>
        self is IDbBatchVariants own
            ? own.ExecuteDbDataReaderAsync(behavior, cancellationToken)
            : Variant.Of(self.ExecuteReaderAsync(behavior, cancellationToken));
}
