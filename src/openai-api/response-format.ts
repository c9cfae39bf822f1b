import { z } from 'zod';
import { unsupported } from './parameters.js';

export const ResponseFormat = z.looseObject({
  type: z.string().max(60),
  json_schema: z
    .looseObject({
      name: z.string().max(64).nullish(),
      schema: z.record(z.string(), z.unknown()).nullish(),
    })
    .nullish(),
  // The Responses API has both next to the type.
  name: z.string().max(64).nullish(),
  schema: z.record(z.string(), z.unknown()).nullish(),
});
export type ResponseFormat = z.infer<typeof ResponseFormat>;

/** The structure requested for an answer. */
export type Form = { name: string; schema: Record<string, unknown> };

const MAX_SCHEMA_CHARS = 20_000;

/** The structure that a request names; null if it asks for text. */
export const toForm = (
  format: ResponseFormat | null | undefined,
  param = 'response_format',
): Form | null => {
  if (!format || format.type === 'text') return null;
  if (format.type === 'json_object') return { name: 'answer', schema: { type: 'object' } };
  const { schema, name } = format.json_schema ?? format;
  if (format.type !== 'json_schema' || !schema) {
    throw unsupported(param, 'Must be text, json_object, or json_schema with a schema.');
  }
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARS) {
    throw unsupported(param, `A schema has at most ${MAX_SCHEMA_CHARS} characters.`);
  }
  return { name: name ?? 'answer', schema };
};
