global using Mono.Cecil;
global using Mono.Cecil.Cil;
global using System;
global using System.Collections.Generic;
global using System.IO;
global using System.Linq;
