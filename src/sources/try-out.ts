import type { Readable } from 'node:stream';
import { isAppError } from '../shared/errors.js';
import { SourceFailed, type Check, type ListedItem, type OpenSource } from './kind.js';

/** What a source with these settings and credentials may do, found by trying: list, read, and find out who may read. */
export type Report = {
  /** True if a run would be able to list everything; single files may still fail. */
  canRun: boolean;
  checks: Check[];
  /** Example paths from the start of the listing that a run would make. */
  sample: string[];
};

const SAMPLE = 5;

/** Lists the first files of a source and reads one, as a run would, but changes nothing. Closes the source afterwards. */
export const tryOut = async (opened: OpenSource, signal: AbortSignal): Promise<Report> => {
  try {
    return await tryOpened(opened, signal);
  } finally {
    await opened.close?.();
  }
};

const tryOpened = async (opened: OpenSource, signal: AbortSignal): Promise<Report> => {
  const checks = await opened.test(signal);
  if (checks.some(({ ok }) => !ok)) return { canRun: false, checks, sample: [] };
  const first = await listFirst(opened, signal);
  if (first instanceof SourceFailed) {
    return { canRun: false, checks: [...checks, toFailed('list', first)], sample: [] };
  }
  const [item] = first;
  if (item === undefined) {
    const empty = { name: 'list', ok: true, message: 'There are no files yet.' };
    return { canRun: true, checks: [...checks, empty], sample: [] };
  }
  const found = { name: 'list', ok: true, message: 'Files are found.' };
  const read = await readOne(opened, item, signal);
  return {
    canRun: true,
    checks: [...checks, found, read, ofRights(first)],
    sample: first.slice(0, SAMPLE).map(({ path }) => path),
  };
};

const listFirst = async (
  opened: OpenSource,
  signal: AbortSignal,
): Promise<ListedItem[] | SourceFailed> => {
  const items: ListedItem[] = [];
  try {
    for await (const piece of opened.list(signal)) {
      items.push(...piece.items);
      if (items.length >= SAMPLE) break;
    }
    return items;
  } catch (error) {
    if (error instanceof SourceFailed) return error;
    throw error;
  }
};

const readOne = async (
  opened: OpenSource,
  item: ListedItem,
  signal: AbortSignal,
): Promise<Check> => {
  try {
    await readSome(await opened.read(item, signal));
    return { name: 'read', ok: true, message: 'Files can be read.' };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SourceFailed) return toFailed('read', error);
    if (!isAppError(error)) throw error;
    return { name: 'read', ok: false, message: `${item.path} cannot be read: ${error.message}` };
  }
};

/** A file counts as readable once its first piece has arrived. */
const readSome = async (content: Readable): Promise<void> => {
  try {
    for await (const piece of content) if (piece !== null) break;
  } finally {
    content.destroy();
  }
};

const toFailed = (name: string, { message }: SourceFailed): Check => ({
  name,
  ok: false,
  message,
});

/** Reports `rules` instead of `rights` if the kind has no rights. */
const ofRights = (items: readonly ListedItem[]): Check => {
  if (items.every(({ readers }) => readers === undefined)) {
    return { name: 'rules', ok: true, message: 'Your rules decide who may read these documents.' };
  }
  if (items.every(({ readers }) => readers !== null)) {
    return { name: 'rights', ok: true, message: 'The source says who may read each file.' };
  }
  const message = 'The source does not say who may read some files; only you would see those.';
  return { name: 'rights', ok: false, message };
};
