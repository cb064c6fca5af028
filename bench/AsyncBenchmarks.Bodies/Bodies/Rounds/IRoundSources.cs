namespace AsyncBenchmarks.Bodies;

/// <summary>How a library's operations are made and completed from outside.</summary>
/// <typeparam name="TVoid">The source of an operation without a result.</typeparam>
/// <typeparam name="TVector">The source of one with a struct.</typeparam>
/// <typeparam name="TObject">The source of one with an object.</typeparam>
internal interface IRoundSources<TVoid, TVector, TObject>
{
    TVoid CreateVoid();

    TVector CreateVector();

    TObject CreateObject();

    void Complete(TVoid source);

    void Complete(TVector source, Vector4 value);

    void Complete(TObject source, object value);
}
