import { DbNull, type InputJsonValue, type JsonValue } from '@prisma/client/runtime/client';
import type { z } from 'zod';
import { toJson } from './text.js';

/** A column of JSON without a value. */
export { DbNull };

/** What a column holds of a field: words and ids are a text there, and what has fields of its own is JSON. */
type Column<Value> = Value extends string
  ? string
  : Value extends number | boolean | bigint | Date | null | undefined
    ? Value
    : Value extends readonly (infer Item extends string)[]
      ? string[] | JsonValue | Item[]
      : JsonValue;

type Row<Schema extends z.ZodType> =
  z.input<Schema> extends infer Fields ? { [Field in keyof Fields]: Column<Fields[Field]> } : never;

/** For `select`: the columns that are named as the fields of a record. */
export const selectOf = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  // The keys of the shape are exactly the record's fields, as the type says.
  Object.fromEntries(Object.keys(shape).map((field) => [field, true])) as {
    readonly [Field in keyof Shape]: true;
  };

/** A row of a model as a record: the types hold its columns to the record's fields, and the schema reads words, ids and JSON. */
export const fromRow = <Schema extends z.ZodType>(
  schema: Schema,
  row: Row<Schema>,
): z.output<Schema> => schema.parse(row);

/** A value for a column of JSON, of which what `jsonb` does not accept is replaced. */
export const toJsonColumn = (value: object): InputJsonValue =>
  // It has been text, so it is nothing but JSON.
  JSON.parse(toJson(value)) as InputJsonValue;

/** A value for a column of bytes: Prisma takes none that shares its memory. */
export const toBytesColumn = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
