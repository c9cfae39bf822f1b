import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { notFound } from '../../../shared/errors.js';
import { SourceFailed } from '../../kind.js';

export type GitCall = { home: string; args: readonly string[]; signal: AbortSignal };

/** Thrown if git fails. Its own message is left out, because it may contain addresses and paths of this server. */
export class GitFailed extends Error {
  override readonly name = 'GitFailed';
}

/** Runs git to its end and returns its output, which must be small. */
export const runGit = async (call: GitCall): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of readGit(call)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
};

/** Yields the output of git as it arrives. Rejects at the end if git fails. */
export async function* readGit(call: GitCall): AsyncGenerator<Buffer> {
  const { output, ended, kill } = await startGit(call);
  try {
    yield* output as AsyncIterable<Buffer>;
    await ended;
  } finally {
    kill();
  }
}

/** Streams the object that git finds; the stream fails with `not_found` if git finds nothing. */
export const openGit = (call: GitCall): Readable =>
  Readable.from(orNotFound(readGit(call)), { objectMode: false });

async function* orNotFound(output: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* output;
  } catch (error) {
    throw error instanceof GitFailed ? notFound() : error;
  }
}

const startGit = async ({ home, args, signal }: GitCall) => {
  const started = spawn('git', args, {
    cwd: home,
    env: toEnvironment(home),
    signal,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((settle, reject) => {
    started.once('error', reject);
    started.once('close', (code) => {
      if (code === 0) settle();
      else reject(new GitFailed(`git ${args[0] ?? ''} ended with ${code ?? 'a signal'}.`));
    });
  });
  // Callers that await the promise see a failure; if the output is abandoned early, the failure is ignored.
  ended.catch(() => undefined);
  await Promise.race([once(started, 'spawn'), ended]).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new SourceFailed('refused', NOT_INSTALLED, { cause });
  });
  return { output: started.stdout, ended, kill: () => started.kill('SIGKILL') };
};

const NOT_INSTALLED = 'The program git is not installed on this server.';

/** Settings of every git call: it talks http to this machine only, and runs nothing that a repository contains. */
const CONFIG: Readonly<Record<string, string>> = {
  'protocol.allow': 'never',
  'protocol.http.allow': 'always',
  'http.followRedirects': 'false',
  'http.proxy': '',
  'credential.helper': '',
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.symlinks': 'false',
  'core.bigFileThreshold': '8m',
  'fetch.recurseSubmodules': 'false',
  'fetch.fsckObjects': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'pack.threads': '1',
};

const toEnvironment = (home: string): Record<string, string> => {
  const settings = Object.entries(CONFIG).flatMap(([name, value], at): [string, string][] => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return {
    ...Object.fromEntries(settings),
    GIT_CONFIG_COUNT: String(Object.keys(CONFIG).length),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ALLOW_PROTOCOL: 'http',
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '/bin/false',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    HOME: home,
    LC_ALL: 'C',
    PATH: '/usr/local/bin:/usr/bin:/bin',
  };
};
