import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { z } from 'zod';

type Exchange = { method: string; path: string; body: unknown };

/** Null when the body fits the document, else what is wrong with it. */
export type Validator = {
  request(exchange: Exchange): string | null;
  response(exchange: Exchange): string | null;
};

const Content = z.object({
  content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }),
});
const Operation = z.object({
  requestBody: Content.optional(),
  responses: z.object({ '200': Content }),
});
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

// OpenAPI 3.0 says `nullable` where JSON Schema has a type `null`, and Qdrant's document also uses it alone.
const toJsonSchema = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key]) => key !== 'nullable');
  const converted = Object.fromEntries(entries.map(([key, value]) => [key, toJsonSchema(value)]));
  if (!('nullable' in schema)) return converted;
  if ('type' in schema) return { ...converted, type: [schema.type, 'null'] };
  return { ...converted, type: 'null' };
};

/** Holds every exchange against Qdrant's own OpenAPI document. */
export const createValidator = (file: string): Validator => {
  const document = Document.parse(JSON.parse(readFileSync(file, 'utf8')));
  const ajv = new Ajv({ strict: false, validateFormats: false, allowUnionTypes: true });
  ajv.addSchema({ $id: 'qdrant', components: toJsonSchema(document.components) });
  const compiled = new Map<string, ValidateFunction>();

  const check = (key: string, schema: unknown, body: unknown): string | null => {
    const resolved: unknown = JSON.parse(
      JSON.stringify(toJsonSchema(schema)).replaceAll('"#/components', '"qdrant#/components'),
    );
    const validate = compiled.get(key) ?? ajv.compile(resolved as object);
    compiled.set(key, validate);
    return validate(body) ? null : `${key}: ${ajv.errorsText(validate.errors)}`;
  };
  const find = ({ method, path }: Exchange) => {
    const operation = document.paths[path]?.[method.toLowerCase()];
    return operation === undefined ? null : Operation.parse(operation);
  };

  return {
    request: (exchange) => {
      const operation = find(exchange);
      const name = `request ${exchange.method} ${exchange.path}`;
      if (!operation) return `${name}: not in the document`;
      const schema = operation.requestBody?.content['application/json'].schema;
      return schema === undefined ? null : check(name, schema, exchange.body);
    },
    response: (exchange) => {
      const schema = find(exchange)?.responses['200'].content['application/json'].schema;
      const name = `response ${exchange.method} ${exchange.path}`;
      return check(name, schema, exchange.body);
    },
  };
};
