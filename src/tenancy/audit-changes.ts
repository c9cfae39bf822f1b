import { z } from 'zod';
import type { TenantPolicy } from './schema.js';

const ChangedValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();
type ChangedValue = z.infer<typeof ChangedValue>;

/**
 * A field with its value before and after. Only roles, states, switches, numbers and groups (by key): an entry outlives its subject, so it
 * must not contain text written by anyone.
 */
export const AuditChange = z
  .object({ field: z.string(), before: ChangedValue, after: ChangedValue })
  .meta({ id: 'AuditChange' });
export type AuditChange = z.infer<typeof AuditChange>;

type Fields = Readonly<Record<string, ChangedValue>>;

/** The fields that differ; a missing one is null on that side. */
export const changesBetween = (before: Fields, after: Fields): AuditChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));

/** A policy as fields: each switch, tool and quota separately. */
export const fieldsOfPolicy = ({
  tools,
  quotas,
  retention,
  ...switches
}: TenantPolicy): Fields => ({
  ...switches,
  ...underName('tools', tools),
  ...underName('quotas', quotas),
  ...underName('retention', retention),
});

export const underName = (name: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${name}.${field}`, value]));

const GROUP = 'group:';

/** The keys of the groups that changes mention. */
export const groupKeysIn = (changes: readonly AuditChange[]): string[] =>
  changes.flatMap(({ field, before, after }) =>
    [before, after].flatMap((value) => {
      if (field === 'groups' && Array.isArray(value)) return value;
      const isGroup =
        field === 'visibility' && typeof value === 'string' && value.startsWith(GROUP);
      return isGroup ? [value.slice(GROUP.length)] : [];
    }),
  );

/** The changes with groups by name; a deleted group keeps its key. */
export const withGroupNames = (
  changes: readonly AuditChange[],
  names: ReadonlyMap<string, string>,
): AuditChange[] => {
  const named = (key: string): string => names.get(key) ?? key;
  const replace = (field: string, value: ChangedValue): ChangedValue => {
    if (field === 'groups' && Array.isArray(value)) return value.map(named);
    const isGroup = field === 'visibility' && typeof value === 'string' && value.startsWith(GROUP);
    return isGroup ? `${GROUP}${named(value.slice(GROUP.length))}` : value;
  };
  return changes.map(({ field, before, after }) => ({
    field,
    before: replace(field, before),
    after: replace(field, after),
  }));
};
