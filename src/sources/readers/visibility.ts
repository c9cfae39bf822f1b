import { createHash } from 'node:crypto';
import type { SourceId } from '../../shared/ids.js';
import { isWithin, type ListedItem } from '../kind.js';
import type { SourceRecord } from '../schema.js';

/** A set of principals under the key that is made of them, so that equal sets are one. */
export type ReaderSet = { key: string; principals: readonly string[] };

/** Who reads an item: an audience as documents hold it, with the set of readers that it names. */
export type ItemReaders = { audience: string; set: ReaderSet | null };

/** The most principals of one set; more than that is no set that somebody keeps by hand. */
const MAX_PRINCIPALS = 5000;
const MAX_CHARS = 500;

/**
 * Who reads an item: whom its source names or, of a kind without rights, the longest rule that its path begins with at the borders of
 * its folders; without one, the source's visibility. Rights that are unknown, empty or without end are the owner's alone.
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
  // No name of a group has a tilde, and no key of one.
  const key = `~${digest.slice(0, KEY_CHARS)}`;
  return { audience: `group:${key}`, set: { key, principals } };
};

/** 96 bits: two sets that get one key by chance are not to be expected. */
const KEY_CHARS = 16;

const PRINCIPAL = /^(?<kind>email|subject|group|member-of):(?<name>[^\p{Cc}\p{Zl}\p{Zp}]+)$/u;

/** A principal of a kind as it is kept; null for what grants nothing to anybody. Groups of a source are that source's alone. */
export const toPrincipal = (sourceId: SourceId, given: string): string | null => {
  if (given.length > MAX_CHARS) return null;
  const { kind, name = '' } = PRINCIPAL.exec(given)?.groups ?? {};
  if (kind === undefined) return null;
  if (kind === 'member-of') return `source:${sourceId}/${name}`;
  return kind === 'email' ? `email:${toLowerAscii(name)}` : given;
};

/** As the database compares addresses, whatever its locale. */
const toLowerAscii = (text: string): string =>
  text.replace(/[A-Z]+/gu, (letters) => letters.toLowerCase());
