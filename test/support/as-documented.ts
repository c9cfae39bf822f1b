import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { answerOf, codesIn, document, routes } from './api-document.js';

export type Heard = {
  method: string;
  url: string;
  status: number;
  contentType: string | null;
  text: string;
};

const PROBLEM = 'application/problem+json';
const STREAM = 'text/event-stream';

/** Refuses an answer of the API that its OpenAPI document does not describe: status, type, fields, events and code of a refusal. */
export const requireDocumented = (heard: Heard): void => {
  const route = routeOf(heard);
  if (route === undefined) return;
  const wrong = whatIsWrong(route, heard);
  if (wrong.length === 0) return;
  const { method, url, status, text } = heard;
  const answer = `${method} ${url} answered ${status} with ${text.slice(0, 2000)}`;
  throw new Error(`${answer}\nThe OpenAPI document: ${wrong.join('; ')}.`);
};

type Route = (typeof routes)[number];

const patterns = routes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
}));

/** Paths that the document has; what the console and other parts answer is not described there. */
const routeOf = ({ method, url }: Heard): Route | undefined => {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  const isIt = ({ route, pattern }: (typeof patterns)[number]) =>
    route.method.toUpperCase() === method && pattern.test(path);
  return patterns.find(isIt)?.route;
};

const whatIsWrong = (route: Route, { status, contentType, text }: Heard): string[] => {
  const answer = answerOf(route, String(status));
  if (answer === undefined) return [`no answer has the status ${status}`];
  const type = contentType?.split(';')[0] ?? '';
  const { content = {} } = answer;
  if (text === '' && Object.keys(content).length === 0) return [];
  const media = content[type] ?? (isFile(content) ? FILE : undefined);
  if (media === undefined) return [`no answer of ${status} is ${type || 'without a type'}`];
  if (type === STREAM)
    return readEvents(text).flatMap((event) => errorsOf(eventSchema(media), event));
  if (!type.endsWith('json') || media === FILE) return [];
  const value: unknown = JSON.parse(text);
  const errors = errorsOf(media.schema, value);
  return type === PROBLEM ? [...errors, ...undeclared(codesIn(answer), value)] : errors;
};

const FILE = { schema: {} };
const isFile = (content: object): boolean => 'application/octet-stream' in content;

const eventSchema = ({ schema }: { schema: object }): object =>
  (schema as { contentSchema: object }).contentSchema;

const readEvents = (text: string): object[] =>
  Array.from(text.matchAll(/^event: (.*)\ndata: (.*)$/gm), ([, event, data = '']) => ({
    event,
    data: JSON.parse(data) as unknown,
  }));

const undeclared = (codes: readonly string[], problem: unknown): string[] => {
  const { code } = problem as { code: string };
  return codes.includes(code) ? [] : [`this operation is not refused with ${code}`];
};

/** A later version's server may send fields that a schema does not name; all that ours sends has to be in there. */
const toClosed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toClosed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, child]) => [
    name,
    name === '$ref' ? `api${String(child)}` : toClosed(child),
  ]);
  const isOpen = 'properties' in value && !('additionalProperties' in value);
  return Object.fromEntries([...entries, ...(isOpen ? [['additionalProperties', false]] : [])]);
};

// That its schemas are themselves valid is proven once (test/http/openapi/lint.e2e.test.ts).
const ajv = addFormats.default(new Ajv2020({ strict: false, validateSchema: false }));
ajv.addSchema({ components: toClosed(JSON.parse(JSON.stringify(document.components))) }, 'api');

/** Each schema is compiled when the first such answer is heard. */
const validators = new Map<object, ValidateFunction>();

const errorsOf = (schema: object, value: unknown): string[] => {
  const validate = validators.get(schema) ?? ajv.compile(toClosed(schema) as object);
  validators.set(schema, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath || 'the body'} ${message ?? ''} ${JSON.stringify(params)}`,
  );
};
