import { spawn } from 'node:child_process';
import { eventually } from './eventually.js';

/** Runs what it is given on a pseudo-terminal; of the essential package bsdutils. */
const TERMINAL = 'script';

type Typed = { afterText: string; text: string };

/** Runs a program on a terminal, types each text once what it waits for is shown, and resolves to all that was shown. */
export const runOnTerminal = async (
  command: readonly string[],
  { env, typed }: { env: NodeJS.ProcessEnv; typed: readonly Typed[] },
): Promise<{ exitCode: number | null; shown: string }> => {
  const quoted = command.map((part) => `'${part}'`).join(' ');
  // A terminal that nobody looks at has no size of its own.
  const child = spawn(TERMINAL, ['-qec', `stty cols 120 rows 40; exec ${quoted}`, '/dev/null'], {
    env,
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let shown = '';
  child.stdout.on('data', (data: Buffer) => (shown += data.toString()));
  for (const { afterText, text } of typed) {
    await eventually(
      async () => shown,
      (all) => all.includes(afterText),
      30_000,
    );
    child.stdin.write(text);
  }
  return { exitCode: await ended, shown };
};
