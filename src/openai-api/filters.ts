import { z } from 'zod';
import { parsePart } from '../http/index.js';
import { DocumentFilter } from '../shared/document-filter.js';

type Attribute = string | number | boolean;

/** A filter in OpenAI's notation, in which a key is an attribute of a file. */
type AttributeFilter =
  | { type: string; key: string; value: Attribute | Attribute[] }
  | { type: 'and' | 'or'; filters: AttributeFilter[] };

const Value = z.union([z.string(), z.number(), z.boolean()]);

export const AttributeFilter: z.ZodType<AttributeFilter> = z
  .union([
    z
      .strictObject({
        type: z.enum(['and', 'or']),
        get filters() {
          return z.array(AttributeFilter).min(1).max(32);
        },
      })
      // Client generators can follow a recursive schema only through names.
      .meta({ id: 'OpenAiFilterGroup' }),
    z.strictObject({
      type: z.string().max(10),
      key: z.string().min(1).max(80),
      value: z.union([Value, z.array(Value).max(200)]),
    }),
  ])
  .meta({ id: 'OpenAiFilter' });

const OWN_KEY =
  /^(?:collectionId|documentId|title|format|language|createdAt|updatedAt|owner|metadata\..*)$/;

/** The same in our filter language: attributes are a document's metadata, our own keys keep their meaning. */
export const toDocumentFilter = (filter: AttributeFilter): DocumentFilter =>
  parsePart(DocumentFilter, rename(filter));

const rename = (filter: AttributeFilter): unknown =>
  'filters' in filter
    ? { ...filter, filters: filter.filters.map(rename) }
    : { ...filter, key: OWN_KEY.test(filter.key) ? filter.key : `metadata.${filter.key}` };
