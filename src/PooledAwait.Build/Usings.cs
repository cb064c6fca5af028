global using Mono.Cecil;
global using Mono.Cecil.Cil;
global using System;
global using System.Collections.Generic;
global using System.IO;
global using System.Linq;

// A method, and the type that has it as the module at hand refers to that.
global using MethodOfType = (Mono.Cecil.MethodDefinition Method, Mono.Cecil.TypeReference Type);
