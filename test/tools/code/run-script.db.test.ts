import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createSandbox } from '../../../src/platform/isolated/sandbox/sandbox.js';
import { isAppError } from '../../../src/shared/errors.js';
import type { UserScope } from '../../../src/shared/scope.js';
import { runPython } from '../../../src/tools/code/run-python.js';
import { runShell } from '../../../src/tools/code/run-shell.js';
import type { ToolResult } from '../../../src/tools/tool.js';
import { CONTEXT, createToolDeps } from '../../support/tool-deps.js';
import { openTestWorkspace, type TestWorkspace } from '../../support/workspace.js';

const sandbox = createSandbox({ atOnce: 2, memoryMb: 128 });
let house: TestWorkspace;
let user: UserScope;

beforeAll(async () => {
  house = await openTestWorkspace();
});
afterAll(async () => {
  await sandbox.close();
  await house.close();
});
beforeEach(async () => {
  user = (await house.test.tenant()).member;
});

const NEVER = new AbortController().signal;

type As = { scope?: UserScope; signal?: AbortSignal; limits?: { files?: number } };

const call = (
  tool: typeof runPython,
  given: unknown,
  { scope = user, signal = NEVER, limits = {} }: As,
): Promise<ToolResult> => {
  const { workspace } = house.open({ limits });
  const deps = createToolDeps({ sandbox, workspace });
  return tool
    .create(deps, { timeoutMs: 25_000, settings: {} })!
    .run(given, { ...CONTEXT, scope, signal });
};
const python = (code: string, as: As = {}) => call(runPython, { code }, as);
const shell = (command: string, as: As = {}) => call(runShell, { command }, as);

const textOf = ({ evidence }: ToolResult): string =>
  evidence.map((item) => (item.kind === 'value' ? item.text : '')).join('\n');
const put = (name: string, content: string, scope = user) =>
  house.workspace.write(scope, name, { bytes: Buffer.from(content), mode: 'either' });
const read = async (name: string) => Buffer.from(await house.workspace.read(user, name)).toString();
const names = async (scope = user) =>
  (await house.workspace.list(scope)).map(({ name }) => name).sort();

describe('a script that runs in the workspace', () => {
  it("reads its user's files, and the files that it writes are kept and named", async () => {
    await put('in/sales.csv', 'item,amount\na,1\nb,41\n');

    const result = await python(
      'import csv\nrows = csv.DictReader(open("in/sales.csv"))\ntotal = sum(int(row["amount"]) for row in rows)\nprint("total", total)\nopen("total.txt", "w").write(str(total))',
    );

    expect(textOf(result)).toBe('Exit code: 0\nOutput:\ntotal 42\nFiles written: total.txt');
    expect(result.files).toEqual([{ name: 'total.txt', url: '/v1/files/total.txt' }]);
    expect(result.summary).toBe('exit code 0, 1 files written, 0 removed');
    expect(await read('total.txt')).toBe('42');
    expect(await read('in/sales.csv')).toContain('b,41');
  });

  it('changes and removes files', async () => {
    await put('a.txt', 'one');
    await put('b.txt', 'two');

    const result = await shell('tr a-z A-Z < a.txt > c.txt; rm b.txt; printf three > a.txt');

    expect(await names()).toEqual(['a.txt', 'c.txt']);
    expect([await read('a.txt'), await read('c.txt')]).toEqual(['three', 'ONE']);
    expect(textOf(result)).toContain('Files removed: b.txt');
  });

  it('returns its error as its result', async () => {
    const result = await python('print(1)\nraise ValueError("no")');

    expect(textOf(result)).toMatch(/^Exit code: 1\nOutput:\n1\nError output:\n[^]*ValueError: no$/);
  });

  it('shows no control characters that a terminal would obey', async () => {
    const result = await python(
      'print("a\\x1b[31mred\\x1b[0m\\x07b\\x00c\\u202ed\\x1b]0;title\\x07e")',
    );

    expect(textOf(result)).toContain('Output:\naredbcde');
  });

  it('sees no files of other users or other tenants', async () => {
    const tenant = await house.test.tenant();
    const stranger = (await house.test.tenant()).member;
    await put('secret.txt', 'of the admin', tenant.admin);
    await put('secret.txt', 'of a stranger', stranger);

    const result = await shell('ls -laR / ; cat secret.txt ../*/secret.txt', {
      scope: tenant.member,
    });

    expect(textOf(result)).not.toMatch(/of the admin|of a stranger/);
    expect(await names(tenant.admin)).toEqual(['secret.txt']);
  });

  it('leaves nothing for another user: no file, no variable, no module', async () => {
    const other = (await house.test.tenant()).member;
    await python('import builtins, json\nbuiltins.secret = json.secret = 1\nopen("mine", "w")');

    const result = await python(
      'import builtins, json, os\nprint(hasattr(builtins, "secret"), hasattr(json, "secret"), os.listdir())',
      { scope: other },
    );

    expect(textOf(result)).toContain('False False []');
  });

  it('cannot keep a file with an invalid name, and is told why', async () => {
    const result = await shell(
      'echo x > "../../x"; echo x > "a\\\\b"; echo x > "%2e%2e%2fx"; echo x > "$(printf "a\\tb")"; echo x > .hidden; echo x > ok',
    );

    expect(await names()).toEqual(['ok']);
    expect(textOf(result).match(/was not kept: The name/g)).toHaveLength(4);
  });

  it('keeps as many files as the quota allows, and reports those that it could not keep', async () => {
    const result = await shell('echo 1 > a; echo 2 > b; echo 3 > c', { limits: { files: 2 } });

    expect(await names()).toHaveLength(2);
    expect(textOf(result)).toMatch(/"c" was not kept: .*2 files/);
    expect(result.files).toHaveLength(2);
  });

  it('changes nothing once the call has been cancelled', async () => {
    const given = new AbortController();
    const run = python('open("late", "w").write("x")\nwhile True: pass', { signal: given.signal });
    given.abort(new Error('gone'));

    await expect(run).rejects.toThrow('gone');
    expect(await names()).toEqual([]);
  });

  it('keeps nothing if it is cancelled while its files are written', async () => {
    const given = new AbortController();
    const { workspace } = house;
    const deps = createToolDeps({
      sandbox,
      workspace: {
        ...workspace,
        write: (scope, name, written) => {
          given.abort(new Error('gone'));
          return workspace.write(scope, name, written);
        },
      },
    });
    const tool = runShell.create(deps, { timeoutMs: 25_000, settings: {} })!;

    const run = tool.run(
      { command: 'echo 1 > a; echo 2 > b' },
      { ...CONTEXT, scope: user, signal: given.signal },
    );

    await expect(run).rejects.toMatchObject({ message: expect.any(String) });
    expect(await names()).toEqual([]);
  });

  it('keeps nothing if it was stopped', async () => {
    const result = await call(
      runPython,
      { code: 'open("x", "w").write("x")\nwhile True: pass', timeoutSec: 3 },
      {},
    );

    expect(textOf(result)).toContain('It was stopped after 3 s, and no file was kept.');
    expect(await names()).toEqual([]);
  });

  it("does not delay another tenant's scripts if it loops", async () => {
    const given = new AbortController();
    const stranger = (await house.test.tenant()).member;
    const loops = [1, 2, 3].map(() =>
      python('while True: pass', { signal: given.signal }).catch((error: unknown) =>
        isAppError(error) ? error.code : String(error),
      ),
    );
    const waiting = shell('echo served', { scope: stranger });
    // Two loops run and one waits; the first that ends makes room for the stranger, not for the third loop.
    given.abort(new Error('gone'));

    expect(textOf(await waiting)).toContain('served');
    expect(await Promise.all(loops)).toEqual(['Error: gone', 'Error: gone', 'Error: gone']);
  });
});
