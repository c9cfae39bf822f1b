import { nameOf, operationsOf, schemasOf } from './schema.js';
import type { OpenApiDocument, Schema, Schemas } from './schema.js';

type Words = Readonly<Record<string, string>>;

/** Gives each response of the document an example: each field's own (`.meta({ examples })`), a word for its name, or a value that its schema allows. */
export const addExamples = (document: OpenApiDocument, words: Words): void => {
  const toExample = createToExample(schemasOf(document), words);
  for (const { responses } of operationsOf(document)) {
    for (const { content = {} } of Object.values(responses)) {
      for (const [type, media] of Object.entries(content)) {
        if (type === 'application/json') media.example = toExample(media.schema);
        if (type === 'text/event-stream') {
          media.example = toEventText(media.schema?.contentSchema, document, toExample);
        }
      }
    }
  }
};

const OF_FORMAT: Readonly<Record<string, string>> = {
  uuid: '0197e0b2-0000-7000-8000-000000000000',
  'date-time': '2026-03-02T09:30:00.000Z',
  date: '2026-03-02',
  email: 'ada@example.com',
  uri: 'https://example.com/',
};

/** Tried in turn where there is no word for a field, which may ask for a certain form. */
const TEXTS = ['text', 'tenant', '2026', '2026-03-02', 'a'.repeat(64), 'acme.example'];

type ToExample = (schema: Schema | undefined) => unknown;
type Within = {
  /** The field that the schema is of, or that its list is of. */
  field: string;
  /** The named schemas around it. */
  around: readonly string[];
};

const createToExample = (schemas: Schemas, words: Words): ToExample => {
  const toExample = (schema: Schema = {}, within: Within): unknown => {
    if (schema.$ref !== undefined) {
      const name = nameOf(schema.$ref);
      return toExample(schemas[name], { ...within, around: [...within.around, name] });
    }
    const [own = schema.default] = [...(schema.examples ?? []), ...(schema.enum ?? [])];
    if (own !== undefined) return own;
    const [either, other] = schema.oneOf ?? schema.anyOf ?? [];
    if (either !== undefined) return other?.type === 'null' ? null : toExample(either, within);
    const types = [schema.type ?? []].flat();
    const mayBeNull = types.includes('null');
    switch (types[0]) {
      case 'object':
        return mayBeNull ? null : toObject(schema, within);
      case 'array':
        return toList(schema, within);
      case 'string':
        return toText(schema, words[within.field] ?? null) ?? (mayBeNull ? null : 'text');
      case 'boolean':
        return true;
      case 'integer':
      case 'number':
        return Math.max(1, schema.minimum ?? 1);
      default:
        return null;
    }
  };
  const toObject = ({ properties = {} }: Schema, { around }: Within): object =>
    Object.fromEntries(
      Object.entries(properties).map(([field, schema]) => [
        field,
        toExample(schema, { field, around }),
      ]),
    );
  const toList = ({ items }: Schema, within: Within): unknown[] =>
    within.around.includes(nameOf(items?.$ref ?? '')) ? [] : [toExample(items, within)];

  return (schema) => toExample(schema, { field: '', around: [] });
};

/** A text of the format, the field's word where its form allows that, else any text that fits. */
const toText = (
  { format = '', pattern = '', minLength = 0 }: Schema,
  word: string | null,
): string | null => {
  const form = new RegExp(pattern, 'u');
  const fits = (text: string) => text.length >= minLength && form.test(text);
  const given = OF_FORMAT[format];
  if (given !== undefined) return given;
  if (word !== null && fits(word)) return word;
  return pattern === '' ? null : (TEXTS.find(fits) ?? null);
};

/** One event of each kind, as the stream would bring them. */
const toEventText = (
  events: Schema | undefined,
  document: OpenApiDocument,
  toExample: ToExample,
): string => {
  const kinds = schemasOf(document)[nameOf(events?.$ref ?? '')]?.oneOf;
  // The events of this protocol have no names.
  if (kinds === undefined) return `data: ${JSON.stringify(toExample(events))}\n\n`;
  return (
    kinds
      // Each kind is an object of `event` and `data`: `eventsOf` has made it.
      .map((kind) => toExample(kind) as { event: string; data: unknown })
      .map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      .join('')
  );
};
