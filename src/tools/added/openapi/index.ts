import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import type { DeclaredTool } from '../../tool.js';
import { readServices, type Service } from './configuration.js';
import { readDocument } from './document.js';
import { refuse } from './refusal.js';
import { toTool, type CredentialSettings } from './to-tool.js';

/** The tools that an operator's file makes of the operations of OpenAPI documents. Rejects with a sentence that names what is wrong. */
export const loadOpenApiTools = async (path: string): Promise<readonly DeclaredTool[]> => {
  const file = resolve(path);
  const services = await readServices(file);
  const names = services.map(({ name }) => name);
  const twice = names.find((name, position) => names.indexOf(name) < position);
  if (twice !== undefined) throw refuse(`${file} has two services named ${twice}.`);
  const schemas = toCredentialSchemas(services);
  const tools: DeclaredTool[] = [];
  for (const service of services) {
    const document = await readDocument(service, dirname(file));
    const settings = pick(schemas, service);
    tools.push(...service.operations.map((one) => toTool(one, { service, document, settings })));
  }
  return tools;
};

/** Sent in a header: what cannot stand there is refused at the start. Messages repeat no value. */
const toCredentialSchemas = (services: readonly Service[]): CredentialSettings => {
  const used = services.flatMap(({ name, credentials }) =>
    credentials.map(({ variable }) => ({ name, variable })),
  );
  return Object.fromEntries(
    used.map(({ name, variable }) => [
      variable,
      z
        .string({ error: `required, for OPENAPI_TOOLS names it as a credential of ${name}` })
        .regex(/^[\x21-\x7e]{4,4096}$/, 'must be 4 to 4096 characters of ASCII without spaces')
        .describe(`Credential of the service ${name}.`),
    ]),
  );
};

const pick = (schemas: CredentialSettings, { credentials }: Service): CredentialSettings =>
  Object.fromEntries(
    Object.entries(schemas).filter(([name]) =>
      credentials.some(({ variable }) => variable === name),
    ),
  );
