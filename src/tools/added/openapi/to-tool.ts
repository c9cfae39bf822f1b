import { z } from 'zod';
import { AppError, isAppError } from '../../../shared/errors.js';
import { declareTool, type DeclaredTool, type ToolDeps, type ToolResult } from '../../tool.js';
import { TOOL_NAME } from '../names.js';
import { MAX_ANSWER_CHARS, toAnswerText, toRefusal } from './answer.js';
import type { AllowedOperation, Credential, Service } from './configuration.js';
import type { ApiDocument, Described } from './document.js';
import { fillIn, readParameters, type Parameter } from './parameters.js';
import { isRecord, refuse, shorten } from './refusal.js';
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
