import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { nextTurn } from '../../../../src/shared/async.js';
import { createSandbox } from '../../../../src/platform/isolated/sandbox/sandbox.js';

const { signal } = new AbortController();
const sandbox = createSandbox({ atOnce: 2, memoryMb: 128 });

afterAll(() => sandbox.close());

const noFiles = async () => new Map<string, Uint8Array>();

type Given = { files?: Record<string, string>; timeoutMs?: number; tenantId?: string };

const runner =
  (language: 'python' | 'shell') =>
  (script: string, { files = {}, timeoutMs = 20_000, tenantId = 'a' }: Given = {}) => {
    const bytes = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const);
    const readFiles = async () => new Map(bytes);
    return sandbox.run({ owner: { tenantId }, language, script, readFiles, timeoutMs }, signal);
  };
const python = runner('python');
const shell = runner('shell');

const textsOf = (changed: ReadonlyMap<string, Uint8Array>) =>
  Object.fromEntries(
    [...changed].map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]),
  );

/** Matches what the host has and would show: its users, variables, folders, and an open connection. */
const OF_THE_HOST = new RegExp(
  `root:|nobody:|NODE_|npm_|node_modules|JEST|<socket|${process.cwd()}`,
);

const ATTEMPTS = [
  'print(open("/etc/passwd").read())',
  'import os; print(dict(os.environ))',
  'import js',
  'from pyodide.code import run_js',
  'import ctypes',
  'import subprocess; print(subprocess.run(["ls", "/etc"]))',
  'import os; print(os.system("cat /etc/passwd"))',
  'import os; os.fork()',
  'import socket; print(socket.create_connection(("127.0.0.1", 6379), 2))',
  'import urllib.request; urllib.request.urlopen("http://127.0.0.1/")',
  'import jb_http; jb_http.get("http://127.0.0.1/")',
  'print(open("/host/etc/passwd").read())',
];

describe('a script in the sandbox', () => {
  it('in Python sees the given files, and its changed and removed files are reported', async () => {
    const outcome = await python(
      `import os
text = """eins
zwei"""
print(text, open("in/a.txt").read())
open("out.txt", "w").write("é")
os.remove("b.txt")`,
      { files: { 'in/a.txt': 'hello', 'b.txt': 'gone', 'c.txt': 'stays' } },
    );

    expect(outcome).toMatchObject({ stdout: 'eins\nzwei hello\n', stderr: '', exitCode: 0 });
    expect(textsOf(outcome.changed)).toEqual({ 'out.txt': 'é' });
    expect(outcome.removed).toEqual(['b.txt']);
  });

  it('in the shell sees the given files, and its changed and removed files are reported', async () => {
    const outcome = await shell('sort a.txt > sorted.txt; rm a.txt; echo done; exit 3', {
      files: { 'a.txt': 'b\na\n' },
    });

    expect(outcome).toMatchObject({ stdout: 'done\n', exitCode: 3, removed: ['a.txt'] });
    expect(textsOf(outcome.changed)).toEqual({ 'sorted.txt': 'a\nb\n' });
  });

  it('in Python gets its errors reported with the lines of the script', async () => {
    const outcome = await python('def f():\n  return 1 / 0\nf()');

    expect(outcome.exitCode).toBe(1);
    expect(outcome.stderr).toMatch(/File "script\.py", line 2, in f\n.*return 1 \/ 0/);
  });

  it('gets its full time, however long Python takes to start', async () => {
    const outcome = await python('print("ran")', { timeoutMs: 500 });

    expect(outcome).toMatchObject({ stdout: 'ran\n', exitCode: 0, notes: [] });
  });

  it('leaves nothing behind for the next script', async () => {
    await python('import builtins, os\nbuiltins.secret = 1\nopen("/tmp/secret", "w").write("s")');

    const { stdout } = await python(
      'import builtins, os\nprint(hasattr(builtins, "secret"), os.path.exists("/tmp/secret"), os.listdir())',
    );

    expect(stdout).toBe('False False []\n');
  });

  it.each([
    ['reading files of the host', 'cat /etc/passwd /proc/self/environ /proc/1/environ'],
    ['the environment', 'env'],
    ['a link to the host', 'ln -s /etc/passwd p; cat p; ln -s / root; cat root/etc/passwd'],
    ['curl', 'curl http://127.0.0.1:6379'],
    ['other programs', 'node -e 1; js-exec -c 1; bash -c "node -v"; /usr/bin/node'],
  ])('learns nothing through %s', async (_, script) => {
    const { stdout, stderr } = await shell(script);

    expect(stdout + stderr).not.toMatch(OF_THE_HOST);
  });

  it('gets nothing through the ways in which Python could reach the host', async () => {
    const { stdout, stderr, exitCode } = await python(
      `import json, traceback
for attempt in json.loads(open("attempts").read()):
  try:
    exec(attempt, {})
  except BaseException:
    traceback.print_exc()
  print("tried", attempt)`,
      { files: { attempts: JSON.stringify(ATTEMPTS) } },
    );

    expect(stdout + stderr).not.toMatch(OF_THE_HOST);
    expect(stdout.match(/^tried /gm)).toHaveLength(ATTEMPTS.length);
    expect(exitCode).toBe(0);
  });

  it('cannot be a server', async () => {
    const { stdout, exitCode } = await python(
      'import socket; s = socket.socket(); s.bind(("", 9999)); s.listen(); print("listens")',
    );

    expect(stdout).toBe('');
    expect(exitCode).not.toBe(0);
  });

  it('cannot reach a server of the host', async () => {
    const connections: Socket[] = [];
    const server = createServer((socket) => connections.push(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    const { stderr, exitCode } = await python(
      `import socket; socket.create_connection(("127.0.0.1", ${port}), 2)`,
    );

    server.close();
    expect(connections).toEqual([]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('OSError');
  });

  it.each([
    ['a loop of Python', 'python', 'while True: pass'],
    [
      'a loop that ignores signals',
      'python',
      'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
    ],
    ['a sleep', 'shell', 'sleep 1000 & sleep 1000'],
  ] as const)('is stopped while running %s, and keeps no files', async (_, language, script) => {
    const started = language === 'python' ? 'open("x", "w").write("x")\n' : 'echo x > x\n';
    const outcome = await runner(language)(started + script, { timeoutMs: 1000 });

    expect(outcome).toMatchObject({ exitCode: 124, removed: [], changed: new Map() });
    expect(outcome.notes).toContain('It was stopped after 1 s, and no file was kept.');
  });

  it.each([
    ['a fork bomb', 'shell', ':(){ :|:& };:'],
    ['a loop in the background', 'shell', 'while :; do :; done & echo started'],
    ['a string that doubles', 'shell', 'x=aaaaaaaa; while true; do x=$x$x; done'],
    ['a list without end', 'shell', "jq -n '[range(1000000000)] | length'"],
    ['braces without end', 'shell', 'echo {1..100000000}'],
    ['a list that grows', 'python', 'x = []\nwhile True: x.append(bytearray(10_000_000))'],
    ['a text that doubles', 'python', 'x = "a"\nwhile True: x += x'],
    ['output without end', 'python', 'while True: print("x" * 1000)'],
    [
      'a full /dev/shm',
      'python',
      'f = open.__globals__["_orig_open"]("/dev/shm/x", "wb")\nwhile True: f.write(b"x" * 1_000_000)',
    ],
    [
      'many files in /dev/shm',
      'python',
      'o = open.__globals__["_orig_open"]\nfor i in range(100_000): o(f"/dev/shm/{i}", "wb").write(b"x" * 60_000)',
    ],
    ['a recursion', 'python', 'def f(): f()\nf()'],
  ] as const)('is ended by %s, and the host goes on', async (_, language, script) => {
    const residentBefore = process.memoryUsage().rss;

    const outcome = await runner(language)(script);

    expect(outcome.exitCode).not.toBe(0);
    expect(outcome.stdout.length).toBeLessThanOrEqual(65_536);
    expect(process.memoryUsage().rss - residentBefore).toBeLessThan(1_000_000_000);
  });

  it.each([
    ['an endless line', 'while True: print("x" * 1000, end="")'],
    ['endless bytes without a line break', 'import os\nwhile True: os.write(1, b"x" * 1_000_000)'],
    ['endless errors without a line break', 'import os\nwhile True: os.write(2, b"x" * 1_000_000)'],
    [
      'a terminal of its own',
      'f = open.__globals__["_orig_open"]("/dev/tty", "wb", buffering=0)\nwhile True: f.write(b"x" * 1_000_000)',
    ],
  ])('is stopped after %s, and its earlier output is shown', async (_, script) => {
    const outcome = await python(`print("before")\n${script}`);

    expect(outcome).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/^before\n/),
      notes: ['What it printed was cut.'],
    });
  });

  it('that prints an endless line is told that its output was cut', async () => {
    const { stdout, notes, exitCode } = await python('print("x" * 900_000, end="")');

    expect(stdout).toBe('x'.repeat(65_536));
    expect([notes, exitCode]).toEqual([['What it printed was cut.'], 0]);
  });

  it('with too much output is told that its output was cut', async () => {
    const { stdout, notes } = await shell('for i in $(seq 1 9000); do echo 0123456789; done');

    expect(stdout).toHaveLength(65_536);
    expect(notes).toEqual(['What it printed was cut.']);
  });

  it('keeps no files if it writes 2,001 of them, 101 changed ones, or 22 MB', async () => {
    // What a busy machine cuts off at the limit has written less than it was to write.
    const slow = { timeoutMs: 60_000 };
    const many = await python('for i in range(2001): open(f"f{i}", "w").write("x")', slow);
    const some = await shell('for i in $(seq 1 101); do echo x > f$i; done', slow);
    const large = await python(
      'for i in range(3): open(f"f{i}", "wb").write(b"x" * 7_500_000)',
      slow,
    );

    for (const { changed, notes } of [many, some, large]) {
      expect(changed.size).toBe(0);
      expect(notes).toEqual([expect.stringMatching(/so none was kept\.$/)]);
    }
  }, 180_000);

  it('keeps no link and nothing outside its folder', async () => {
    const { changed, notes } = await shell(
      'ln -s /etc/passwd p; ln -s . loop; echo x > ../x; echo y > "../../y"; mkdir d; echo z > d/../z',
    );

    expect([...changed.keys()]).toEqual(['z']);
    expect(notes).toEqual(['Links were not kept.']);
  });
});

describe('the sandbox', () => {
  it.each([
    ['python', "print('x' * 20_000_000)"],
    ['python', "import os\nos.write(1, b'x' * 30_000_000)"],
    ['shell', 'rev lines | head -c 5'],
  ] as const)(
    'survives a script for %s whose single allocation is too large',
    async (language, script) => {
      const run = sandbox.run(
        {
          owner: { tenantId: 'a' },
          language,
          script,
          readFiles: async () => new Map([['lines', new Uint8Array(19_000_000).fill(10)]]),
          timeoutMs: 8000,
        },
        signal,
      );
      const ended = await run.catch((error: unknown) => error);

      expect(ended).toMatchObject(
        ended instanceof Error ? { code: 'tool_failed' } : { exitCode: expect.any(Number) },
      );
      expect((await shell('echo alive')).stdout).toBe('alive\n');
    },
    60_000,
  );

  it('ends a script that nobody waits for any more', async () => {
    const cancelled = new AbortController();
    const run = sandbox.run(
      {
        owner: { tenantId: 'a' },
        language: 'python',
        script: 'while True: pass',
        readFiles: noFiles,
        timeoutMs: 60_000,
      },
      cancelled.signal,
    );
    cancelled.abort(new Error('gone'));

    await expect(run).rejects.toThrow('gone');
    expect((await shell('echo alive')).stdout).toBe('alive\n');
  });

  it("runs another tenant's script at once while one tenant's scripts use up their share", async () => {
    const busy = new AbortController();
    const order = { language: 'python' as const, readFiles: noFiles, timeoutMs: 20_000 };
    const ask = (tenantId: string, script: string, asked = signal) =>
      sandbox.run({ ...order, owner: { tenantId, userId: tenantId }, script }, asked);
    const flood = [1, 2, 3].map(() => ask('a', 'while True: pass', busy.signal));
    const ended = Promise.allSettled(flood);

    const { stdout } = await ask('b', 'print(42)');

    expect(stdout).toBe('42\n');
    busy.abort(new Error('gone'));
    const outcomes = await ended;
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it("reads the files of a script only when it is the script's turn", async () => {
    const busy = new AbortController();
    const read: string[] = [];
    const ask = (name: string, script: string, asked = signal) => {
      const readFiles = async () => {
        read.push(name);
        return new Map<string, Uint8Array>();
      };
      const owner = { tenantId: 'a' };
      return sandbox.run({ owner, language: 'shell', script, readFiles, timeoutMs: 20_000 }, asked);
    };
    const first = ask('first', 'sleep 1000', busy.signal).catch(() => undefined);
    const second = ask('second', 'echo done');
    await nextTurn();

    expect(read).toEqual(['first']);
    busy.abort(new Error('gone'));
    await first;
    expect((await second).stdout).toBe('done\n');
  });

  it('moves on to the next script if reading files hangs and the caller has left', async () => {
    const cancelled = new AbortController();
    const run = sandbox.run(
      {
        owner: { tenantId: 'a' },
        language: 'shell',
        script: 'echo never',
        readFiles: () => new Promise(() => undefined),
        timeoutMs: 20_000,
      },
      cancelled.signal,
    );
    cancelled.abort(new Error('gone'));

    await expect(run).rejects.toThrow('gone');
    expect((await shell('echo alive')).stdout).toBe('alive\n');
  });

  it('names the exceeded limit and whose it is when too many scripts of a tenant wait', async () => {
    const busy = createSandbox({ atOnce: 2, memoryMb: 128, maxWaiting: 2 });
    const gone = new AbortController();
    const ask = () =>
      busy.run(
        {
          owner: { tenantId: 'a' },
          language: 'shell',
          script: 'echo',
          readFiles: () => new Promise(() => undefined),
          timeoutMs: 20_000,
        },
        gone.signal,
      );
    const asked = Promise.allSettled([ask(), ask()]);

    await expect(ask()).rejects.toMatchObject({
      code: 'tool_unavailable',
      message: 'Too many scripts at once: this tenant may have 1 waiting of 2. Try again later.',
    });

    gone.abort(new Error('gone'));
    await asked;
  });

  it('refuses scripts once it is closed, and ends those that run', async () => {
    const closed = createSandbox({ atOnce: 1, memoryMb: 128 });
    const order = {
      owner: { tenantId: 'a' },
      language: 'shell' as const,
      readFiles: noFiles,
      timeoutMs: 60_000,
    };
    const run = closed.run({ ...order, script: 'sleep 1000' }, signal);
    const ended = expect(run).rejects.toMatchObject({ code: 'shutting_down' });
    await closed.close();

    await ended;
    await expect(closed.run({ ...order, script: 'echo' }, signal)).rejects.toMatchObject({
      code: 'shutting_down',
    });
  });
});
