import type { z } from 'zod';
import { AppError } from '../../../shared/errors.js';
import type { Credential } from './configuration.js';
import type { Described } from './document.js';
import { isRecord, refuse, shorten } from './refusal.js';
import { toSchema, type SchemaContext } from './to-schema.js';

/** One value that a call takes and where it is sent. */
export type Parameter = {
  /** What the model calls it. */
  argument: string;
  /** What the service calls it. */
  name: string;
  in: 'path' | 'query' | 'header';
  /** With the names that the service knows its values by. */
  write: (value: unknown) => Written;
  schema: z.ZodType;
};

/** Texts by the names that they are sent under. */
type Written = Readonly<Record<string, string | readonly string[]>>;

type Spec = Record<string, unknown>;

/** Set by us or by nobody: a model that could fill them in would speak to another host, or in another's name. */
const HEADERS_OF_OURS: ReadonlySet<string> = new Set([
  ...['accept', 'accept-encoding', 'authorization', 'connection', 'content-length'],
  ...['content-type', 'cookie', 'expect', 'forwarded', 'host', 'keep-alive', 'origin', 'te'],
  ...['trailer', 'transfer-encoding', 'upgrade', 'user-agent', 'via'],
  // A call that reads would become one that writes.
  ...['x-http-method', 'x-http-method-override', 'x-method-override'],
]);
const PREFIXES_OF_OURS = ['proxy-', 'sec-', 'x-forwarded-', 'x-original-', 'x-rewrite-'];

/** The parameters of an operation that a model fills in: all but the credentials, and optional ones that cannot be sent. */
export const readParameters = (
  { operation, shared, path }: Described,
  context: SchemaContext,
  credentials: readonly Credential[],
): readonly Parameter[] => {
  const specs = [...toSpecs(shared, context), ...toSpecs(operation, context)];
  // What an operation says of a parameter replaces what its path says.
  const byPlace = new Map(specs.map((spec) => [toPlace(spec), spec]));
  for (const credential of credentials) byPlace.delete(placeOf(credential));
  const parameters: Parameter[] = [];
  for (const spec of byPlace.values()) {
    const parameter = toParameter(spec, context, parameters);
    if (parameter !== null) parameters.push(parameter);
  }
  checkPath(path, parameters, context);
  return parameters;
};

const toSpecs = ({ parameters }: Spec, { follow }: SchemaContext): Spec[] =>
  Array.isArray(parameters)
    ? parameters.map((parameter: unknown) => follow(parameter).value).filter(isRecord)
    : [];

const toPlace = ({ in: place, name }: Spec): string =>
  `${String(place)} ${place === 'header' ? String(name).toLowerCase() : String(name)}`;

const placeOf = ({ in: place, name = 'authorization' }: Credential): string =>
  place === 'query' ? `query ${name}` : `header ${name.toLowerCase()}`;

const toParameter = (
  spec: Spec,
  context: SchemaContext,
  others: readonly Parameter[],
): Parameter | null => {
  const { in: place, name } = spec;
  const write = createWriter(spec, context);
  if (typeof name !== 'string' || name.length > 128 || write === null) {
    if (spec['required'] !== true) return null;
    const told = `${String(place)} parameter ${shorten(String(name))}`;
    throw refuse(`the operation ${context.operation} requires the ${told}, which we cannot send.`);
  }
  const description = typeof spec['description'] === 'string' ? spec['description'] : '';
  const schema = toSchema(schemaOf(spec), context);
  const described = schema.description ?? shorten(description, 240);
  const named = described === '' ? schema : schema.describe(described);
  const isRequired = spec['required'] === true || place === 'path';
  return {
    argument: toArgument({ place: String(place), name }, context, others),
    name,
    // `createWriter` knows no other places.
    in: place as Parameter['in'],
    write,
    schema: isRequired ? named : named.optional(),
  };
};

/** Names of functions' arguments are letters, digits and _ everywhere. */
const toArgument = (
  { place, name }: { place: string; name: string },
  { operation }: SchemaContext,
  others: readonly Parameter[],
): string => {
  const plain = name
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
  const isTaken = (argument: string) =>
    argument === 'body' || others.some((other) => other.argument === argument);
  const argument = plain !== '' && isTaken(plain) ? `${place}_${plain}` : plain;
  if (!/^[A-Za-z]/.test(argument) || isTaken(argument) || argument === 'constructor') {
    throw refuse(
      `the operation ${operation} has a parameter that cannot be named: ${shorten(name)}`,
    );
  }
  return argument;
};

const schemaOf = ({ schema, content }: Spec): unknown => {
  const media = isRecord(content) ? content['application/json'] : undefined;
  return schema ?? (isRecord(media) ? media['schema'] : undefined);
};

/** How a value of this parameter is spelt; null where the document asks for a spelling that we do not have. */
const createWriter = (spec: Spec, { follow }: SchemaContext): Parameter['write'] | null => {
  const { in: place, style, explode, content } = spec;
  const name = String(spec['name']);
  const isSent = place === 'path' || place === 'query' || place === 'header';
  if (!isSent || (place === 'header' && !isFreeHeader(name))) return null;
  if (content !== undefined) {
    const isJson = isRecord(content) && 'application/json' in content;
    return isJson ? (value) => ({ [name]: JSON.stringify(value) }) : null;
  }
  if (style === 'deepObject' && place === 'query') return (value) => writeDeep(name, value);
  const { value: schema } = follow(spec['schema']);
  if (isRecord(schema) && (schema['type'] === 'object' || 'properties' in schema)) return null;
  if (place !== 'query') {
    const isSimple = style === undefined || style === 'simple';
    return isSimple ? (value) => ({ [name]: writeJoined(value, ',') }) : null;
  }
  const separator = SEPARATORS.get(style ?? 'form');
  if (separator === undefined) return null;
  const isRepeated = explode === undefined ? separator === ',' : explode === true;
  const write = isRepeated ? writeRepeated : (value: unknown) => writeJoined(value, separator);
  return (value) => ({ [name]: write(value) });
};

const SEPARATORS: ReadonlyMap<unknown, string> = new Map([
  ['form', ','],
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
]);

const isFreeHeader = (name: string): boolean => {
  const lower = name.toLowerCase();
  return (
    /^[a-z0-9-]+$/.test(lower) &&
    !HEADERS_OF_OURS.has(lower) &&
    !PREFIXES_OF_OURS.some((prefix) => lower.startsWith(prefix))
  );
};

const toText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

const writeJoined = (value: unknown, separator: string): string =>
  Array.isArray(value) ? value.map(toText).join(separator) : toText(value);

const writeRepeated = (value: unknown): string | readonly string[] =>
  Array.isArray(value) ? value.map(toText) : toText(value);

const writeDeep = (name: string, value: unknown): Written =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).map(([key, one]) => [
      `${name}[${key}]`,
      toText(one),
    ]),
  );

const TEMPLATE = /\{([^{}]*)\}/g;

/** Every part to be filled in is a parameter, and nothing else of the path is special. */
const checkPath = (
  path: string,
  parameters: readonly Parameter[],
  { operation }: SchemaContext,
): void => {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const named = [...path.matchAll(TEMPLATE)].map((match) => match[1]);
  const unknown = named.find((name) => !inPath.some((parameter) => parameter.name === name));
  const fixed = path.replace(TEMPLATE, 'x');
  const isPlain =
    /^\/[A-Za-z0-9\-._~!'()*+,;=:@/%]*$/.test(fixed) && !fixed.split('/').some(isDotSegment);
  if (unknown !== undefined || !isPlain) {
    throw refuse(`the operation ${operation} has a path that cannot be asked: ${shorten(path)}`);
  }
};

const isDotSegment = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment);

type Filled = {
  path: string;
  query: Record<string, string | readonly string[]>;
  headers: Record<string, string>;
};

/** The parts of a request from what a model gave; refuses a value that would leave its place. */
export const fillIn = (
  path: string,
  parameters: readonly Parameter[],
  given: Readonly<Record<string, unknown>>,
): Filled => {
  const filled: Filled = { path, query: {}, headers: {} };
  const inPath = new Map<string, string>();
  for (const { argument, in: place, write } of parameters) {
    const value = given[argument];
    if (value === undefined || value === null) continue;
    for (const [name, written] of Object.entries(write(value))) {
      const text = typeof written === 'string' ? written : written.join(',');
      if (place === 'path') inPath.set(name, encodeSegment(argument, text));
      else if (place === 'header') filled.headers[name] = checkHeader(argument, text);
      else filled.query[name] = written;
    }
  }
  filled.path = path.replace(TEMPLATE, (_, name: string) => inPath.get(name) ?? '');
  if (filled.path.split('/').some(isDotSegment)) throw leavesPath([...inPath.keys()].join(', '));
  return filled;
};

const leavesPath = (argument: string): AppError =>
  new AppError('invalid_arguments', `${argument}: cannot be a part of a path`);

/** One segment of the path, also for a service that decodes it once more before it looks at it. */
const encodeSegment = (argument: string, value: string): string => {
  const isHarmful =
    value === '' ||
    /\p{Cc}/u.test(value) ||
    /\p{Cs}/u.test(value) ||
    value.split(/[/\\]|%2f|%5c/i).some(isDotSegment);
  if (isHarmful) throw leavesPath(argument);
  return encodeURIComponent(value);
};

const checkHeader = (argument: string, value: string): string => {
  if (/^[\x20-\x7e]*$/.test(value)) return value;
  throw new AppError('invalid_arguments', `${argument}: must be plain ASCII on one line`);
};
