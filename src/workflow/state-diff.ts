import { RouterAnnotation, type RouterState, type RouterUpdate } from './state.js';

type Change = { before: unknown; after: unknown };
export type StateChanges = Record<string, Change>;

/** What a node run changed, key by key, redacted. */
export const diffState = (state: RouterState, update: RouterUpdate): StateChanges => {
  const before: Record<string, unknown> = state;
  return Object.fromEntries(
    Object.entries(update).map(([key, changed]) => {
      const place = { key, depth: 0, isForeign: false };
      const change = {
        before: before[key] === undefined ? null : withoutContent(before[key], place),
        after: withoutContent(merge(key, before[key], changed), place),
      };
      return [key, change];
    }),
  );
};

/**
 * Fields whose text is a code, an id or a name of ours. Any other text is somebody's words, and an administrator who may read the
 * diff may not be allowed to read those: it is told by its length.
 */
const SHOWN_TEXTS: ReadonlySet<string> = new Set([
  'answerLanguage',
  'allowedTools',
  'chunkId',
  'citationStyle',
  'code',
  'decision',
  'documentId',
  'effect',
  'id',
  'indexLanguages',
  'kind',
  'language',
  'memoryId',
  'name',
  'node',
  'protocol',
  'queryComplexity',
  'queryIntent',
  'queryLanguage',
  'reason',
  'responseLanguage',
  'responseType',
  'role',
  'sessionId',
  'status',
  'stopReason',
  'then',
  'timezone',
  'toolCallId',
  'tools',
  'type',
  'verification',
  'workflowPath',
]);

/** What a model or a user filled in: a key of it may be named like one of ours. */
const FOREIGN: ReadonlySet<string> = new Set(['arguments', 'metadata', 'result']);
/** Within one of ours: how somebody is called, and not what. */
const PERSONAL: ReadonlySet<string> = new Set(['preferences.name']);

const MAX_ITEMS = 100;
const MAX_DEPTH = 8;

type Place = { key: string; depth: number; isForeign: boolean };

/** A value without anybody's words: numbers, flags, ids and codes stay, texts become their lengths. */
const withoutContent = (value: unknown, place: Place): unknown => {
  const { key, depth, isForeign } = place;
  if (typeof value === 'string') {
    const isShown = !isForeign && SHOWN_TEXTS.has(key);
    return isShown ? shorten(value) : `[${value.length} characters]`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (depth >= MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const shown = items
      .slice(0, MAX_ITEMS)
      .map((item) => withoutContent(item, { ...place, depth: depth + 1 }));
    return items.length > MAX_ITEMS ? [...shown, `[${items.length - MAX_ITEMS} more]`] : shown;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      withoutContent(item, {
        key: name,
        depth: depth + 1,
        isForeign: isForeign || FOREIGN.has(name) || PERSONAL.has(`${key}.${name}`),
      }),
    ]),
  );
};

const MAX_SHOWN_CHARS = 100;

const shorten = (text: string): string =>
  text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;

/** The graph's own rule for a key: an update replaces, or is added to what was there. */
const merge = (key: string, before: unknown, update: unknown): unknown => {
  const channels: Record<string, object> = RouterAnnotation.spec;
  const channel = channels[key];
  if (!channel || !('operator' in channel) || typeof channel.operator !== 'function') return update;
  const reduce = channel.operator as (earlier: unknown, later: unknown) => unknown;
  return before === undefined ? update : reduce(before, update);
};
