import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { FileReply } from '../http/index.js';
import type { Database } from '../platform/database/database.js';
import type { Limits } from '../platform/limits/limits.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { isAppError } from '../shared/errors.js';
import type { SessionId } from '../shared/ids.js';
import { eachItem, type Page, type PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import type { AuditRepository } from '../tenancy/index.js';
import { takeExportPlace } from './export-place.js';
import { addToZip, toReadable, type Writing } from './stream-zip.js';

type List<Item> = (scope: UserScope, page: PageRequest) => Promise<Page<Item>>;

type Deps = {
  database: Pick<Database<{ audit: Pick<AuditRepository, 'append'> }>, 'withScope'>;
  sessions: {
    list: List<{ id: SessionId }>;
    messages: (
      scope: UserScope,
      id: SessionId,
      page: PageRequest & { through: 'all' },
    ) => Promise<Page<object>>;
  };
  memories: { list: List<object> };
  workspaceFiles: {
    page: List<{ name: string }>;
    open: (scope: UserScope, name: string) => Promise<{ content: Readable }>;
  };
  limits: Pick<Limits, 'occupy' | 'take'>;
  logger: Pick<Logger, 'warn'>;
  now: () => Date;
};

/** An archive of a person's own data, as far as their credential allows; rejects while another of theirs is being created or downloaded. */
export type ExportOwnData = (scope: UserScope) => Promise<FileReply['file']>;

/** Conversations, memories and files, read page by page as the client downloads them, so nothing is buffered ahead. */
export const createExportOwnData =
  (deps: Deps): ExportOwnData =>
  async (scope) => {
    const leave = await takeExportPlace(deps.limits, {
      key: `own-exports/${scope.tenantId}/${scope.userId}`,
      underWay: 'Your data is already being exported: wait until it has ended.',
      tooOften: 'Your data can be exported once a minute.',
    });
    try {
      await deps.database.withScope(scope, (tx) =>
        tx.audit.append({ actorId: scope.userId, action: 'user.export', subjectId: scope.userId }),
      );
    } catch (error) {
      await leave();
      throw error;
    }
    const zip = new ZipFile();
    const content = toReadable(zip.outputStream);
    const gone = new AbortController();
    content.once('close', () => {
      gone.abort();
      void leave().catch(() => undefined);
    });
    zip.once('error', (error: Error) => content.destroy(error));
    write(deps, scope, { zip, gone: gone.signal }).catch((error: unknown) => {
      if (!gone.signal.aborted) deps.logger.warn({ err: error }, 'An export of own data broke off');
      content.destroy(error instanceof Error ? error : new Error('The archive was cut off.'));
    });
    const filename = `my-data-${deps.now().toISOString().slice(0, 10)}.zip`;
    return { content, filename, mimeType: 'application/zip', sizeBytes: null };
  };

const write = async (deps: Deps, scope: UserScope, writing: Writing): Promise<void> => {
  const { sessions, memories, workspaceFiles, now } = deps;
  const may = (permission: 'chat' | 'memories') => scope.permissions.includes(permission);
  const addLines = (name: string, items: AsyncIterable<object>) =>
    addToZip(writing, name, Readable.from(toLines(items)), { compress: true });
  const missing: string[] = [];
  if (may('chat')) {
    const all = () => eachItem((page) => sessions.list(scope, page));
    await addLines('conversations.jsonl', all());
    await addLines(
      'messages.jsonl',
      flatten(all(), ({ id }) =>
        eachItem((page) => sessions.messages(scope, id, { ...page, through: 'all' })),
      ),
    );
  }
  if (may('memories')) {
    await addLines(
      'memories.jsonl',
      eachItem((page) => memories.list(scope, page)),
    );
  }
  if (may('chat')) {
    for await (const { name } of eachItem((page) => workspaceFiles.page(scope, page))) {
      writing.gone.throwIfAborted();
      const opened = await workspaceFiles.open(scope, name).catch(toMissing);
      if (opened === null) missing.push(name);
      else await addToZip(writing, `files/${name}`, opened.content, { compress: false });
    }
  }
  const about = { exportedAt: now().toISOString(), userId: scope.userId, missingFiles: missing };
  writing.zip.addBuffer(Buffer.from(`${JSON.stringify(about, null, 2)}\n`), 'about.json');
  writing.zip.end();
};

/** Deleted meanwhile, or lost by the store: the rest is exported anyway. */
const toMissing = (error: unknown): null => {
  if (isAppError(error) && ['not_found', 'file_missing'].includes(error.code)) return null;
  throw error;
};

async function* flatten<Item, Part>(
  items: AsyncIterable<Item>,
  partsOf: (item: Item) => AsyncIterable<Part>,
): AsyncGenerator<Part> {
  for await (const item of items) yield* partsOf(item);
}

async function* toLines(items: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const item of items) yield `${JSON.stringify(item)}\n`;
}
