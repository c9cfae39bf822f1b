import { z } from 'zod';
import { publicRoute, type Route } from '../route.js';
import { createOpenApiDocument, type DocumentWords } from './document.js';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { nameOf, schemasOf, type OpenApiDocument, type Schema, type Schemas } from './schema.js';

const tag = 'service';

/** The API describes itself. Built on the first request, because most processes never get one. `routes` are all other routes. */
export const createDescriptionRoutes = (
  routes: readonly Route[],
  words: DocumentWords,
): Route[] => {
  const own: Route[] = [
    publicRoute({
      method: 'get',
      path: '/v1/openapi.json',
      operationId: 'getOpenApiDocument',
      tag,
      summary: 'This document',
      responses: {
        200: { description: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) },
      },
      handle: async () => ({ status: 200, body: readDocument() }),
    }),
    publicRoute({
      method: 'get',
      path: '/docs',
      operationId: 'showDocs',
      tag,
      summary: 'This document as a page',
      responses: { 200: { description: 'The page', contentType: 'text/html' } },
      handle: async () => ({
        status: 200,
        contentType: 'text/html',
        body: readPage(),
        headers: { 'Content-Security-Policy': createPagePolicy() },
      }),
    }),
  ];
  const readDocument = once(() => createOpenApiDocument([...routes, ...own], words));
  const readPage = once(() => createDocsPage(readDocument()));
  return own;
};

const once = <Made>(make: () => Made): (() => Made) => {
  let made: { value: Made } | undefined;
  return () => (made ??= { value: make() }).value;
};

const SCRIPT = readFileSync(new URL('./page-script.js', import.meta.url), 'utf8');

/** The OpenAPI document as one page, readable without its script, which adds a search and a form for sending requests. */
export const createDocsPage = (document: OpenApiDocument): string => {
  const operations = readOperations(document);
  const groups = (document.tags ?? [])
    .map(({ name, description = '' }) => ({
      name,
      description,
      operations: operations.filter(({ tag }) => tag === name),
    }))
    .filter((group) => group.operations.length > 0);
  const schemas = Object.entries(schemasOf(document));
  const title = `${escape(document.info.title)} API`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><style>${PAGE_STYLE}</style></head>
<body><nav aria-label="Operations"><div id="search" role="search" hidden><label>Search <kbd>/</kbd> <input type="search" autocomplete="off" spellcheck="false"></label>
<output></output></div>
${groups.map(toLinks).join('\n')}
<h2><a href="#errors">Errors</a></h2><h2><a href="#schemas">Schemas</a></h2></nav>
<main><h1>${title}</h1>
<p>Made of the same schemas that check every request. For tools: <a href="/v1/openapi.json">openapi.json</a>.
Send <code>Authorization: Bearer &lt;API key&gt;</code>.</p>
<div id="access" hidden><label>API key <input type="password" autocomplete="off"></label>
<p class="quiet">For the requests that you send from here. It stays in this page and is gone with it.</p></div>
${groups.map(toGroup).join('\n')}
<h2 id="errors">Errors</h2>
<pre tabindex="0">${escape(document.info.description ?? '')}</pre>
<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => `<details id="${escape(name)}"><summary><code>${escape(name)}</code></summary>${toJson(schema)}</details>`).join('\n')}
</main><script type="module">${SCRIPT}</script></body></html>
`;
};

/** The page may only run its own script and contact its own server. */
export const createPagePolicy = (): string =>
  [
    "default-src 'none'",
    `script-src ${hashOf(SCRIPT)}`,
    `style-src ${hashOf(PAGE_STYLE)}`,
    "connect-src 'self'",
    'img-src blob: data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// Lenient: only what the page shows.
const Described = z.object({ description: z.string().default('') });
const Media = z.object({
  schema: z.record(z.string(), z.unknown()),
  example: z.unknown().optional(),
});
const Parameter = Described.extend({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  schema: z.record(z.string(), z.unknown()).default({}),
});
const Answer = Described.extend({ content: z.record(z.string(), Media).default({}) });
const Reference = z.object({ $ref: z.string() });
const Operation = Described.extend({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string().default(''),
  security: z.array(z.unknown()).default([]),
  parameters: z.array(z.union([Reference, Parameter])).default([]),
  requestBody: z.object({ content: z.record(z.string(), Media) }).optional(),
  responses: z.record(z.string(), z.union([Reference, Answer])),
});
const Paths = z.record(z.string(), z.record(z.string(), Operation));

type Shown = Omit<z.infer<typeof Operation>, 'parameters' | 'requestBody' | 'responses'> & {
  method: string;
  path: string;
  tag: string;
  parameters: z.infer<typeof Parameter>[];
  bodies: [type: string, media: z.infer<typeof Media>][];
  answers: [status: string, answer: z.infer<typeof Answer>][];
  schemas: Schemas;
};

/** Every operation, with the parameters and responses that it shares with others. */
const readOperations = (document: OpenApiDocument): Shown[] => {
  const { parameters = {}, responses = {} } = document.components ?? {};
  const shared = new Map<string, unknown>(Object.entries(parameters));
  const refusals = new Map<string, unknown>(Object.entries(responses));
  const resolve = <Schema extends z.ZodType>(
    schema: Schema,
    from: ReadonlyMap<string, unknown>,
    one: unknown,
  ) => {
    const reference = Reference.safeParse(one);
    return schema.parse(reference.success ? from.get(nameOf(reference.data.$ref)) : one);
  };
  return Object.entries(Paths.parse(document.paths)).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method,
      path,
      tag: operation.tags[0],
      schemas: schemasOf(document),
      parameters: operation.parameters.map((one) => resolve(Parameter, shared, one)),
      bodies: Object.entries(operation.requestBody?.content ?? {}),
      answers: Object.entries(operation.responses).map(
        ([status, one]): Shown['answers'][number] => [status, resolve(Answer, refusals, one)],
      ),
    })),
  );
};

type Group = { name: string; description: string; operations: readonly Shown[] };

const toLinks = ({ name, operations }: Group): string => {
  const links = operations.map(
    (one) =>
      `<li data-of="${one.operationId}"><a href="#${one.operationId}" title="${escape(one.summary)}">${toMethod(one)}<span>${escape(one.path)}</span></a></li>`,
  );
  return `<section><h2><a href="#tag-${name}">${escape(name)}</a></h2><ul>${links.join('')}</ul></section>`;
};

const toGroup = ({ name, description, operations }: Group): string =>
  `<section class="group" aria-labelledby="tag-${name}"><h2 id="tag-${name}">${escape(name)}</h2><p class="quiet">${escape(description)}</p>
${operations.map(toOperation).join('\n')}</section>`;

const toMethod = ({ method }: Shown): string =>
  `<b class="method ${method}">${method.toUpperCase()}</b>`;

const toOperation = (one: Shown): string =>
  `<details class="operation" id="${one.operationId}" data-method="${one.method.toUpperCase()}" data-path="${escape(one.path)}" data-types="${escape(typesOf(one).join(' '))}" data-words="${escape(wordsOf(one))}">
<summary>${toMethod(one)}<code>${escape(one.path)}</code> <span>${escape(one.summary)}</span></summary>
<div class="inside"><p>${escape(one.description || 'For anybody.')} <span class="quiet">Operation <code>${one.operationId}</code></span></p>
${toParameters(one.parameters)}${one.bodies.map((body) => toBody(one, body)).join('')}
<h3>Request</h3><pre tabindex="0">${escape(toCurl(one))}</pre>
<h3>Answers</h3>${one.answers.map(toAnswer).join('')}</div></details>`;

/** Lists the content types of the response if the client can choose between several. */
const typesOf = ({ answers }: Shown): string[] => {
  const types = answers.flatMap(([status, { content }]) =>
    Number(status) < 300 ? Object.keys(content) : [],
  );
  return types.includes('text/event-stream') ? [...new Set(types)] : [];
};

/** The words by which it is found, including its parameters and refusals. */
const wordsOf = ({ method, path, tag, operationId, summary, parameters, answers, bodies }: Shown) =>
  [
    method,
    path,
    tag,
    operationId,
    summary,
    ...parameters.map(({ name }) => name),
    ...answers.map(([, { description }]) => description),
    JSON.stringify(bodies),
  ]
    .join(' ')
    .toLowerCase();

const toParameters = (parameters: Shown['parameters']): string => {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: place, required, schema, description }) =>
      `<tr data-name="${escape(name)}" data-in="${place}"${required ? ' data-required' : ''}><td><code>${escape(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td>${toType(schema)}</td><td>${escape(description)}</td></tr>`,
  );
  return `<h3>Parameters</h3><table><thead><tr><th>Name<th>In<th>Type<th>Meaning</tr></thead><tbody>${rows.join('')}</tbody></table>`;
};

const toBody = ({ schemas }: Shown, [type, { schema, example }]: Shown['bodies'][number]) => {
  const heading = `<h3>Body as <code>${escape(type)}</code></h3>`;
  if (type !== 'multipart/form-data') {
    const text = example === undefined ? '' : JSON.stringify(example, null, 2);
    return `${heading}<p>${toType(schema)}</p><pre tabindex="0" data-body="${escape(type)}"${text === '' ? ' hidden' : ''}>${escape(text)}</pre>`;
  }
  const { properties = {}, required = [] }: Schema = resolveSchema(schema, schemas);
  const rows = Object.entries(properties).map(([name, field]) => {
    const isFile = [field, field.items].some((one) => one?.format === 'binary');
    const { description } = Described.parse(field);
    return `<tr data-field="${escape(name)}"${isFile ? ' data-file' : ''}${field.type === 'array' ? ' data-many' : ''}><td><code>${escape(name)}</code></td><td>${required.includes(name) ? 'required' : ''}</td><td>${isFile ? 'file' : toType(field)}</td><td>${escape(description)}</td></tr>`;
  });
  return `${heading}<table><thead><tr><th>Field<th>Needed<th>Type<th>Meaning</tr></thead><tbody>${rows.join('')}</tbody></table>`;
};

const resolveSchema = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {});

const toAnswer = ([status, { description, content }]: Shown['answers'][number]): string => {
  const examples = Object.entries(content).map(([type, { schema, example }]) => {
    const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
    return `<p><code>${escape(type)}</code> ${toType(schema)}</p>${example === undefined ? '' : `<pre tabindex="0">${escape(text)}</pre>`}`;
  });
  const line = `<b>${status}</b> ${escape(description)}`;
  return examples.length === 0 || Number(status) >= 400
    ? `<p>${line}</p>`
    : `<details><summary>${line}</summary>${examples.join('')}</details>`;
};

const toCurl = ({ method, path, security, bodies }: Shown): string => {
  const [first] = bodies;
  const [type, media] = first ?? ['', null];
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "$KNOWLEDGE_ROUTER_URL${path}"`,
    ...(security.length > 0 ? ['-H "Authorization: Bearer $KNOWLEDGE_ROUTER_KEY"'] : []),
    ...(type === 'multipart/form-data' ? ["-F 'file=@handbook.pdf'"] : []),
    ...(type === 'application/octet-stream' ? ["--data-binary '@handbook.pdf'"] : []),
    ...(type === 'application/json'
      ? [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(media?.example).replaceAll("'", `'\\''`)}'`,
        ]
      : []),
  ];
  return lines.join(' \\\n  ');
};

/** A short description of a type; a named one links to its schema. */
const toType = (schema: Schema): string => {
  if (schema.$ref !== undefined) {
    const name = escape(nameOf(schema.$ref));
    return `<a href="#${name}">${name}</a>`;
  }
  if (schema.enum !== undefined) return escape(schema.enum.map(String).join(' | '));
  const either = schema.oneOf ?? schema.anyOf;
  if (either !== undefined) return either.map(toType).join(' | ');
  if (schema.contentSchema !== undefined) return `events: ${toType(schema.contentSchema)}`;
  const types = [schema.type ?? []].flat();
  if (types[0] === 'array') return `list of ${toType(schema.items ?? {})}`;
  return escape([types.join(' | '), schema.format ?? ''].filter(Boolean).join(', '));
};

const toJson = (value: unknown): string =>
  `<pre tabindex="0">${escape(JSON.stringify(value, null, 2)).replace(
    /#\/components\/schemas\/(\w+)/g,
    (reference, name: string) => `<a href="#${name}">${reference}</a>`,
  )}</pre>`;

const escape = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** Styles the page at /docs. Every colour has a contrast of at least 4.5 on both backgrounds. */
const PAGE_STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#fff,#18181b);--raised:light-dark(#f4f4f5,#27272a);--text:light-dark(#18181b,#e4e4e7);
--quiet:light-dark(#52525b,#a1a1aa);--line:light-dark(#d4d4d8,#3f3f46);--accent:light-dark(#1d4ed8,#93c5fd);--good:light-dark(#166534,#86efac);--bad:light-dark(#b91c1c,#fca5a5)}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:var(--ground);color:var(--text);display:grid;grid-template-columns:minmax(16rem,22rem) minmax(0,1fr)}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
[hidden]{display:none!important}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line);font-size:.875rem}
nav ul{list-style:none;margin:0 0 .75rem;padding:0}
nav li a{display:flex;gap:.5rem;padding:.15rem .25rem;text-decoration:none;color:inherit;border-radius:.25rem;overflow-wrap:anywhere}
nav li a:hover{background:var(--raised)}
nav h2{font-size:.875rem;margin:.5rem 0 .25rem}
nav output{display:block;color:var(--quiet);min-height:1.5em}
main{padding:1rem 2rem 30vh;max-width:64rem;min-width:0}
.quiet{color:var(--quiet)}
code,pre,textarea{font:.85rem/1.45 ui-monospace,monospace}
pre{overflow:auto;max-height:32rem;background:var(--raised);padding:.75rem;border-radius:.4rem;margin:.25rem 0 1rem}
b.method{flex:none;width:3.6rem;font:600 .75rem/1.9 ui-monospace,monospace;color:var(--accent)}
b.method.delete{color:var(--bad)}
b.method.get{color:var(--good)}
details.operation{border-bottom:1px solid var(--line)}
summary{cursor:pointer;padding:.4rem 0}
details.operation>summary{display:flex;gap:.5rem;flex-wrap:wrap;align-items:baseline}
details.operation[open]>summary{font-weight:600}
.inside{padding:0 0 1rem 1rem;border-left:2px solid var(--line)}
table{border-collapse:collapse;width:100%;margin-bottom:1rem}
th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--line);font-weight:400;overflow-wrap:anywhere}
thead th{color:var(--quiet);font-size:.8rem}
h3{margin:1rem 0 .25rem;font-size:1rem}
input,textarea,select{width:100%;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--quiet);border-radius:.3rem;padding:.35rem .5rem}
textarea{min-height:10rem;font:.85rem/1.45 ui-monospace,monospace}
button{font:inherit;color:var(--ground);background:var(--accent);border:0;border-radius:.3rem;padding:.35rem 1rem;cursor:pointer;margin:.5rem .5rem 0 0}
button.second{color:var(--accent);background:none;border:1px solid var(--accent)}
.try label{display:block;margin:.5rem 0 0}
.answer img{max-width:100%}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto;max-height:60vh;border-right:0;border-bottom:1px solid var(--line)}main{padding:1rem}}
@media(prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`;
