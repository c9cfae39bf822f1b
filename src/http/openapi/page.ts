import { z } from 'zod';
import type { OpenApiDocument } from './schema.js';

// Lenient: only what the page shows.
const Operation = z.object({
  summary: z.string().default(''),
  description: z.string().default(''),
  parameters: z
    .array(
      z.union([
        z.object({ $ref: z.string() }).transform(({ $ref }) => $ref.split('/').at(-1) ?? ''),
        z
          .object({ name: z.string(), in: z.string(), required: z.boolean().default(false) })
          .transform((one) => one),
      ]),
    )
    .default([]),
  requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string().default('') })),
});
const Paths = z.record(z.string(), z.record(z.string(), Operation));

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}' +
  'code,pre{font:14px/1.45 ui-monospace,monospace}pre{overflow:auto;background:#f4f4f5;padding:.75rem;border-radius:.4rem}' +
  'details{border-bottom:1px solid #ddd;padding:.4rem 0}summary{cursor:pointer}b{display:inline-block;min-width:4.5rem}' +
  '@media(prefers-color-scheme:dark){body{background:#18181b;color:#e4e4e7}pre{background:#27272a}a{color:#93c5fd}details{border-color:#3f3f46}}';

/** The OpenAPI document as one page: no script, no style sheet or font from elsewhere. */
export const createDocsPage = (document: OpenApiDocument): string => {
  const operations = Object.entries(Paths.parse(document.paths)).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => toSection(path, method, operation)),
  );
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) =>
      `<details id="${escape(name)}"><summary>${escape(name)}</summary><pre>${linkSchemas(JSON.stringify(schema, null, 2))}</pre></details>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(document.info.title)} API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body><h1>${escape(document.info.title)} API</h1>
<p>Generated from the same schemas that check every request. For tools: <a href="/v1/openapi.json">openapi.json</a>.
Send <code>Authorization: Bearer &lt;API key&gt;</code>.</p>
<h2>Operations</h2>
${operations.join('\n')}
<h2>Errors</h2>
<pre>${escape(document.info.description ?? '')}</pre>
<h2>Schemas</h2>
${schemas.join('\n')}
</body></html>
`;
};

const toSection = (path: string, method: string, operation: z.infer<typeof Operation>): string => {
  const parameters = operation.parameters.map((one) =>
    typeof one === 'string'
      ? `<li><code>${escape(one)}</code> (header)</li>`
      : `<li><code>${escape(one.name)}</code> (${escape(one.in)})${one.required ? ', required' : ''}</li>`,
  );
  const body =
    operation.requestBody === undefined
      ? ''
      : `<p>Body</p><pre>${linkSchemas(JSON.stringify(operation.requestBody.content, null, 2))}</pre>`;
  const responses = Object.entries(operation.responses).map(
    ([status, { description }]) => `<li><code>${escape(status)}</code> ${escape(description)}</li>`,
  );
  return `<details><summary><b>${escape(method.toUpperCase())}</b> <code>${escape(path)}</code> ${escape(operation.summary)}</summary>
<p>${escape(operation.description)}</p>${parameters.length > 0 ? `<ul>${parameters.join('')}</ul>` : ''}${body}<ul>${responses.join('')}</ul></details>`;
};

const escape = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const linkSchemas = (json: string): string =>
  escape(json).replace(
    /#\/components\/schemas\/(\w+)/g,
    (reference, name: string) => `<a href="#${name}">${reference}</a>`,
  );
