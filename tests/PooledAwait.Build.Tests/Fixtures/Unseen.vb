Imports System
Imports System.Threading.Tasks

Namespace Global.Fixture
    Public Class Unseen
        Public Shared Async Function Results() As Task(Of String)
            Dim text As String = ""
            For i As Integer = 0 To 2
                Try
                    text &= (Await UnseenInt(i) + Await UnseenInt(2 * i).ConfigureAwait(False) * Await SeenInt(3)).ToString()
                    Await UnseenVoid().ConfigureAwait(False)
                    Await UnseenThrows(i)
                Catch exception As InvalidOperationException
                    text &= exception.Message
                End Try
            Next
            Await SeenInt(Await UnseenInt(1))
            Return text & (Await UnseenGeneric("g"))
        End Function

        Public Shared Function SeenInts() As Task(Of Integer)
            Return SeenInt(0)
        End Function

        Private Shared Async Function UnseenInt(value As Integer) As Task(Of Integer)
            Await Gate.Closed
            Return value
        End Function

        Private Shared Async Function SeenInt(value As Integer) As Task(Of Integer)
            Await Gate.Closed
            Return value
        End Function

        Private Shared Async Function UnseenVoid() As Task
            Await Gate.Closed
        End Function

        Private Shared Async Function UnseenThrows(value As Integer) As Task
            If value = 0 Then Throw New InvalidOperationException("at once")
            Await Gate.Closed
            Throw New InvalidOperationException("later")
        End Function

        Private Shared Async Function UnseenGeneric(Of T)(value As T) As Task(Of T)
            Await Gate.Closed
            Return value
        End Function
    End Class
End Namespace
