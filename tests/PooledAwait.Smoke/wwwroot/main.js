// Runs the program, and reports each line and the exit code to the server. Synchronously: while a check runs, the page's
// event loop does not, and a report that waits for the loop would never arrive from a check that hangs.
function report(address, text) {
  const request = new XMLHttpRequest();
  request.open('POST', address, false);
  request.send(text);
}

for (const level of ['debug', 'error', 'info', 'log', 'warn']) {
  console[level] = (...parts) => {
    const text = parts.join(' ');
    report('line', text.slice(0, 4000)); // a stack that overflowed is longer
    if (text.includes('FATAL UNHANDLED EXCEPTION')) {
      // The runtime says only this; the program never ends.
      report('exit', '1');
    }
  };
}

for (const event of ['error', 'unhandledrejection']) {
  addEventListener(event, failure => {
    report('line', `The page failed: ${failure.message ?? failure.reason}`);
    report('exit', '1');
  });
}

try {
  // Not imported statically: the runtime must find the console as it is now.
  const { dotnet } = await import('./_framework/dotnet.js');
  report('exit', String(await dotnet.run()));
} catch (error) {
  report('line', `The runtime failed: ${error}\n${error?.stack}`);
  report('exit', '1');
}
