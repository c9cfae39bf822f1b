import { z } from 'zod';
import { CollectionId, DocumentId } from './ids.js';
import { wordIssue } from './word-issue.js';

/** The maximum nesting of a filter; a single comparison is 1. */
const MAX_FILTER_DEPTH = 4;
const MAX_FILTER_LEAVES = 32;
/** Maximum values of one `in` or `nin`. */
const MAX_FILTER_VALUES = 200;

const EQUALITIES = ['eq', 'ne', 'in', 'nin'] as const;
const ORDERS = ['gt', 'gte', 'lt', 'lte'] as const;

const Value = z.union([z.string().max(1000), z.number(), z.boolean()]);
export type FilterValue = z.infer<typeof Value>;

const uuid = z.uuid('must be an id').toLowerCase();
const time = z.iso.datetime({ offset: true, error: 'must be a time like 2026-11-26T00:00:00Z' });

type Field = { value: z.ZodType<FilterValue>; isOrdered: boolean };

/** The values that each key is compared with, and whether it supports `gt`, `gte`, `lt` and `lte`. */
const FIELDS: Readonly<Record<string, Field>> = {
  collectionId: { value: uuid, isOrdered: false },
  documentId: { value: uuid, isOrdered: false },
  owner: { value: uuid, isOrdered: false },
  title: { value: z.string().max(500), isOrdered: false },
  format: { value: z.string().regex(/^[a-z0-9]{1,20}$/, 'must be a format'), isOrdered: false },
  language: {
    value: z.string().regex(/^[a-z]{2,3}$/, 'must be a language code'),
    isOrdered: false,
  },
  createdAt: { value: time, isOrdered: true },
  updatedAt: { value: time, isOrdered: true },
};

const METADATA = /^metadata\.([^\p{Cc}]{1,64})$/u;

/** The NAME of a key `metadata.NAME`, else null. */
export const metadataNameOf = (key: string): string | null => METADATA.exec(key)?.[1] ?? null;

const Comparison = z
  .strictObject({
    type: z.enum([...EQUALITIES, ...ORDERS]),
    key: z
      .string()
      .max(100)
      .describe(`${Object.keys(FIELDS).join(', ')} or metadata.NAME`),
    value: z.union([Value, z.array(Value).min(1).max(MAX_FILTER_VALUES)]),
  })
  .superRefine(({ type, key, value }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const field = fieldOf(key);
    if (field === null) {
      refuse('key', `is not one of ${Object.keys(FIELDS).join(', ')}, metadata.NAME`);
      return;
    }
    const takesList = type === 'in' || type === 'nin';
    if (takesList !== Array.isArray(value)) {
      refuse('value', takesList ? `must be a list with ${type}` : `must be one value with ${type}`);
      return;
    }
    const isOrder = ORDERS.some((order) => order === type);
    if (isOrder && (!field.isOrdered || typeof value === 'boolean')) {
      refuse('type', `may not be ${type} with ${key}`);
      return;
    }
    // A list over its limit has already been refused, so it is not checked to its end.
    for (const one of [value].flat().slice(0, MAX_FILTER_VALUES)) {
      const checked = field.value.safeParse(one, { error: wordIssue });
      if (!checked.success) refuse('value', checked.error.issues[0]?.message ?? 'is not accepted');
    }
  })
  .meta({ id: 'DocumentComparison' });
export type DocumentComparison = z.infer<typeof Comparison>;

const fieldOf = (key: string): Field | null => {
  if (metadataNameOf(key) !== null) return { value: Value, isOrdered: true };
  return Object.hasOwn(FIELDS, key) ? (FIELDS[key] ?? null) : null;
};

export type DocumentFilter =
  DocumentComparison | { type: 'and' | 'or'; filters: readonly DocumentFilter[] };

const Node: z.ZodType<DocumentFilter> = z
  .union([
    z
      .strictObject({
        type: z.enum(['and', 'or']),
        get filters() {
          return z.array(Node).min(1).max(MAX_FILTER_LEAVES);
        },
      })
      .meta({ id: 'DocumentFilterGroup' }),
    Comparison,
  ])
  .meta({
    id: 'DocumentFilter',
    examples: [{ type: 'eq', key: 'metadata.year', value: 2026 }],
    description: `Picks documents: a comparison, or several under \`and\` or \`or\`; at most ${MAX_FILTER_DEPTH} deep and ${MAX_FILTER_LEAVES} comparisons. \`ne\` and \`nin\` hold also where the document has no such value.`,
  });

/** The one filter language for documents: in lists, searches, chats, assistants and keys. */
export const DocumentFilter = Node.superRefine((filter, context) => {
  if (depthOf(filter) > MAX_FILTER_DEPTH) {
    context.addIssue({ code: 'custom', message: `must be at most ${MAX_FILTER_DEPTH} deep` });
  }
  if (leavesOf(filter) > MAX_FILTER_LEAVES) {
    context.addIssue({
      code: 'custom',
      message: `must hold at most ${MAX_FILTER_LEAVES} comparisons`,
    });
  }
});

/**
 * The same filter with a short description for models, because the full schema is as long as those of five tools. It accepts nothing more.
 */
export const documentFilterOfModel = z
  .looseObject({ type: z.string() })
  .describe(
    'Only documents that this lets through: {"type":"eq","key":"metadata.year","value":2026}, type being eq, ne, in, nin, gt, gte, lt or lte and key collectionId, documentId, owner, title, format, language, createdAt, updatedAt or metadata.NAME; several as {"type":"and","filters":[…]} or "or".',
  )
  .transform((given): unknown => given)
  .pipe(DocumentFilter);

/** A filter that was validated on input, possibly combined with others. */
export const StoredDocumentFilter = Node;

const depthOf = (filter: DocumentFilter): number =>
  'filters' in filter ? 1 + Math.max(...filter.filters.map(depthOf)) : 1;

const leavesOf = (filter: DocumentFilter): number =>
  'filters' in filter ? filter.filters.reduce((sum, part) => sum + leavesOf(part), 0) : 1;

/** The filter as a few fields, all of which must match; accepted in searches for one more release. */
export const PlainFilter = z
  .strictObject({
    collectionIds: z.array(CollectionId).min(1).max(100).optional(),
    documentIds: z.array(DocumentId).max(100).optional(),
    metadata: z
      .record(z.string().min(1).max(64), Value)
      .refine((fields) => Object.keys(fields).length <= 20, {
        error: 'must have at most 20 entries',
      })
      .optional(),
    language: z
      .string()
      .regex(/^[a-z]{2}$/)
      .optional(),
  })
  .meta({ id: 'PlainDocumentFilter' });
export type PlainFilter = z.infer<typeof PlainFilter>;

/** Translates a few plain fields into the filter language; null if they set no condition. */
export const fromPlain = ({
  collectionIds,
  documentIds,
  metadata = {},
  language,
}: PlainFilter): DocumentFilter | null =>
  allOf(
    collectionIds && { type: 'in', key: 'collectionId', value: [...collectionIds] },
    documentIds && { type: 'in', key: 'documentId', value: [...documentIds] },
    language === undefined ? null : { type: 'eq', key: 'language', value: language },
    ...Object.entries(metadata).map(([name, value]): DocumentFilter => ({
      type: 'eq',
      key: `metadata.${name}`,
      value,
    })),
  );

/** All of these must match; null if none is given. Combined, validated parts may be nested deeper than one request may be. */
export const allOf = (
  ...filters: readonly (DocumentFilter | null | undefined)[]
): DocumentFilter | null => {
  const [first, ...others] = filters.filter((filter) => filter !== null && filter !== undefined);
  if (first === undefined) return null;
  return others.length === 0 ? first : { type: 'and', filters: [first, ...others] };
};

/** The collections to at least one of which every matching document belongs; null if the filter does not require any. */
export const collectionsOf = (filter: DocumentFilter): readonly string[] | null => {
  if (!('filters' in filter)) {
    const { type, key, value } = filter;
    const asks = key === 'collectionId' && (type === 'eq' || type === 'in');
    return asks ? [value].flat().map(String) : null;
  }
  const parts = filter.filters.map(collectionsOf);
  const asked = parts.filter((part) => part !== null);
  const isAsked = filter.type === 'and' ? asked.length > 0 : asked.length === parts.length;
  return isAsked ? asked.flat() : null;
};

/** Every collection that the filter names, in whatever role. */
export const namedCollections = (filter: DocumentFilter): ReadonlySet<string> => {
  if ('filters' in filter) {
    return new Set(filter.filters.flatMap((part) => [...namedCollections(part)]));
  }
  return new Set(filter.key === 'collectionId' ? [filter.value].flat().map(String) : []);
};
