import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Route } from '../../src/http/index.js';
import type { OpenApiDocument } from '../../src/http/openapi/schema.js';
import { createRoutes } from '../../src/compose/routes.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';

type Media = { schema: object; example?: unknown; examples?: object };
type Answer = {
  description: string;
  content?: Record<string, Media>;
  headers?: Record<string, object>;
};
type Operation = {
  operationId: string;
  tags: string[];
  security: object[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer | { $ref: string }>;
};
type Place = Pick<Route, 'method' | 'path'>;

/** All routes of the API, and the document that they make of themselves and send. */
export const routes = createRoutes(createFakeApiDeps().deps);

export const operationOf = (path: string, method: string): Operation | undefined => {
  const item = document.paths?.[path.replace(/:(\w+)/g, '{$1}')];
  return (item as Record<string, Operation> | undefined)?.[method];
};

/** A response of the route, whether it is written out or shared with others; undefined where it has none of that status. */
export const answerOf = ({ method, path }: Place, status: string): Answer | undefined => {
  const answer = operationOf(path, method)?.responses[status];
  if (answer === undefined || !('$ref' in answer)) return answer;
  return document.components?.responses?.[answer.$ref.split('/').at(-1) ?? ''] as Answer;
};

export const answersOf = (route: Place): [string, Answer][] =>
  Object.keys(operationOf(route.path, route.method)?.responses ?? {}).map((status) => [
    status,
    answerOf(route, status) ?? { description: '' },
  ]);

/** The codes of one response. */
export const codesIn = (answer: Answer | undefined): string[] =>
  Object.keys(answer?.content?.['application/problem+json']?.examples ?? {});

export const routeOf = (name: string): Route => {
  const route = routes.find(({ method, path }) => `${method} ${path}` === name);
  if (route === undefined) throw new Error(`There is no ${name}.`);
  return route;
};

/** Made by the first test file of a run that needs it: it takes as long as many a file's tests. */
const readDocument = async (): Promise<OpenApiDocument> => {
  const folder = process.env['KR_TEST_FOLDER'];
  if (folder === undefined) return makeDocument();
  const file = join(folder, 'openapi.json');
  const made = await readFile(file, 'utf8').catch(() => null);
  if (made !== null) return JSON.parse(made) as OpenApiDocument;
  const text = JSON.stringify(await makeDocument());
  // Others may read it meanwhile.
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
  return JSON.parse(text) as OpenApiDocument;
};

const makeDocument = async (): Promise<OpenApiDocument> => {
  const reply = await routeOf('get /v1/openapi.json').handle({
    caller: null,
    params: {},
    query: {},
    body: undefined,
    address: '',
    accepted: null,
    signal: new AbortController().signal,
    request: new IncomingMessage(new Socket()),
    report: (error) => {
      throw error;
    },
  });
  return (reply as { body: OpenApiDocument }).body;
};

export const document = await readDocument();

/** Lists how a value departs from what this place of the document demands; null: it does not. */
export const errorsAt = (place: readonly string[], value: unknown): ErrorObject[] | null => {
  const pointer = place.map((name) =>
    encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  validator ??= createValidator();
  const validate = validator.getSchema(`api#/${pointer.join('/')}`);
  if (validate === undefined) throw new Error(`The document has no ${place.join(' ')}.`);
  return validate(value) === true ? null : (validate.errors ?? []);
};

let validator: ReturnType<typeof createValidator> | undefined;

/** Knows only the document, as its readers get it. */
const createValidator = () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  ajv.addSchema(JSON.parse(JSON.stringify(document)) as object, 'api');
  return ajv;
};

/** The place of a route in the document. */
export const placeOf = ({ method, path }: Place): string[] => [
  'paths',
  path.replace(/:(\w+)/g, '{$1}'),
  method,
];

export const bodyPlaceOf = (route: Place, contentType: string): string[] => [
  ...placeOf(route),
  'requestBody',
  'content',
  contentType,
  'schema',
];
