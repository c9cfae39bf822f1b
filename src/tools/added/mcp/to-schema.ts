import { z } from 'zod';
import { isRecord, refuse, shorten } from './refusal.js';

export type SchemaContext = {
  /** The tool's name for error messages. */
  tool: string;
  /** The whole schema, within which references are resolved. */
  root: Readonly<Record<string, unknown>>;
  /** How many more parts of schemas the tool may have. */
  budget: { left: number };
};

/** A position in the schema: the references followed to it, and its depth. */
type Place = { refs: readonly string[]; depth: number };

type Schema = Record<string, unknown>;

const MAX_DEPTH = 10;
const MAX_TEXT_CHARS = 10_000;
const MAX_ITEMS = 1000;
const MAX_DESCRIPTION_CHARS = 240;

/**
 * Converts a foreign JSON schema to ours: types, choices and bounds. Its patterns are described but never executed. An object accepts its
 * declared properties, and others only if the schema says so.
 */
export const toSchema = (
  given: unknown,
  context: SchemaContext,
  place: Place = { refs: [], depth: 0 },
): z.ZodType => {
  const { value, inner } = enter(given, context, place);
  if (!isRecord(value)) return z.unknown();
  const merged = mergeAll(value, context, inner);
  const schema = toChoice(merged, context, inner) ?? toTyped(merged, context, inner);
  const isNullable = merged['nullable'] === true;
  const description = describe(merged);
  const whole = isNullable ? schema.nullable() : schema;
  return description === '' ? whole : whole.describe(description);
};

/** Opens a part of a schema and follows references; refuses one that refers to itself, is too deep or too large. */
const enter = (given: unknown, context: SchemaContext, place: Place) => {
  const { tool, budget } = context;
  const { value, refs } = follow(given, context);
  const again = refs.find((ref) => place.refs.includes(ref));
  if (again !== undefined) {
    throw refuse(`the tool ${tool} takes a schema that contains itself: ${shorten(again)}`);
  }
  budget.left -= 1;
  if (place.depth > MAX_DEPTH || budget.left < 0) {
    throw refuse(`the tool ${tool} takes a schema that is too deep or too large.`);
  }
  return { value, inner: { refs: [...place.refs, ...refs], depth: place.depth + 1 } };
};

/** `#/$defs/Name`, for references within the schema; nothing is fetched. */
const REFERENCE = /^#\/(\$defs|definitions)\/([A-Za-z0-9_.-]{1,100})$/;

/** Follows a chain of references; returns the target and the references. */
const follow = (
  given: unknown,
  { tool, root }: SchemaContext,
): { value: unknown; refs: readonly string[] } => {
  const refs: string[] = [];
  let value = given;
  while (isRecord(value) && typeof value['$ref'] === 'string') {
    const reference = value['$ref'];
    const [, place = '', name = ''] = REFERENCE.exec(reference) ?? [];
    const held = root[place];
    if (!isRecord(held) || !Object.hasOwn(held, name) || refs.includes(reference)) {
      throw refuse(`the tool ${tool} takes a schema that leads nowhere: ${shorten(reference)}`);
    }
    refs.push(reference);
    value = held[name];
  }
  return { value, refs };
};

/** Merges the schemas of `allOf`. */
const mergeAll = (schema: Schema, context: SchemaContext, place: Place): Schema => {
  const { allOf, ...own } = schema;
  if (!Array.isArray(allOf)) return schema;
  const parts = allOf.map((part: unknown) => {
    const { value, inner } = enter(part, context, place);
    return isRecord(value) ? mergeAll(value, context, inner) : {};
  });
  return [...parts, own].reduce(merge, {});
};

const merge = (first: Schema, second: Schema): Schema => ({
  ...first,
  ...second,
  ...(isRecord(first['properties']) && {
    properties: { ...first['properties'], ...toRecord(second['properties']) },
  }),
  ...(Array.isArray(first['required']) && {
    required: [...toList(first['required']), ...toList(second['required'])],
  }),
});

const toRecord = (value: unknown): Schema => (isRecord(value) ? value : {});
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** One of several: `oneOf`, `anyOf`, or a list of types. Null if there is no choice. */
const toChoice = (schema: Schema, context: SchemaContext, place: Place): z.ZodType | null => {
  const { oneOf, anyOf, ...base } = schema;
  const options = toList(oneOf ?? anyOf);
  if (options.length > 0) {
    const choices = options.map((option) => {
      const { value, inner } = enter(option, context, place);
      return toSchema(merge(base, toRecord(value)), context, inner);
    });
    return z.union(choices);
  }
  if (!Array.isArray(schema['type'])) return null;
  // Their common parts are described on the choice as a whole.
  const each = toList(schema['type']).map((type) => ({ ...schema, description: '', type }));
  return z.union(each.map((one) => toSchema(one, context, place)));
};

const toTyped = (schema: Schema, context: SchemaContext, place: Place): z.ZodType => {
  const values = 'const' in schema ? [schema['const']] : toList(schema['enum']);
  if (values.length > 0) return toLiteral(values, context);
  switch (typeOf(schema)) {
    case 'string':
      return toText(schema);
    case 'integer':
      return toBounded(z.int(), schema);
    case 'number':
      return toBounded(z.number(), schema);
    case 'boolean':
      return z.boolean();
    case 'null':
      return z.null();
    case 'array': {
      const { minItems, maxItems, items } = schema;
      return z
        .array(toSchema(items, context, place))
        .min(toCount(minItems, 0))
        .max(toCount(maxItems, MAX_ITEMS));
    }
    case 'object':
      return toObject(schema, context, place);
    default:
      return z.unknown();
  }
};

const typeOf = ({ type, properties, items }: Schema): unknown => {
  if (type !== undefined) return type;
  if (isRecord(properties)) return 'object';
  return items === undefined ? undefined : 'array';
};

const Literal = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const toLiteral = (values: readonly unknown[], { tool, budget }: SchemaContext) => {
  budget.left -= values.length;
  const literals = z.array(Literal).safeParse(values);
  if (!literals.success || budget.left < 0) {
    throw refuse(`the tool ${tool} takes one of values that cannot be told to a model.`);
  }
  return z.literal(literals.data);
};

const toCount = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : otherwise;

const toText = ({ minLength, maxLength }: Schema) =>
  z.string().min(toCount(minLength, 0)).max(toCount(maxLength, MAX_TEXT_CHARS));

/** An exclusive bound is a number of its own, or in older schemas a flag next to a bound. */
const toBounded = (number: z.ZodNumber, schema: Schema): z.ZodNumber => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  let bounded = number;
  if (typeof minimum === 'number') {
    bounded = exclusiveMinimum === true ? bounded.gt(minimum) : bounded.gte(minimum);
  }
  if (typeof maximum === 'number') {
    bounded = exclusiveMaximum === true ? bounded.lt(maximum) : bounded.lte(maximum);
  }
  if (typeof exclusiveMinimum === 'number') bounded = bounded.gt(exclusiveMinimum);
  if (typeof exclusiveMaximum === 'number') bounded = bounded.lt(exclusiveMaximum);
  return bounded;
};

/** Names that every object has, so properties cannot use them. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const toObject = (schema: Schema, context: SchemaContext, place: Place): z.ZodType => {
  const { additionalProperties } = schema;
  const required = toList(schema['required']);
  const shape: Record<string, z.ZodType> = {};
  for (const [name, property] of Object.entries(toRecord(schema['properties']))) {
    if (RESERVED.has(name)) {
      throw refuse(`the tool ${context.tool} takes a property named ${name}.`);
    }
    const typed = toSchema(property, context, place);
    shape[name] = required.includes(name) ? typed : typed.optional();
  }
  const isOpen = additionalProperties === undefined && Object.keys(shape).length === 0;
  if (additionalProperties === true || isOpen) return z.looseObject(shape);
  if (!isRecord(additionalProperties)) return z.strictObject(shape);
  return z.object(shape).catchall(toSchema(additionalProperties, context, place));
};

const describe = ({ description, format, pattern }: Schema): string =>
  [
    typeof description === 'string' ? description : '',
    typeof format === 'string' ? `Format: ${format}.` : '',
    typeof pattern === 'string' ? `Pattern: ${shorten(pattern)}` : '',
  ]
    .map((part) => shorten(part, MAX_DESCRIPTION_CHARS))
    .filter((part) => part !== '')
    .join(' ');
