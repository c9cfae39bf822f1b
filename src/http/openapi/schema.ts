import type { OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';

export type OpenApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>;

/** The parts of a JSON Schema of the document that are read here. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  minimum?: number;
  enum?: unknown[];
  examples?: unknown[];
  default?: unknown;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  contentSchema?: Schema;
};
export type Schemas = Readonly<Record<string, Schema>>;

type Media = { schema?: Schema; example?: unknown };
type Operation = {
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
};

export const schemasOf = ({ components = {} }: OpenApiDocument): Schemas =>
  // The generator has its own type for a schema, with the same fields.
  components.schemas ?? {};

/** Every operation of a document built by us: its paths contain nothing else, and each response is inlined. */
export const operationsOf = ({ paths = {} }: OpenApiDocument): Operation[] =>
  Object.values(paths).flatMap((path) => Object.values(path as Record<string, Operation>));

export const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

const PATTERN_FLAGS = /(?<=^(?:[^\\]|\\.)*)\/([a-z]+)$/s;

/** The generator writes `/^a$/u` as `^a$/u`, which matches nothing. JSON Schema always applies the flag u, and supports no other. */
export const makePatternsPlain = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) {
    // A closing delimiter and flags; any other slash at the end of a regular expression's source is escaped.
    const flags =
      name === 'pattern' && typeof child === 'string' ? PATTERN_FLAGS.exec(child) : null;
    if (flags === null) makePatternsPlain(child);
    else if (flags[1] !== 'u') throw new Error(`No JSON Schema can say /${flags.input}.`);
    else Object.assign(value, { pattern: flags.input.slice(0, flags.index) });
  }
};

/** Makes fields with a default required in responses: a request may leave them out, a response always has them. */
export const requireDefaultsInResponses = (document: OpenApiDocument): void => {
  const schemas = schemasOf(document);
  const operations = operationsOf(document);
  const sent = reachableFrom(
    operations.map(({ requestBody }) => requestBody),
    schemas,
  );
  const answers = operations.map(({ responses }) => responses);
  requireDefaults(answers);
  for (const name of reachableFrom(answers, schemas)) {
    if (!sent.has(name)) requireDefaults(schemas[name]);
  }
};

const reachableFrom = (start: unknown, schemas: Schemas): Set<string> => {
  const names = new Set(referencesIn(start));
  // Iterating a set also visits items that are added meanwhile.
  for (const name of names) for (const next of referencesIn(schemas[name])) names.add(next);
  return names;
};

const referencesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name === '$ref' ? [nameOf(String(child))] : referencesIn(child),
  );
};

const requireDefaults = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  const { properties } = value as Schema;
  for (const [name, field] of Object.entries(properties ?? {})) {
    if (field.default === undefined) continue;
    delete field.default;
    const { required = [] } = value as Schema;
    if (!required.includes(name)) Object.assign(value, { required: [...required, name] });
  }
  for (const child of Object.values(value)) requireDefaults(child);
};
