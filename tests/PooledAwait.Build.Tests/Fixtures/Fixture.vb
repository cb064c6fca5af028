Imports System
Imports System.Runtime.CompilerServices
Imports System.Threading.Tasks

Namespace Fixture
    Public Class Gate
        Implements INotifyCompletion

        Private Shared ReadOnly s_gate As New Gate()
        Private Shared ReadOnly s_waiting As New System.Collections.Generic.Queue(Of Action)(64)

        Public Shared ReadOnly Property Closed As Gate
            Get
                Return s_gate
            End Get
        End Property

        Public ReadOnly Property IsCompleted As Boolean
            Get
                Return False
            End Get
        End Property

        Public Shared Sub Open()
            While s_waiting.Count > 0
                s_waiting.Dequeue()()
            End While
        End Sub

        Public Function GetAwaiter() As Gate
            Return Me
        End Function

        Public Sub GetResult()
        End Sub

        Public Sub OnCompleted(continuation As Action) Implements INotifyCompletion.OnCompleted
            s_waiting.Enqueue(continuation)
        End Sub
    End Class

    Public Module Forms
        Public Async Function TaskVoid() As Task
            Await Gate.Closed
        End Function

        Public Async Function TaskInt() As Task(Of Integer)
            Await Gate.Closed
            Return 1000
        End Function

        Public Async Function TaskNested() As Task(Of Integer)
            Return Await TaskInt() + Await TaskInt()
        End Function

        Public Async Function Generic(Of T)(value As T) As Task(Of T)
            Await Gate.Closed
            Return value
        End Function

        Public Function Lambda() As Task(Of Integer)
            Dim captured = 400
            Dim closure As Func(Of Integer, Task(Of Integer)) =
                Async Function(more As Integer) As Task(Of Integer)
                    Await Gate.Closed
                    Return captured + more
                End Function
            Return closure(600)
        End Function
    End Module

    Public Module Behaviour
        Public Async Function Exceptions() As Task(Of String)
            Try
                Await Throws(2)
                Return ""
            Catch exception As InvalidOperationException When exception.Message.Length > 0
                Return exception.ToString()
            Finally
                GC.KeepAlive(Nothing)
            End Try
        End Function

        Private Async Function Throws(depth As Integer) As Task
            If depth > 0 Then
                Await Gate.Closed
                Await Throws(depth - 1)
            End If

            Throw New InvalidOperationException("deep")
        End Function
    End Module
End Namespace
