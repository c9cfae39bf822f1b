import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '../../src/platform/database/create-database.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/start-embedded-postgres.js';
import type { FileStore, ScopedFiles } from '../../src/platform/files/file-store.js';
import { createFolderFileStore } from '../../src/platform/files/folder-file-store.js';
import { repositories } from '../../src/compose/repositories.js';
import { AppError, type ErrorCode } from '../../src/shared/errors.js';
import type { UserScope } from '../../src/shared/scope.js';
import { createWorkspace, toFileUrl, type Workspace } from '../../src/workspace/index.js';
import { MIGRATIONS_FOLDER } from '../../test/support/database.js';
import { createTestTenant } from '../../test/support/tenant.js';
import { hostileArguments } from './service-cases.js';
import type { ToolBench, ToolCase } from './tool-bench.js';

/** Small, so that a case can fill it. */
const LIMITS = { files: 60, bytes: 3_000_000, bytesPerFile: 1_000_000 };

type Contents = Readonly<Record<string, string | Uint8Array>>;

/** Puts files in place for the cases, and looks at them afterwards. */
export type WorkspaceHouse = {
  /** The workspace holds these files and no others. */
  holds: (contents: Contents) => () => Promise<void>;
  /** Does what `holds` does, and then something goes wrong. */
  breaks: (contents: Contents, fault: Fault) => () => Promise<void>;
  /** Says what is wrong where the file does not have this content; null where it does. */
  find: (name: string, content: string) => Promise<string | null>;
};

type Fault = 'database_away' | 'store_away' | 'store_full' | 'file_lost' | 'store_hangs';

type Bench = {
  tool: string;
  call: Record<string, unknown>;
  cases: (house: WorkspaceHouse) => readonly ToolCase[];
};

/** A tool on a workspace of its own user in a real database and a real folder, with arguments that no tool takes. */
export const createWorkspaceBench = ({ tool, call, cases }: Bench): ToolBench => ({
  tool,
  open: async () => {
    const opened = await openWorkspace();
    const prepare = opened.house.holds({});
    return {
      deps: { workspace: opened.workspace },
      cases: [...hostileArguments(call), ...cases(opened.house)].map((toolCase) => ({
        prepare,
        ...toolCase,
      })),
      close: opened.close,
    };
  },
});

const openWorkspace = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kr-bench-workspace-'));
  const embedded = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    durability: 'off',
  });
  const database = await createDatabase({
    ...embedded,
    repositories,
    migrationsFolder: MIGRATIONS_FOLDER,
    poolSize: 4,
  });
  const user = (await createTestTenant(database)).member;
  const faults = createFaults(createFolderFileStore({ root: join(folder, 'files') }), database);
  const { workspace } = createWorkspace({ ...faults, limits: LIMITS });
  const house = createHouse(workspace, { user, setFault: faults.set });
  return {
    workspace: boundTo(workspace, user),
    house,
    close: async () => {
      await database.close();
      await embedded.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** The bench calls as nobody that a database knows. */
const boundTo = (workspace: Workspace, user: UserScope): Workspace => ({
  list: () => workspace.list(user),
  read: (_scope, name) => workspace.read(user, name),
  write: (_scope, name, written) => workspace.write(user, name, written),
  append: (_scope, name, added) => workspace.append(user, name, added),
  remove: (_scope, name) => workspace.remove(user, name),
});

type Database = Parameters<typeof createWorkspace>[0]['database'];

const createFaults = (files: FileStore, database: Database) => {
  let fault: Fault | null = null;
  const failure = (code: ErrorCode, message: string) => Promise.reject(new AppError(code, message));
  const broken: Partial<Record<Fault, () => Promise<never>>> = {
    store_away: () => failure('storage_unavailable', 'S3 cannot be reached at the moment.'),
    store_full: () => failure('insufficient_storage', 'There is no space left for files.'),
    file_lost: () => failure('file_missing', 'The file is missing.'),
    store_hangs: () => new Promise<never>(() => undefined),
  };
  const faulty = (): (() => Promise<never>) | undefined => (fault ? broken[fault] : undefined);
  const store: FileStore = {
    ...files,
    for: (scope): ScopedFiles => {
      const own = files.for(scope);
      return {
        ...own,
        read: (key) => faulty()?.() ?? own.read(key),
        write: (source, options) => faulty()?.() ?? own.write(source, options),
      };
    },
  };
  return {
    files: store,
    database: {
      ...database,
      withScope: (scope, work) =>
        fault === 'database_away'
          ? failure('storage_unavailable', 'The database cannot be reached at the moment.')
          : database.withScope(scope, work),
    } satisfies Database,
    set: (next: Fault | null) => {
      fault = next;
    },
  };
};

type Person = { user: UserScope; setFault: (fault: Fault | null) => void };

const createHouse = (workspace: Workspace, { user, setFault }: Person): WorkspaceHouse => {
  const holds: WorkspaceHouse['holds'] = (contents) => async () => {
    setFault(null);
    for (const { name } of await workspace.list(user)) await workspace.remove(user, name);
    for (const [name, content] of Object.entries(contents)) {
      await workspace.write(user, name, { bytes: Buffer.from(content), mode: 'create' });
    }
  };
  return {
    holds,
    breaks: (contents, fault) => async () => {
      await holds(contents)();
      setFault(fault);
    },
    find: async (name, content) => {
      const found = Buffer.from(await workspace.read(user, name)).toString();
      return found === content ? null : `${name} holds ${JSON.stringify(found.slice(0, 100))}`;
    },
  };
};

export const refused = (
  name: string,
  given: unknown,
  { code = 'invalid_arguments', message = /./ }: { code?: ErrorCode; message?: RegExp } = {},
): ToolCase => ({ name, arguments: given, expected: { code, message } });

/** Paths that would lead out, and names that are not what they look like: for a tool that takes a name beside other arguments. */
export const hostileNames = (others: Record<string, unknown>): ToolCase[] =>
  [
    '',
    '.',
    '..',
    '../secret',
    'a/../../secret',
    '/etc/passwd',
    '/proc/self/environ',
    '~/../secret',
    '..\\secret',
    'C:\\boot.ini',
    'a\0.txt',
    'a\r\nb',
    '%2e%2e%2fsecret',
    '%252e%252e%252fsecret',
    '\uff0e\uff0e/secret',
    '\u2025/secret',
    'a\uff0fb',
    'a\u200bb',
    'a\u202efdp.exe',
    '.hidden',
    'a.',
    'a ',
    'a//b',
    'out/',
    'file:///etc/passwd',
    'x'.repeat(201),
  ].map((name) => refused(`the name ${JSON.stringify(name.slice(0, 30))}`, { name, ...others }));

/** Enough for what does not hang. */
const SHORT_MS = 300;

/** Cases that every call may meet: the parts that files lie in are away, full, or do not answer. */
export const faultCases = (
  house: WorkspaceHouse,
  call: Record<string, unknown>,
  { contents = {}, isWriting }: { contents?: Contents; isWriting: boolean },
): ToolCase[] => {
  const broken = (fault: Fault, code: ErrorCode, message: RegExp): ToolCase => ({
    ...refused(`while it is so: ${fault}`, call, { code, message }),
    prepare: house.breaks(contents, fault),
    ...(fault === 'store_hangs' && { leftMs: SHORT_MS }),
  });
  return [
    broken('database_away', 'storage_unavailable', /database cannot be reached/),
    broken('store_away', 'storage_unavailable', /S3 cannot be reached/),
    isWriting
      ? broken('store_full', 'insufficient_storage', /no space/)
      : broken('file_lost', 'file_missing', /missing/),
    broken('store_hangs', 'tool_timeout', /too long/),
  ];
};

/** The file is named for the answer, and holds what it should. */
export const writes =
  (house: WorkspaceHouse, name: string, content: string) =>
  async ({ files = [] }: { files?: readonly { name: string; url: string }[] }) => {
    const isNamed =
      files.length === 1 && files[0]?.name === name && files[0].url === toFileUrl(name);
    return isNamed ? house.find(name, content) : `names ${JSON.stringify(files)}`;
  };
