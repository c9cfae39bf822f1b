import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { isHttpUrl, refuse } from './refusal.js';

/** A letter first, so that nothing every object has (`__proto__`) is a name. */
const OperationId = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_.-]{0,99}$/, 'is no operationId that a tool can be named by');

const Credential = z
  .strictObject({
    /** The environment variable that holds it. */
    variable: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be the name of an environment variable'),
    in: z.enum(['bearer', 'header', 'query']),
    name: z
      .string()
      .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be the name of a header or of a query parameter')
      .optional(),
  })
  .refine(({ in: place, name }) => (place === 'bearer') === (name === undefined), {
    error: 'needs a name in a header or in the query, and has none as bearer',
  });
export type Credential = z.infer<typeof Credential>;

const AllowedOperation = z
  .union([
    OperationId,
    z.strictObject({
      id: OperationId,
      /** For an operation that only reads although its method could change something. */
      readOnly: z.boolean().default(false),
    }),
  ])
  .transform((given) => (typeof given === 'string' ? { id: given, readOnly: false } : given));

/** One service outside, and which of its operations are tools. */
export const Service = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,23}$/, 'must be 1 to 24 of a-z, 0-9 and _'),
  document: z.string().min(1).max(2000),
  baseUrl: z
    .string()
    .refine(isHttpUrl, 'must be a URL that starts with http:// or https:// and holds no password')
    .optional(),
  operations: z.array(AllowedOperation).min(1).max(50),
  credentials: z.array(Credential).max(4).default([]),
  risk: z.enum(['safe', 'external']).default('external'),
  cacheSec: z.int().min(1).max(2_592_000).optional(),
  timeoutSec: z.int().min(1).max(3600).optional(),
});
export type Service = z.infer<typeof Service>;
export type AllowedOperation = Service['operations'][number];

const Services = z.array(Service).min(1).max(20);

const MAX_CHARS = 1_000_000;

/** What the operator's file says; no message repeats a value of it. */
export const readServices = async (file: string): Promise<readonly Service[]> => {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw refuse(`${file} cannot be read.`, cause);
  });
  if (text.length > MAX_CHARS) throw refuse(`${file} has more than ${MAX_CHARS} characters.`);
  if (text.includes('${')) {
    throw refuse(`${file} holds "\${": nothing is filled in; name a credential by its variable.`);
  }
  const parsed = Services.safeParse(parseJson(text, file));
  if (!parsed.success) {
    const problems = parsed.error.issues
      .slice(0, 5)
      .map(({ path, message }) => `${path.map(String).join('.') || 'the list'}: ${message}`);
    throw refuse(`${file} is refused: ${problems.join('; ')}.`);
  }
  return parsed.data;
};

const parseJson = (text: string, file: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(`${file} is no JSON.`);
  }
};
