import { z } from 'zod';
import { AppError, isAppError } from '../../../shared/errors.js';
import { declareTool, type DeclaredTool, type ToolDeps, type ToolResult } from '../../tool.js';
import { TOOL_NAME } from '../names.js';
import type { AllowedOperation, Credential, Service } from './configuration.js';
import type { ApiDocument, Described } from './document.js';
import { fillIn, readParameters, type Parameter } from './parameters.js';
import { isRecord, refuse, shorten } from './refusal.js';
import { withoutSecrets } from './without-secrets.js';
import { toSchema, type SchemaContext } from './to-schema.js';

/** The schemas of credentials by their variables: one for all tools that share it. */
export type CredentialSettings = Readonly<Record<string, z.ZodType<string>>>;

type Source = {
  service: Service;
  document: ApiDocument;
  settings: CredentialSettings;
};

const MAX_SCHEMA_PARTS = 400;
const MAX_SCHEMA_CHARS = 20_000;
const MAX_DESCRIPTION_CHARS = 500;
const MAX_BODY_CHARS = 100_000;

/** One allowed operation as a tool. */
export const toTool = (allowed: AllowedOperation, source: Source): DeclaredTool => {
  const { service, document, settings } = source;
  const described = findOperation(allowed.id, source);
  const context: SchemaContext = {
    operation: `${allowed.id} of ${service.name}`,
    follow: document.follow,
    budget: { left: MAX_SCHEMA_PARTS },
  };
  const parameters = readParameters(described, context, service.credentials);
  const body = readBody(described, context);
  const input = z.strictObject({
    ...Object.fromEntries(parameters.map(({ argument, schema }) => [argument, schema])),
    ...(body && { body: body.schema }),
  });
  if (JSON.stringify(z.toJSONSchema(input, { io: 'input' })).length > MAX_SCHEMA_CHARS) {
    throw refuse(`the operation ${context.operation} takes more than can be told to a model.`);
  }
  const isReading = allowed.readOnly || described.method === 'get' || described.method === 'head';
  const baseUrl = service.baseUrl ?? document.serverUrl;
  if (baseUrl === null) {
    throw refuse(`${service.name} needs a baseUrl: its document names no server that we can ask.`);
  }
  const call = { service, described, parameters, body, baseUrl, isReading };
  return declareTool({
    name: toName(service, allowed.id),
    description: describeTool(call),
    input,
    risk: service.risk,
    ...(!isReading && { hasSideEffects: true }),
    ...(isReading && service.cacheSec !== undefined && { cacheSec: service.cacheSec }),
    ...(service.timeoutSec !== undefined && { timeoutSec: service.timeoutSec }),
    settings,
    create:
      (deps, credentials) =>
      (given, { signal }) =>
        callOperation({ ...call, deps, credentials }, given, signal),
  });
};

const findOperation = (id: string, { service, document }: Source): Described => {
  const [found, second] = document.operations.get(id) ?? [];
  if (found === undefined) throw refuse(`the document of ${service.name} has no operation ${id}.`);
  if (second !== undefined) {
    throw refuse(`the document of ${service.name} has two operations ${id}.`);
  }
  return found;
};

const toName = ({ name }: Service, id: string): string => {
  const words = id
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const whole = `${name}_${words}`;
  if (!TOOL_NAME.test(whole)) throw refuse(`the tool of ${id} would be named ${shorten(whole)}.`);
  return whole;
};

type Body = { schema: z.ZodType; mediaType: string };

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:\s*;.*)?$/i;

/** Null where there is none, or an optional one that is no JSON. */
const readBody = ({ operation }: Described, context: SchemaContext): Body | null => {
  const { value } = context.follow(operation['requestBody']);
  if (!isRecord(value)) return null;
  const media = Object.entries(isRecord(value['content']) ? value['content'] : {});
  const json = media.find(([type]) => JSON_TYPE.test(type));
  const isRequired = value['required'] === true;
  if (json === undefined) {
    if (!isRequired) return null;
    throw refuse(`the operation ${context.operation} requires a body that is no JSON.`);
  }
  const [mediaType, spec] = json;
  const schema = toSchema(isRecord(spec) ? spec['schema'] : undefined, context);
  return { mediaType, schema: isRequired ? schema : schema.optional() };
};

type Call = {
  service: Service;
  described: Described;
  parameters: readonly Parameter[];
  body: Body | null;
  baseUrl: string;
  isReading: boolean;
};

const describeTool = ({ service, described, isReading }: Call): string => {
  const { summary, description } = described.operation;
  const told = [summary, description].filter((text) => typeof text === 'string');
  const effect = isReading
    ? 'It only reads.'
    : 'It changes something there: call it only where the user asks for just that.';
  return [
    shorten(told.join(' – '), MAX_DESCRIPTION_CHARS),
    `Asks the ${service.name} service, which knows nothing else. ${effect}`,
    `Of an answer beyond ${MAX_ANSWER_CHARS} characters a part is shown.`,
  ].join(' ');
};

type PreparedCall = Call & {
  deps: Pick<ToolDeps, 'askService'>;
  credentials: Readonly<Record<string, string>>;
};

const callOperation = async (
  call: PreparedCall,
  given: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<ToolResult> => {
  const { service, described, parameters, body, baseUrl, isReading, deps, credentials } = call;
  const { path, query, headers } = fillIn(described.path, parameters, given);
  checkSize(given['body']);
  const secrets = Object.values(credentials);
  const proof = toProof(service.credentials, credentials);
  const request = {
    service: `the ${service.name} service`,
    baseUrl,
    path,
    method: described.method.toUpperCase(),
    query: { ...query, ...proof.query },
    headers: {
      ...(body && given['body'] !== undefined && { 'Content-Type': body.mediaType }),
      ...headers,
      ...proof.headers,
    },
    ...(given['body'] !== undefined && { body: given['body'] }),
    mayLackJson: true,
  };
  const answer = await deps.askService(request, signal).catch((cause: unknown) => {
    throw isReading ? cause : withDoubt(cause);
  });
  const { status } = answer;
  if (status >= 400) throw toRefusal({ ...answer, service: request.service }, secrets);
  const isEmpty = answer.body === null;
  if (isEmpty && described.method === 'get' && status !== 204) {
    throw new AppError('tool_unavailable', `The ${service.name} service did not answer with JSON.`);
  }
  const told = isEmpty ? 'no content' : toAnswerText(answer.body, secrets);
  const text = `${service.name}, status ${status}: ${told}`;
  return {
    summary: `status ${status}, ${told.length} characters`,
    evidence: [{ kind: 'value', text }],
  };
};

const checkSize = (body: unknown): void => {
  if (body === undefined || JSON.stringify(body).length <= MAX_BODY_CHARS) return;
  throw new AppError('invalid_arguments', `body: has more than ${MAX_BODY_CHARS} characters`);
};

const toProof = (
  references: readonly Credential[],
  credentials: Readonly<Record<string, string>>,
) => {
  const proof = { query: {} as Record<string, string>, headers: {} as Record<string, string> };
  for (const { variable, in: place, name = 'Authorization' } of references) {
    const secret = credentials[variable] ?? '';
    if (place === 'query') proof.query[name] = secret;
    else proof.headers[name] = place === 'bearer' ? `Bearer ${secret}` : secret;
  }
  return proof;
};

/** A change that was asked for and never confirmed may have happened. */
const withDoubt = (cause: unknown): unknown =>
  isAppError(cause) && cause.code === 'tool_unavailable'
    ? new AppError(
        cause.code,
        `${cause.message} Whether the change was made is not known: tell the user, and do not try again.`,
        { cause },
      )
    : cause;

const MAX_ANSWER_CHARS = 8_000;
const MAX_REASON_CHARS = 300;

type Limits = { items: number; chars: number; depth: number; keys: number };

/** Tried in this order until the answer is short enough. */
const LIMITS: readonly Limits[] = [
  { items: 1_000, chars: 8_000, depth: 20, keys: 200 },
  { items: 50, chars: 1_000, depth: 8, keys: 80 },
  { items: 20, chars: 400, depth: 6, keys: 40 },
  { items: 8, chars: 200, depth: 5, keys: 25 },
  { items: 3, chars: 100, depth: 4, keys: 15 },
  { items: 1, chars: 40, depth: 3, keys: 10 },
];

/** The answer as JSON within the budget; of what did not fit, what it was is told. Credentials that a service repeats are taken out. */
const toAnswerText = (body: unknown, secrets: readonly string[]): string => {
  for (const limits of LIMITS) {
    const cut = new Set<string>();
    const kept = prune(body, limits, { secrets, cut, path: '', depth: 0 });
    const json = withoutSecrets(JSON.stringify(kept), secrets);
    if (json.length > MAX_ANSWER_CHARS) continue;
    return cut.size === 0 ? json : `${json}\n(Shortened: ${[...cut].slice(0, 10).join('; ')}.)`;
  }
  const fields = isRecord(body) ? Object.keys(body).slice(0, 20) : [];
  const names = fields.map((name) => shorten(withoutSecrets(name, secrets), 40)).join(', ');
  return `(Too long to be shown. Its fields: ${names}.)`;
};

type Walk = { secrets: readonly string[]; cut: Set<string>; path: string; depth: number };

const prune = (value: unknown, limits: Limits, walk: Walk): unknown => {
  const { secrets, cut, path, depth } = walk;
  const at = path === '' ? 'the answer' : path;
  if (typeof value === 'string') {
    const text = withoutSecrets(value, secrets);
    if (text.length <= limits.chars) return text;
    cut.add(`${at} has ${text.length} characters`);
    return `${text.slice(0, limits.chars)}…`;
  }
  if (typeof value === 'number' && secrets.includes(String(value))) return '[credential]';
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= limits.depth) {
    cut.add(`${at} goes deeper`);
    return '…';
  }
  if (Array.isArray(value)) {
    if (value.length > limits.items) cut.add(`${at} has ${value.length} items`);
    return value
      .slice(0, limits.items)
      .map((item: unknown) =>
        prune(item, limits, { ...walk, path: `${path}[]`, depth: depth + 1 }),
      );
  }
  const entries = Object.entries(value);
  const left = entries
    .slice(limits.keys)
    .map(([name]) => shorten(withoutSecrets(name, secrets), 40));
  if (left.length > 0) cut.add(`${at} also has the fields ${left.slice(0, 20).join(', ')}`);
  return Object.fromEntries(
    entries.slice(0, limits.keys).map(([key, item]) => {
      const name = withoutSecrets(key, secrets);
      const inner = path === '' ? shorten(name, 40) : `${path}.${shorten(name, 40)}`;
      return [name, prune(item, limits, { ...walk, path: inner, depth: depth + 1 })];
    }),
  );
};

type Refused = { service: string; status: number; body: unknown };

/** What a model is told of a refusal: whose fault it is, and the reason that the service gives. */
const toRefusal = ({ service, status, body }: Refused, secrets: readonly string[]): AppError => {
  const named = `${service.charAt(0).toUpperCase()}${service.slice(1)}`;
  if (status === 401 || status === 403 || status === 407) {
    return new AppError('tool_unavailable', `${named} does not let us do this (status ${status}).`);
  }
  const reason = body === null ? '' : `: ${shorten(toReason(body, secrets), MAX_REASON_CHARS)}`;
  if (status === 404 || status === 410) {
    return new AppError('not_found', `${named} has nothing there (status ${status})${reason}`);
  }
  return new AppError(
    'invalid_arguments',
    `${named} refused the arguments (status ${status})${reason}`,
  );
};

/** The sentence that most services put there, or else all they say. */
const toReason = (body: unknown, secrets: readonly string[]): string => {
  const { detail, message, error, title } = isRecord(body) ? body : {};
  const inner = isRecord(error) ? error['message'] : error;
  const said = [detail, message, inner, title].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );
  return said === undefined ? toAnswerText(body, secrets) : withoutSecrets(said, secrets);
};
