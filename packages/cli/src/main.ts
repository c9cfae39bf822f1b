#!/usr/bin/env node
import { readEnvironment } from './environment.js';
import { EXIT } from './failures.js';
import { runCli } from './program.js';

const interruption = new AbortController();
const interrupt = () => {
  // The second time at once, whatever is under way.
  if (interruption.signal.aborted) process.exit(EXIT.interrupted);
  interruption.abort();
};
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);

// Whoever reads us has enough, as `head` does.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failed),
  );
}

const exitCode = await runCli(process.argv.slice(2), {
  environment: readEnvironment(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interruption.signal,
});
// Not ended at once: what was written has to leave first.
process.exitCode = exitCode;
