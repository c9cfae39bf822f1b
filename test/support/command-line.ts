import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { readEnvironment } from '../../packages/cli/src/environment.js';
import { runCli } from '../../packages/cli/src/program.js';
import { createTextSink } from './text-sink.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

type Given = {
  variables: Record<string, string>;
  stdin?: string | Readable;
  signal?: AbortSignal;
};

/** Runs the command line in this process, as it is without a terminal. */
export const runCommand = async (args: readonly string[], { variables, stdin, signal }: Given) => {
  const [stdout, stderr] = [createTextSink(), createTextSink()];
  const exitCode = await runCli(args, {
    environment: readEnvironment(variables),
    stdin: stdin instanceof Readable ? stdin : Readable.from(stdin === undefined ? [] : [stdin]),
    stdout,
    stderr,
    signal: signal ?? new AbortController().signal,
  });
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
};

/** The command line as one file that Node runs; the path of it. */
export const bundleCommandLine = async (folder: string): Promise<string> => {
  const outfile = join(folder, 'knowledge-router.mjs');
  await build({
    entryPoints: [join(ROOT, 'packages/cli/src/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    conditions: ['@knowledge-router/source'],
    // commander asks for modules of Node by require.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return outfile;
};
