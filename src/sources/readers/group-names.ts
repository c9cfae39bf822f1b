import { fieldsRefused, type FieldError } from '../../shared/errors.js';
import type { ScopedRepositories } from '../database.js';
import type { ItemRecord, SourceRecord, VisibilityRule } from '../schema.js';

const GROUP = 'group:';
const KEY = 'key:';

type Groups = Pick<ScopedRepositories, 'groups'>;
type Readers = { visibility?: string | undefined; rules?: VisibilityRule[] | undefined };

/**
 * Replaces group names in the given readers by group keys, so that a renamed group stays the same group. An unknown group is
 * `validation_failed`.
 */
export const keyGroups = async <Given extends Readers>(
  { groups }: Groups,
  { visibility, rules }: Given,
): Promise<Pick<Given, 'visibility' | 'rules'>> => {
  const named = [visibility ?? '', ...(rules ?? []).flatMap(namesIn)].filter(isGroup);
  const keys = await groups.keysOf([...new Set(named.map((one) => one.slice(GROUP.length)))]);
  const refused: FieldError[] = [];
  const toKey = (one: string, { path, as }: { path: string; as: string }): string => {
    if (!isGroup(one)) return one;
    const key = keys.get(one.slice(GROUP.length));
    if (key !== undefined) return `${as}${key}`;
    refused.push({
      path,
      message: `names a group that does not exist: ${one.slice(GROUP.length)}`,
    });
    return one;
  };
  const keyed = {
    visibility: visibility && toKey(visibility, { path: 'visibility', as: GROUP }),
    rules: rules?.map((rule, at) =>
      changeRule(rule, {
        visibility: (one) => toKey(one, { path: `rules.${at}.visibility`, as: GROUP }),
        reader: (one) => toKey(toLowerAddress(one), { path: `rules.${at}.readers`, as: KEY }),
      }),
    ),
  };
  if (refused.length > 0) throw fieldsRefused(refused);
  return keyed;
};

/** Replaces group keys in the sources by current group names; a deleted group grants nothing, like `private`. */
export const nameGroups = async (
  { groups }: Groups,
  records: readonly SourceRecord[],
): Promise<SourceRecord[]> => {
  const kept = records.flatMap(({ visibility, rules }) => [visibility, ...rules.flatMap(namesIn)]);
  const names = await groups.namesOf([...new Set(kept.flatMap((one) => keyIn(one) ?? []))]);
  const toName = (one: string): string => named(names, one) ?? 'private';
  return records.map((record) => ({
    ...record,
    visibility: toName(record.visibility),
    rules: record.rules.map((rule) =>
      changeRule(rule, { visibility: toName, reader: (one) => named(names, one) }),
    ),
  }));
};

/** Shows the visibility of items in the same form as that of documents. */
export const shownVisibility = async (
  { groups }: Groups,
  items: readonly ItemRecord[],
): Promise<ItemRecord[]> => {
  const keys = items.flatMap(({ visibility }) => keyIn(visibility) ?? []);
  const names = await groups.namesOf([...new Set(keys)]);
  return items.map((item) => ({
    ...item,
    visibility: item.visibility.startsWith(`${GROUP}~`)
      ? 'source'
      : (named(names, item.visibility) ?? 'private'),
  }));
};

const named = (names: ReadonlyMap<string, string>, one: string): string | null => {
  const key = keyIn(one);
  if (key === null) return one;
  const name = names.get(key);
  return name === undefined ? null : `${GROUP}${name}`;
};

const isGroup = (one: string): boolean => one.startsWith(GROUP);

const keyIn = (one: string): string | null =>
  /^(?:group|key):(?<key>.*)$/su.exec(one)?.groups?.['key'] ?? null;

const namesIn = ({ visibility, readers }: VisibilityRule): string[] => [
  ...(visibility === undefined ? [] : [visibility]),
  ...(readers ?? []),
];

type Change = { visibility: (one: string) => string; reader: (one: string) => string | null };

const changeRule = (
  { path, visibility, readers }: VisibilityRule,
  change: Change,
): VisibilityRule => {
  if (readers !== undefined) {
    return { path, readers: readers.flatMap((one) => change.reader(one) ?? []) };
  }
  return visibility === undefined ? { path } : { path, visibility: change.visibility(visibility) };
};

const toLowerAddress = (one: string): string =>
  one.startsWith('email:') ? one.replace(/[A-Z]+/gu, (letters) => letters.toLowerCase()) : one;
