Imports System
Imports System.Threading.Tasks

Namespace Global.Fixture
    Public Class Variants
        Public Shared Async Function Results() As Task(Of String)
            Dim text As String = ""
            For i As Integer = 0 To 2
                Try
                    text &= (Await AwaitedInt(i) + Await AwaitedInt(2 * i).ConfigureAwait(False) * Await OtherInt(3)).ToString()
                    Await AwaitedVoid().ConfigureAwait(False)
                    Await AwaitedThrows(i)
                Catch exception As InvalidOperationException
                    text &= exception.Message
                End Try
            Next
            Await OtherInt(Await AwaitedInt(1))
            Return text & (Await AwaitedGeneric("g"))
        End Function

        Public Shared Function OtherInts() As Task(Of Integer)
            Return OtherInt(0)
        End Function

        Private Shared Async Function AwaitedInt(value As Integer) As Task(Of Integer)
            Await Gate.Closed
            Return value
        End Function

        Private Shared Async Function OtherInt(value As Integer) As Task(Of Integer)
            Await Gate.Closed
            Return value
        End Function

        Private Shared Async Function AwaitedVoid() As Task
            Await Gate.Closed
        End Function

        Private Shared Async Function AwaitedThrows(value As Integer) As Task
            If value = 0 Then Throw New InvalidOperationException("at once")
            Await Gate.Closed
            Throw New InvalidOperationException("later")
        End Function

        Private Shared Async Function AwaitedGeneric(Of T)(value As T) As Task(Of T)
            Await Gate.Closed
            Return value
        End Function
    End Class
End Namespace
