/** A field of a form, made of a part of a JSON Schema. */
export type KindField = {
  name: string;
  type: 'text' | 'secret' | 'number' | 'boolean' | 'choice' | 'lines';
  choices: readonly string[];
  initial: string;
  isRequired: boolean;
  /** What the schema itself says, for fields that the console has no words for. */
  title: string | null;
  about: string | null;
};

/** The fields of an object's schema. A part that is neither a text, a number, a choice nor a list of texts has none. */
export const fieldsOf = (
  schema: Readonly<Record<string, unknown>> | null,
  { isSecret }: { isSecret: boolean },
): KindField[] => {
  const properties = asRecord(schema?.['properties']);
  const required = new Set(asTexts(schema?.['required']));
  return Object.entries(properties).flatMap(([name, given]) => {
    const part = withoutNull(asRecord(given));
    const type = typeOf(name, part, isSecret);
    if (type === null) return [];
    return {
      name,
      type,
      choices: asTexts(part['enum']),
      initial: toShown(part['default']),
      isRequired: required.has(name),
      title: asText(part['title']),
      about: asText(part['description']),
    };
  });
};

/** The part of a schema beside `null`, which an empty field stands for. */
const withoutNull = (
  part: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const others = Array.isArray(part['anyOf'])
    ? part['anyOf'].map(asRecord).filter(({ type }) => type !== 'null')
    : [];
  return others.length === 1 ? { ...others[0], ...part } : part;
};

/** A value as it stands in a field. */
export const toShown = (value: unknown): string => {
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
};

const typeOf = (
  name: string,
  part: Readonly<Record<string, unknown>>,
  isSecret: boolean,
): KindField['type'] | null => {
  if (asTexts(part['enum']).length > 0) return 'choice';
  switch (part['type']) {
    case 'string':
      return isSecret && !/^(?:user|client|account|tenant)/iu.test(name) ? 'secret' : 'text';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return asRecord(part['items'])['type'] === 'string' ? 'lines' : null;
    default:
      return null;
  }
};

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  // Of an object, every field is unknown.
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const asTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

type Typed = { raw: (name: string) => string; text: (name: string) => string };

/** What was typed into fields, as the API takes it; an empty field is left out, so that the kind's own default counts. */
export const toValues = (
  part: 'settings' | 'credentials',
  fields: readonly KindField[],
  { raw, text }: Typed,
): Record<string, unknown> => {
  const values: Record<string, unknown> = {};
  for (const { name, type } of fields) {
    const field = `${part}.${name}`;
    if (type === 'boolean') values[name] = raw(field) !== '';
    else if (type === 'secret' ? raw(field) !== '' : text(field) !== '') {
      values[name] = toValue(type, type === 'secret' ? raw(field) : text(field));
    }
  }
  return values;
};

const toValue = (type: KindField['type'], typed: string): unknown => {
  if (type === 'number') return Number(typed);
  if (type !== 'lines') return typed;
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
};
