import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { SAMPLES, startApplication, type TestApplication } from '../support/application.js';
import { bundleCommandLine, runCommand } from '../support/command-line.js';
import { eventually } from '../support/eventually.js';
import { runOnTerminal } from '../support/pseudo-terminal.js';

const HANDBOOK = join(SAMPLES, 'employee-handbook.pdf');
const QUESTION = 'How many days a week may office staff work from home?';

let application: TestApplication;
let folder: string;
let adminKey: string;
let program: string;
let variables: Record<string, string>;
let documentId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kr-cli-'));
  program = await bundleCommandLine(folder);
  await mkdir(join(folder, 'shared'));
  await writeFile(join(folder, 'shared', 'leave.md'), '# Leave\n\nEverybody has 28 days.');
  application = await startApplication({
    variables: { SOURCE_FOLDERS: join(folder, 'shared') },
    overrides: { sourceTiming: { intervalMs: 50 } },
  });
  ({ adminKey } = await application.tenant());
  variables = {
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    KNOWLEDGE_ROUTER_URL: application.url,
    KNOWLEDGE_ROUTER_API_KEY: adminKey,
  };
  const uploaded = await runCommand(['upload', HANDBOOK], { variables });
  documentId = uploaded.stdout.slice(0, 36);
  expect(uploaded).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/ready .*Employee/),
  });
}, 120_000);
afterAll(async () => {
  await application.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runCommand(args, { variables });

const linesOf = (stdout: string): unknown[] =>
  stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

describe('knowledge-router login', () => {
  const signedOut = (name: string) => ({ XDG_CONFIG_HOME: join(folder, name) });

  it('stores the key that it reads from stdin for its user only, and then needs no variables', async () => {
    const own = signedOut('signs-in');

    const login = await runCommand(['login', `${application.url}/`], {
      variables: own,
      stdin: `${adminKey}\n`,
    });

    const file = join(own.XDG_CONFIG_HOME, 'knowledge-router/config.json');
    expect(login.exitCode).toBe(0);
    expect(login.stdout + login.stderr).not.toContain(adminKey);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      url: application.url,
      apiKey: adminKey,
    });
    await expect(runCommand(['status'], { variables: own })).resolves.toMatchObject({
      exitCode: 0,
    });
  });

  it('stores nothing of a key that is refused', async () => {
    const own = signedOut('refused');

    const login = await runCommand(['login', application.url], {
      variables: own,
      stdin: 'kr_wrong',
    });

    expect(login).toMatchObject({ exitCode: 3, stdout: '' });
    await expect(runCommand(['status'], { variables: own })).resolves.toMatchObject({
      exitCode: 3,
    });
  });

  it('does not accept a key as an argument', async () => {
    const login = await runCommand(['login', application.url, adminKey], { variables: {} });

    expect(login).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it('sends its key only to the server that it was given for', async () => {
    const own = signedOut('elsewhere');
    await runCommand(['login', application.url], { variables: own, stdin: adminKey });

    const status = await runCommand(['status'], {
      variables: { ...own, KNOWLEDGE_ROUTER_URL: 'http://127.0.0.1:1' },
    });

    expect(status).toMatchObject({ exitCode: 3 });
  });

  it('is overridden by variables', async () => {
    const own = { ...variables, ...signedOut('overruled') };
    await runCommand(['login', application.url], { variables: own, stdin: adminKey });

    const status = await runCommand(['status'], {
      variables: { ...own, KNOWLEDGE_ROUTER_API_KEY: 'kr_wrong' },
    });

    expect(status).toMatchObject({ exitCode: 3 });
  });
});

describe('knowledge-router ask', () => {
  it('prints the answer and its citations as footnotes on stdout, and nothing else', async () => {
    const { exitCode, stdout, stderr } = await run('ask', ...QUESTION.split(' '));

    expect(exitCode).toBe(0);
    expect(stdout).toContain('three days a week');
    expect(stdout).toMatch(/^\[1\] Employee Handbook.*, p\. 4: “.*three days.*”$/m);
    expect(stdout).not.toContain('\u001b');
    expect(stderr).toBe('');
  });

  it('prints one JSON document with --json', async () => {
    const { stdout } = await run('--json', 'ask', QUESTION);

    expect(linesOf(stdout)).toMatchObject([{ responseType: 'answer', citations: [{ number: 1 }] }]);
  });

  it('prints the reason of a refusal on stderr, and nothing on stdout', async () => {
    const asked = await run('ask', QUESTION, '--assistant', 'nobody');

    expect(asked).toMatchObject({ exitCode: 1, stdout: '' });
    expect(asked.stderr).toMatch(/^knowledge-router: .* \(\w+\)\n$/);
  });
});

describe('the command knowledge-router', () => {
  it('searches, lists and files documents as lines of JSON', async () => {
    const [document] = linesOf((await run('documents', '--json')).stdout);
    const { id: documentId } = z.looseObject({ id: z.string() }).parse(document);
    const made = linesOf((await run('collections', 'create', 'Handbooks', '--json')).stdout);
    const { id } = z.looseObject({ id: z.string() }).parse(made[0]);

    const added = await run('collections', 'add', id, documentId);
    const found = await run('search', QUESTION, '--collection', id, '--limit', '2', '--json');

    expect(added.exitCode).toBe(0);
    expect(linesOf(found.stdout)).toEqual([
      expect.objectContaining({ documentId }),
      expect.objectContaining({ documentId }),
    ]);
    expect((await run('collections')).stdout).toMatch(/ 1 {2}Handbooks {2}\(tenant\)/);
    await run('collections', 'delete', id);
  });

  it('tests, runs, pauses and removes a source by its name', async () => {
    const settings = { path: join(folder, 'shared') };
    const body = { name: 'rules', kind: 'folder', settings, everyMinutes: null };
    await application.call('POST', '/v1/sources', { key: adminKey, body });

    expect(await run('sources', 'test', 'rules')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('leave.md'),
    });
    await eventually(
      () => run('sources', 'items', 'rules', '--state', 'ready'),
      ({ stdout }) => stdout.includes('leave.md'),
    );
    await eventually(
      () => run('sources', 'list'),
      ({ stdout }) => stdout.includes('(folder, up to date)'),
    );
    expect((await run('sources', 'pause', 'rules')).stdout).toContain('paused (by_admin)');
    expect((await run('sources', 'resume', 'rules')).stdout).toContain('up to date');
    const { stdout } = await run('--json', 'sources', 'runs', 'rules');
    expect(linesOf(stdout).at(-1)).toMatchObject({ state: 'done', listed: 1 });
    expect(await run('sources', 'confirm', 'rules')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('is waiting'),
    });
    expect((await run('sources', 'remove', 'rules')).exitCode).toBe(2);
    expect((await run('sources', 'remove', 'rules', '--documents', 'delete')).exitCode).toBe(0);
    expect((await run('sources', 'show', 'nothing')).stderr).toContain('no source nothing');
  }, 60_000);

  it('sends a document by its path, and deletes the requested version', async () => {
    const file = join(folder, 'ticket.md');
    await writeFile(file, 'The printer on floor 3 is offline.');
    const place = ['helpdesk', 'tickets/42'];

    const sent = await run('--json', 'sources', 'put', ...place, file, '--title', 'Ticket 42');
    const late = await run('sources', 'delete', ...place, '--if-version', '2');
    const deleted = await run('sources', 'delete', ...place, '--if-version', '1');

    expect(linesOf(sent.stdout)).toMatchObject([{ title: 'Ticket 42', sourcePath: 'tickets/42' }]);
    expect(late).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('version is 1') });
    expect(deleted.exitCode).toBe(0);
    expect((await run('sources', 'list')).stdout).toContain('(pushed, its documents are sent)');
  }, 60_000);

  it('exits with 4 if one of several files is not read, and with 1 if none is', async () => {
    const [good, broken] = [join(folder, 'good.md'), join(folder, 'broken.pdf')];
    await writeFile(good, '# Parking\n\nCars park behind the house.');
    await writeFile(broken, '%PDF-1.7\nnothing else\n');

    const some = await run('upload', good, broken, '--json');
    const none = await run('upload', broken);

    expect(linesOf(some.stdout)).toMatchObject([{ title: 'Parking', status: 'ready' }]);
    expect(some.stderr).toContain('broken.pdf: ');
    expect([some.exitCode, none.exitCode]).toEqual([4, 1]);
  });

  it('evaluates the answers to a file of questions', async () => {
    const cases = join(folder, 'cases.jsonl');
    const lines = [
      { question: QUESTION, expect: ['three days'], document: 'Employee Handbook' },
      { question: QUESTION, expect: ['nine days'] },
      { question: 'What is the capital of Peru?', notFound: true },
    ];
    await writeFile(cases, lines.map((line) => JSON.stringify(line)).join('\n'));

    const { exitCode, stdout, stderr } = await run('eval', cases, '--json');

    expect(linesOf(stdout)).toMatchObject([{ passed: true }, { passed: false }, { passed: true }]);
    expect([exitCode, stderr]).toEqual([4, '2 of 3 passed.\n']);
  });

  it.each([
    ['nonsense'],
    ['documents', '--nonsense'],
    ['search'],
    ['sync', '.', '--max-delete', 'x'],
  ])('exits with 2 for "%s %s %s %s", and says what is wrong', async (...args) => {
    const { exitCode, stdout, stderr } = await run(...args);

    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('error: ');
  });

  it('lists the arguments of every command', async () => {
    const { exitCode, stdout } = await run('sync', '--help');

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/--max-delete <limit>/);
  });
});

describe('the shell completion', () => {
  it('of bash completes commands, subcommands and their options', async () => {
    const { stdout: script } = await run('completion', 'bash');
    const complete = async (line: string) => {
      const words = line.split(' ');
      const asked = `${script}\nCOMP_WORDS=(${words.map((word) => `"${word}"`).join(' ')}); COMP_CWORD=${words.length - 1}
        _knowledge_router; echo "\${COMPREPLY[@]}"`;
      return (await promisify(execFile)('bash', ['-c', asked])).stdout.trim();
    };

    await expect(complete('knowledge-router sy')).resolves.toBe('sync');
    await expect(complete('knowledge-router collections cr')).resolves.toBe('create');
    await expect(complete('knowledge-router sync folder --max')).resolves.toBe('--max-delete');
  });

  it.each(['zsh', 'fish'])('of %s names every command', async (shell) => {
    const { stdout } = await run('completion', shell);

    for (const name of ['login', 'sync', 'ask', 'collections']) expect(stdout).toContain(name);
  });
});

describe('the command line as a process', () => {
  const env = () => ({ ...process.env, ...variables, TERM: 'xterm' });
  const signedOut = () => ({
    ...env(),
    KNOWLEDGE_ROUTER_URL: '',
    KNOWLEDGE_ROUTER_API_KEY: '',
  });

  it('streams to a terminal, with citations in a dim colour and a progress line', async () => {
    const command = [process.execPath, program, 'ask', QUESTION]
      .map((part) => `'${part}'`)
      .join(' ');

    const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], {
      env: env(),
    });

    expect(stdout).toContain('three days a week');
    expect(stdout).toContain('\u001b[2m[1] Employee Handbook');
    expect(stdout).toContain('\r\u001b[2K');
  }, 60_000);

  it('asks for address and key in a terminal, hides the key, and stores both for its user only', async () => {
    const own = { XDG_CONFIG_HOME: join(folder, 'typed') };

    const { exitCode, shown } = await runOnTerminal([process.execPath, program, 'login'], {
      env: { ...signedOut(), ...own },
      typed: [
        { afterText: 'Address of the server', text: 'nowhere\r' },
        { afterText: '"nowhere" is not an address', text: `\u0015${application.url}\r` },
        { afterText: 'API key', text: `${adminKey}\r` },
      ],
    });

    const file = join(own.XDG_CONFIG_HOME, 'knowledge-router/config.json');
    expect(exitCode).toBe(0);
    expect(shown).toContain(application.url);
    expect(shown).not.toContain(adminKey.slice(0, 12));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      url: application.url,
      apiKey: adminKey,
    });
  }, 60_000);

  it.each([
    { at: 'Address of the server', args: [] },
    { at: 'API key', args: ['http://127.0.0.1:1'] },
  ])(
    'exits with 130 at Ctrl-C when it asks for "$at", and stores nothing',
    async ({ at, args }) => {
      const own = { XDG_CONFIG_HOME: join(folder, 'interrupted') };

      const { exitCode } = await runOnTerminal([process.execPath, program, 'login', ...args], {
        env: { ...signedOut(), ...own },
        typed: [{ afterText: at, text: '\u0003' }],
      });

      expect(exitCode).toBe(130);
      await expect(stat(own.XDG_CONFIG_HOME)).rejects.toMatchObject({ code: 'ENOENT' });
    },
    60_000,
  );

  it('uses no colour in a terminal with NO_COLOR', async () => {
    const command = [process.execPath, program, 'ask', QUESTION]
      .map((part) => `'${part}'`)
      .join(' ');

    const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], {
      env: { ...env(), NO_COLOR: '1' },
    });

    expect(stdout).not.toContain('\u001b[2m');
  }, 60_000);

  it('watches a folder until it is interrupted, and exits with 130', async () => {
    const watched = join(folder, 'watched');
    await mkdir(watched);
    await writeFile(join(watched, 'first.md'), 'First.');
    const child = spawn(process.execPath, [program, 'sync', watched, '--watch', '--json'], {
      env: env(),
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    let printed = '';
    child.stdout.on('data', (data: Buffer) => (printed += data.toString()));
    await eventually(
      async () => printed,
      (text) => text.includes('"ready":1'),
      30_000,
    );

    await writeFile(join(watched, 'second.md'), 'Second.');
    await eventually(
      async () => linesOf(printed).length,
      (count) => count > 1,
      30_000,
    );
    child.kill('SIGINT');

    await expect(ended).resolves.toBe(130);
    expect(linesOf(printed)).toMatchObject([{ uploaded: 1 }, { uploaded: 1, same: 1 }]);
  }, 60_000);
});

describe('knowledge-router mcp', () => {
  it.each(['legacy', 'auto'] as const)(
    'serves a client of the %s era on stdin and stdout with the same features as /mcp',
    async (era) => {
      const client = new Client(
        { name: 'test', version: '1.0.0' },
        { versionNegotiation: { mode: era } },
      );
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [program, 'mcp'],
          env: variables,
        }),
      );

      const { tools } = await client.listTools();
      const found = await client.callTool({ name: 'search', arguments: { query: QUESTION } });
      const { contents } = await client.readResource({
        uri: `knowledge-router://documents/${documentId}`,
      });
      const unknown = client.callTool({ name: 'unknown', arguments: {} });

      await expect(unknown).rejects.toThrow('unknown');
      expect(tools.map(({ name }) => name).sort()).toEqual([
        'ask',
        'fetch',
        'list_assistants',
        'list_collections',
        'list_documents',
        'search',
      ]);
      expect(found.structuredContent).toMatchObject({ results: [{ id: expect.any(String) }] });
      expect(contents).toHaveLength(1);
      await client.close();
    },
    60_000,
  );

  it('answers invalid messages, and requests that the server refuses, with errors of the protocol', async () => {
    const lines = ['no JSON', '{"jsonrpc":"2.0","id":7,"method":"tools/list"}'];

    const served = await runCommand(['mcp'], {
      variables: { ...variables, KNOWLEDGE_ROUTER_API_KEY: 'kr_wrong' },
      stdin: lines.join('\n'),
    });

    expect(linesOf(served.stdout)).toEqual([
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32_700 }) },
      { jsonrpc: '2.0', id: 7, error: expect.objectContaining({ code: -32_000 }) },
    ]);
    expect(served.exitCode).toBe(0);
  });
});
