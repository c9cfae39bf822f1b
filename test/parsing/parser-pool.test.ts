import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  createParserPool,
  type ParserPool,
  type ParserPoolOptions,
} from '../../src/parsing/pool/parser-pool.js';
import { cpuTimeMs } from '../../src/platform/isolated/own-time.js';
import { samplePath, withFile } from '../support/parsing.js';

const owner = { tenantId: 'a', isOnlyTenant: true };
const pools: ParserPool[] = [];
const open = (options: Partial<ParserPoolOptions> = {}): ParserPool => {
  const pool = createParserPool({
    size: 1,
    perTenant: 1,
    slowSize: 1,
    firstTimeoutMs: 20_000,
    timeoutMs: 20_000,
    maxMemoryMb: 1024,
    chunkTokens: 400,
    plainTexts: null,
    // However busy the machine is that the test runs on.
    starvationFactor: 10_000,
    ...options,
  });
  pools.push(pool);
  return pool;
};

const entry = new URL('../fixtures/scripted-child.mjs', import.meta.url);
const openScripted = (options: Partial<ParserPoolOptions> = {}): ParserPool =>
  open({ entry, ...options });

const act = async (pool: ParserPool, filename: string, signal?: AbortSignal): Promise<string> =>
  (await pool.parse({ path: '/dev/null', filename, owner, ...(signal && { signal }) })).text;

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe('a parser pool', () => {
  it('reads a document and splits it into chunks in a child process', async () => {
    const path = samplePath('employee-handbook.pdf');

    const document = await open().parse({ path, filename: 'handbook.pdf', owner });

    expect(document).toMatchObject({ format: 'pdf', pageCount: 12, language: 'en' });
    expect(
      document.chunks.find(({ content }) => content.includes('three days a week')),
    ).toMatchObject({
      chapter: 'Remote work',
      pageStart: 4,
    });
  });

  it('reports why a document cannot be read', async () => {
    const parsed = open().parse({ path: '/dev/null', filename: 'a.txt', owner });

    await expect(parsed).rejects.toMatchObject({ name: 'AppError', code: 'document_empty' });
  });

  it('delivers a large document whole', async () => {
    const paragraph = 'The quick brown fox jumps over the lazy dog, 3.14 times a day. '.repeat(20);
    const text = Array.from({ length: 1500 }, (_, n) => `Part ${n}. ${paragraph}`.trim()).join(
      '\n\n',
    );

    const document = await withFile(text, (path) =>
      open().parse({ path, filename: 'a.txt', owner }),
    );

    expect(document.text).toBe(text);
    expect(document.chunks.at(-1)?.charEnd).toBe(text.length);
  });

  it.each([['-'], ['a']])(
    'reads a million lines of %s within its default memory',
    async (line) => {
      const pool = open({ maxMemoryMb: 512, firstTimeoutMs: 240_000, timeoutMs: 240_000 });

      const document = await withFile(`${line}\n`.repeat(1_000_000), (path) =>
        pool.parse({ path, filename: 'a.txt', owner }),
      );

      expect(document.text).toHaveLength(1_999_999);
    },
    300_000,
  );

  it.each([
    ['a.txt', '-'],
    ['a.txt', '|'],
    ['a.txt', '- a'],
    ['a.txt', 'AB'],
    ['a.txt', '{}'],
    ['a.md', '- a'],
    ['a.md', '| a | b |'],
    ['a.md', '> a'],
    ['a.csv', 'a,b'],
    ['a.csv', '"a";"b"'],
  ])(
    'refuses two million lines before parsing them: %s of %s',
    async (filename, line) => {
      const pool = open({ maxMemoryMb: 256, firstTimeoutMs: 60_000, timeoutMs: 60_000 });

      const refused = withFile(`${line}\n`.repeat(2_000_000), (path) =>
        pool.parse({ path, filename, owner }),
      );

      await expect(refused).rejects.toMatchObject({ code: 'document_too_complex' });
    },
    120_000,
  );

  it('uses a child again for the next file', async () => {
    const pool = openScripted();

    expect(await act(pool, 'pid')).toBe(await act(pool, 'pid'));
  });

  it('never reuses a child for another tenant once it has read a document', async () => {
    const pool = openScripted({ size: 2, perTenant: 2 });
    const pidFor = async (tenantId: string) =>
      (await pool.parse({ path: '/dev/null', filename: 'pid', owner: { tenantId } })).text;

    const [first, other, again] = [
      await pidFor('acme'),
      await pidFor('globex'),
      await pidFor('acme'),
    ];

    expect(other).not.toBe(first);
    expect(again).toBe(first);
  });

  it('ends the idle child of one tenant for another tenant and has a fresh one ready', async () => {
    const pool = openScripted();
    const pidFor = async (tenantId: string) =>
      (await pool.parse({ path: '/dev/null', filename: 'pid', owner: { tenantId } })).text;
    const first = await pidFor('acme');

    const other = await pidFor('globex');

    await eventually(() => isGone(Number(first)));
    expect(await pidFor('acme')).not.toBe(first);
    expect(other).not.toBe(first);
  });

  it('also ends an unused child, after ten times as long', async () => {
    const pool = openScripted({ idleMs: 1 });
    await act(pool, 'pid');

    const hasNone = async () =>
      (await childrenOf(process.pid, 'scripted-child')).length === 0 || undefined;

    expect(await eventually(hasNone)).toBe(true);
  });

  it('does not reuse a child that failed to read a file', async () => {
    const pool = openScripted();
    const pid = await act(pool, 'pid');

    await expect(act(pool, 'refuse')).rejects.toMatchObject({ code: 'unsupported_format' });

    expect(await eventually(() => isGone(Number(pid)))).toBe(true);
    expect(await act(pool, 'pid')).not.toBe(pid);
  });

  it('replaces a child after a fixed number of files', async () => {
    const pool = openScripted({ filesPerChild: 1 });

    expect(await act(pool, 'pid')).not.toBe(await act(pool, 'pid'));
  });

  it('ends a child that has been idle for a while', async () => {
    const pool = openScripted({ idleMs: 1 });
    const pid = await act(pool, 'pid');

    expect(await eventually(() => isGone(Number(pid)))).toBe(true);
    expect(await act(pool, 'pid')).not.toBe(pid);
  });

  it('starts no more children than its size', async () => {
    const pool = openScripted({ size: 2 });

    const pids = await Promise.all(Array.from({ length: 12 }, () => act(pool, 'pid')));

    expect(new Set(pids).size).toBeLessThanOrEqual(2);
  });

  it('gives its children no environment variables', async () => {
    expect(await act(openScripted(), 'secrets')).not.toContain('PATH');
  });
});

describe('a parser pool for several tenants', () => {
  const request = { path: '/dev/null', filename: 'pid', owner: { tenantId: 'b' } };

  it("reads one tenant's file while another tenant's files fill its own share", async () => {
    const pool = openScripted({ size: 2, perTenant: 1 });
    const stop = new AbortController();
    const owner = { tenantId: 'a' };
    const held = ['wait', 'wait'].map((filename) =>
      pool.parse({ path: '/dev/null', filename, owner, signal: stop.signal }),
    );
    const ended = Promise.allSettled(held);

    expect((await pool.parse(request)).text).toMatch(/^\d+$/);

    stop.abort(new Error('Enough.'));
    await ended;
  });

  it('reads slow files in a separate child next to the others', async () => {
    const pool = openScripted({ size: 1 });
    const stop = new AbortController();
    const held = act(pool, 'wait', stop.signal);
    const ended = expect(held).rejects.toThrow('Enough.');
    const readSlow = async () => (await pool.parse({ ...request, isSlow: true })).text;

    expect(await readSlow()).not.toBe(await readSlow());

    stop.abort(new Error('Enough.'));
    await ended;
  });
});

describe('a file that takes too long to read', () => {
  const failureOf = async (options: Partial<ParserPoolOptions>, isSlow: boolean) => {
    const pool = openScripted(options);
    const request = { path: '/dev/null', filename: 'wait', owner, isSlow };
    return pool.parse(request).catch((error: unknown) => error);
  };

  it('gets a short first try, and then the full limit as a slow file', async () => {
    const first = await failureOf({ firstTimeoutMs: 200 }, false);
    const slow = await failureOf({ firstTimeoutMs: 1, timeoutMs: 300 }, true);

    expect(first).toMatchObject({ code: 'parser_timeout', hadWholeLimit: false });
    expect(slow).toMatchObject({ code: 'parser_timeout', hadWholeLimit: true });
  });

  it('gets the full limit at once if it is shorter than a first try', async () => {
    const failure = await failureOf({ firstTimeoutMs: 5000, timeoutMs: 200 }, false);

    expect(failure).toMatchObject({ code: 'parser_timeout', hadWholeLimit: true });
  });
});

describe('a file on a busy machine', () => {
  /** Stops the child as a machine does that has no time for it. */
  const starve = async (pool: ParserPool): Promise<unknown> => {
    const pid = Number(await act(pool, 'pid'));
    const failure = act(pool, 'hang').catch((error: unknown) => error);
    process.kill(pid, 'SIGSTOP');
    return failure;
  };

  it('is not charged for time that its child did not get', async () => {
    const pool = openScripted({ firstTimeoutMs: 500, timeoutMs: 500, starvationFactor: 3 });

    expect(await starve(pool)).toMatchObject({ code: 'server_busy' });
    expect(await act(pool, 'pid')).toMatch(/^\d+$/);
  });

  it('gets its full limit in processor time, however long that takes', async () => {
    const pool = openScripted({ firstTimeoutMs: 500, timeoutMs: 500, starvationFactor: 1000 });
    const pid = Number(await act(pool, 'pid'));
    const before = cpuTimeMs(pid);
    let usedMs = 0;
    let turns = 0;
    // A machine that lets it work in one of four turns.
    const throttle = setInterval(() => {
      usedMs = Math.max(usedMs, cpuTimeMs(pid) - before);
      send(pid, (turns += 1) % 4 === 0 ? 'SIGCONT' : 'SIGSTOP');
    }, 20);

    const failure = await act(pool, 'hang').catch((error: unknown) => error);
    clearInterval(throttle);

    expect(failure).toMatchObject({ code: 'parser_timeout', hadWholeLimit: true });
    expect(usedMs).toBeGreaterThan(350);
  });

  it('waits, without a failure of its own, for a child that does not start', async () => {
    const entry = new URL('../fixtures/silent-child.mjs', import.meta.url);
    const pool = openScripted({ entry, startLimitMs: 300 });

    await expect(act(pool, 'pid')).rejects.toMatchObject({ code: 'server_busy' });
  });

  it('is read by the child that read others of its tenant, and starts no thread', async () => {
    const asked: string[] = [];
    const plainTexts = {
      read: ({ tenantId }: { tenantId: string }) => {
        asked.push(tenantId);
        return Promise.resolve(null);
      },
      isRunning: () => false,
      close: () => Promise.resolve(),
    };
    const pool = openScripted({ size: 2, plainTexts });

    const pids = [await act(pool, 'pid'), await act(pool, 'pid')];

    expect(new Set(pids).size).toBe(1);
    expect(asked).toEqual(['a']);
  });
});

describe('the measured processor time of a child process', () => {
  it('is what the process itself measures', () => {
    const before = [cpuTimeMs(process.pid), process.cpuUsage()] as const;
    const start = process.cpuUsage().user;
    while (process.cpuUsage().user - start < 200_000);
    const own = process.cpuUsage(before[1]);

    const measured = cpuTimeMs(process.pid) - before[0];

    expect(Math.abs(measured - (own.user + own.system) / 1000)).toBeLessThan(60);
  });
});

describe('a file that crashes its parser', () => {
  it.each([
    ['hang', { timeoutMs: 500 }, 'parser_timeout'],
    ['crash', {}, 'parser_crashed'],
    ['heap.full', { maxMemoryMb: 96 }, 'parser_out_of_memory'],
    ['memory.full', { maxMemoryMb: 256 }, 'parser_out_of_memory'],
    ['lie', {}, 'parser_crashed'],
  ] as const)('fails alone on %s, and the next file is read', async (filename, options, code) => {
    const pool = openScripted(options);

    await expect(act(pool, filename)).rejects.toMatchObject({ code });
    expect(await act(pool, 'pid')).toMatch(/^\d+$/);
  });
});

describe('an abandoned file', () => {
  it('is stopped at once when its signal is aborted', async () => {
    const pool = openScripted();
    const controller = new AbortController();
    await act(pool, 'pid');

    const parsed = act(pool, 'wait', controller.signal);
    controller.abort(new Error('The document was deleted.'));

    await expect(parsed).rejects.toThrow('The document was deleted.');
  });

  it('leaves the queue when its signal is aborted', async () => {
    const pool = openScripted();
    const controller = new AbortController();
    const first = act(pool, 'pid');
    const waiting = act(pool, 'hang', controller.signal);

    controller.abort(new Error('Too late.'));

    await expect(waiting).rejects.toThrow('Too late.');
    await expect(first).resolves.toMatch(/^\d+$/);
  });

  it('fails when the pool closes, and no child is left', async () => {
    const pool = openScripted();
    const pid = await act(pool, 'pid');
    const running = act(pool, 'hang');
    const waiting = act(pool, 'pid');

    const outcomes = Promise.allSettled([running, waiting]);
    await pool.close();

    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
    await expect(act(pool, 'pid')).rejects.toMatchObject({ code: 'shutting_down' });
  });
});

/** Sends a signal to a process that may have ended. */
const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has.
  }
};

const childOf = async (parent: number): Promise<number | undefined> =>
  (await childrenOf(parent, 'parser-child'))[0];

const childrenOf = async (parent: number, name: string): Promise<number[]> => {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
    const isOurs = stat.slice(stat.lastIndexOf(')')).split(' ')[2] === String(parent);
    const command = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
    if (isOurs && command.includes(name)) found.push(Number(pid));
  }
  return found;
};

/** Looks again on each turn of the event loop until it sees what it waits for; the test's own time limit ends it. */
const eventually = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

const isGone = async (pid: number): Promise<true | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  return stat === undefined || /\) [ZX] /.test(stat) ? true : undefined;
};

const usedProcessorTime = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[12]);
};

const describeBusyChild = (): void => {
  describe('a parser child busy in a loop', () => {
    it.each(['confined', 'free'])(
      'dies with its parent, even if the parent is killed: %s',
      async (how) => {
        // Runs of back-quotes of every length keep a Markdown parser busy for a minute.
        const slow = `# a\n\n${Array.from({ length: 2500 }, (_, n) => '`'.repeat(n)).join(' ')}`;
        const program = fileURLToPath(new URL('../fixtures/pool-parent.mts', import.meta.url));

        await withFile(slow, async (path) => {
          const parent = spawn(process.execPath, ['--import', 'tsx', program, path, how], {
            stdio: 'ignore',
          });
          const child = await eventually(() => childOf(parent.pid ?? 0));
          await eventually(async () => ((await usedProcessorTime(child)) > 250 ? true : undefined));
          parent.kill('SIGKILL');

          expect(await eventually(() => isGone(child))).toBe(true);
        });
      },
    );
  });
};

// The child is found by /proc.
if (process.platform === 'linux') describeBusyChild();
