import { DbNull, type InputJsonValue, type JsonValue } from '@prisma/client/runtime/client';
import type { z } from 'zod';
import { toJson } from './text.js';

/** The empty value of a JSON column. */
export { DbNull };

/** How a column stores a field: words and ids as text, and objects as JSON. */
type Column<Value> = Value extends string
  ? string
  : Value extends number | boolean | bigint | Date | null | undefined
    ? Value
    : Value extends readonly (infer Item extends string)[]
      ? string[] | JsonValue | Item[]
      : JsonValue;

type Row<Schema extends z.ZodType> =
  z.input<Schema> extends infer Fields ? { [Field in keyof Fields]: Column<Fields[Field]> } : never;

/** For `select`: the columns named like the fields of a record. */
export const selectOf = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  // The keys of the shape are exactly the record's fields, as the type says.
  Object.fromEntries(Object.keys(shape).map((field) => [field, true])) as {
    readonly [Field in keyof Shape]: true;
  };

/** A row of a model as a record: the types match its columns to the record's fields, and the schema parses words, ids and JSON. */
export const fromRow = <Schema extends z.ZodType>(
  schema: Schema,
  row: Row<Schema>,
): z.output<Schema> => schema.parse(row);

/** A value for a JSON column; replaces what `jsonb` does not accept. */
export const toJsonColumn = (value: object): InputJsonValue =>
  // It was just serialized, so it is plain JSON.
  JSON.parse(toJson(value)) as InputJsonValue;

/** A value for a bytes column: Prisma does not accept shared memory. */
export const toBytesColumn = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
