import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startWebServer } from './web-server.js';

/** True if git and the program with which it serves http are there. */
export const hasGit = (): boolean => {
  const { stdout } = spawnSync('git', ['--exec-path'], { encoding: 'utf8' });
  if (typeof stdout !== 'string' || stdout === '') return false;
  const backend = join(stdout.trim(), 'git-http-backend');
  return spawnSync('test', ['-x', backend]).status === 0;
};

type File = { text: string; mode?: string };

const ACCOUNT = { username: 'reader', password: 'a-token-that-nobody-sees' };

/** A repository that `git http-backend` serves. What a test sets is committed when somebody asks next. */
export const startGitServer = async () => {
  const root = await mkdtemp(join(tmpdir(), 'kr-git-server-'));
  const repository = join(root, 'team.git');
  spawnSync('git', ['init', '--quiet', '--bare', '-b', 'main', repository]);
  spawnSync('git', ['-C', repository, 'config', 'uploadpack.allowFilter', 'true']);
  const files = new Map<string, File>();
  const asked: { path: string; authorization: string | undefined }[] = [];
  let [isAway, isChanged, at, sentBytes] = [false, true, new Date(), 0];
  const commit = (branch = 'main'): void => {
    const script = toCommit(files, { branch, at });
    spawnSync('git', ['-C', repository, 'fast-import', '--quiet', '--force'], { input: script });
    isChanged = false;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { authorization } = request.headers;
    asked.push({ path: request.url ?? '', authorization });
    const pair = Buffer.from(`${ACCOUNT.username}:${ACCOUNT.password}`).toString('base64');
    if (isAway) response.writeHead(503).end();
    else if (authorization !== `Basic ${pair}`) response.writeHead(401).end();
    else {
      if (isChanged) commit();
      sentBytes += await serve(root, request, response);
    }
  };
  const server = await startWebServer((request, response) => void answer(request, response));
  return {
    url: `${server.url}/team.git`,
    origin: server.url,
    account: ACCOUNT,
    asked,
    /** The time is that of the commit. */
    put: (path: string, file: File, time = new Date()): void => {
      files.set(path, file);
      [isChanged, at] = [true, time];
    },
    remove: (path: string): void => {
      files.delete(path);
      isChanged = true;
    },
    clear: (): void => {
      files.clear();
      isChanged = true;
    },
    /** Whether the server can leave out the content of files. */
    setFilters: (isAble: boolean): void => {
      spawnSync('git', ['-C', repository, 'config', 'uploadpack.allowFilter', String(isAble)]);
    },
    /** Commits the files as they are now to another branch. */
    commitTo: commit,
    /** The bytes of all answers so far. */
    sentBytes: (): number => sentBytes,
    setAway: (isNow: boolean): void => {
      isAway = isNow;
    },
    close: async () => {
      await server.close();
      await rm(root, { recursive: true, force: true });
    },
  };
};

const toCommit = (
  files: ReadonlyMap<string, File>,
  { branch, at }: { branch: string; at: Date },
) => {
  const changes = [...files].map(([path, { text, mode = '100644' }]) => {
    const name = `"${path.replace(/["\\]/gu, '\\$&')}"`;
    if (mode === '160000') return `M 160000 ${text} ${name}\n`;
    return `M ${mode} inline ${name}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
  });
  const when = `${Math.max(0, Math.floor(at.getTime() / 1000))} +0000`;
  return `commit refs/heads/${branch}\ncommitter Test <test@example.test> ${when}\ndata 0\n\ndeleteall\n${changes.join('')}\n`;
};

/** Runs `git http-backend` for one request, by the rules of CGI. */
const serve = async (
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<number> => {
  const { pathname, search } = new URL(request.url ?? '/', 'http://git');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  });
  request.pipe(backend.stdin);
  const output = await buffer(backend.stdout);
  const end = output.indexOf('\r\n\r\n');
  const lines = output.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
  const { Status: status = '200', ...rest } = headers;
  response.writeHead(Number(status.slice(0, 3)), rest).end(output.subarray(end + 4));
  return output.byteLength;
};
