import { createHash } from 'node:crypto';
import type { SourceId } from '../../shared/ids.js';
import { isWithin, type ListedItem } from '../kind.js';
import type { SourceRecord } from '../schema.js';

/** A set of principals with a key derived from them, so that equal sets are stored once. */
export type ReaderSet = { key: string; principals: readonly string[] };

/** Who reads an item: an audience as stored with documents, and the set of readers that it names. */
export type ItemReaders = { audience: string; set: ReaderSet | null };

/** The maximum number of principals in one set; nobody maintains a larger set by hand. */
const MAX_PRINCIPALS = 5000;
const MAX_CHARS = 500;

/**
 * Determines who reads an item: the readers that its source names. If the kind has no rights, the longest matching path rule decides,
 * compared folder by folder, and without a rule the visibility of the source. If rights are unknown, empty or too large, only the owner
 * reads the item.
 */
export const readersOf = (
  source: Pick<SourceRecord, 'id' | 'visibility' | 'rules'>,
  { path, readers }: Pick<ListedItem, 'path' | 'readers'>,
): ItemReaders => {
  if (readers?.includes('everyone') === true) return { audience: 'tenant', set: null };
  if (readers !== undefined) {
    return toReaders((readers ?? []).flatMap((one) => toPrincipal(source.id, one) ?? []));
  }
  const matching = source.rules.filter((rule) => isWithin(rule.path, path));
  const [longest] = matching.toSorted((one, other) => other.path.length - one.path.length);
  if (longest?.readers !== undefined) return toReaders(longest.readers);
  return { audience: longest?.visibility ?? source.visibility, set: null };
};

const toReaders = (given: readonly string[]): ItemReaders => {
  const principals = [...new Set(given)].sort();
  if (principals.length === 0 || principals.length > MAX_PRINCIPALS) {
    return { audience: 'private', set: null };
  }
  const digest = createHash('sha256').update(principals.join('\n')).digest('base64url');
  // The names and keys of groups never contain a tilde.
  const key = `~${digest.slice(0, KEY_CHARS)}`;
  return { audience: `group:${key}`, set: { key, principals } };
};

/** 96 bits, so that two sets do not get the same key by chance. */
const KEY_CHARS = 16;

const PRINCIPAL = /^(?<kind>email|subject|group|member-of):(?<name>[^\p{Cc}\p{Zl}\p{Zp}]+)$/u;

/**
 * Converts a principal to its stored form; null if it grants nothing to anyone. Groups that are defined in a source belong to that source
 * only.
 */
export const toPrincipal = (sourceId: SourceId, given: string): string | null => {
  if (given.length > MAX_CHARS) return null;
  const { kind, name = '' } = PRINCIPAL.exec(given)?.groups ?? {};
  if (kind === undefined) return null;
  if (kind === 'member-of') return `source:${sourceId}/${name}`;
  return kind === 'email' ? `email:${toLowerAscii(name)}` : given;
};

/** Lower-cases an address in the way that the database compares addresses, whatever its locale. */
const toLowerAscii = (text: string): string =>
  text.replace(/[A-Z]+/gu, (letters) => letters.toLowerCase());
