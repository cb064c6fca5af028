' No executable code: only what types say leads here.
Namespace Global.Fixture
    Public Interface IInterface
        Sub Method()
    End Interface

    Public Enum Enumeration As Long
        None
        Some = Long.MaxValue - 1
    End Enum

    Public Delegate Function [Delegate](number As Integer) As String
End Namespace
