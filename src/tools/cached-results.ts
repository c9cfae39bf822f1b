import { createHash } from 'node:crypto';
import type { StoredToolResult, ToolResultRepository } from '../conversations/index.js';
import type { Database } from '../platform/database/database.js';
import { toCanonicalJson } from '../shared/canonical-json.js';
import type { UserScope } from '../shared/scope.js';
import type { Tool, ToolResult } from './tool.js';

/** A larger result is not cached, so it is requested again. */
const MAX_KEPT_CHARS = 64_000;

type Deps = { database: Pick<Database<{ toolResults: ToolResultRepository }>, 'withScope'> };

/** The same tool, but the tenant's calls with equal arguments share a result in all processes, for as long as the tool says it is valid. */
export const withCachedResults = (tool: Tool, { database }: Deps): Tool => {
  const { name, cacheSec } = tool;
  if (cacheSec === undefined) return tool;
  return {
    ...tool,
    run: async (argumentsOfModel, context) => {
      const { scope } = context;
      const key = toKey([name, argumentsOfModel], scope);
      const found = await database.withScope(scope, (tx) => tx.toolResults.find(key));
      if (found) return { ...found, cached: true };
      const returned = await tool.run(argumentsOfModel, context);
      const result = toStored(returned);
      if (result) {
        await database.withScope(scope, (tx) => tx.toolResults.keep({ key, result, cacheSec }));
      }
      return returned;
    },
  };
};

/** Distinguishes callers with different document filters, whatever a tool derived from those documents. */
const toKey = (call: readonly unknown[], { filters }: UserScope): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    createHash('sha256')
      .update(toCanonicalJson(filters.length === 0 ? call : [...call, filters]))
      .digest(),
  );

/** Null for results that are not cached: passages and memories belong to a reader, and large results are not worth a row. */
const toStored = ({ summary, evidence }: ToolResult): StoredToolResult | null => {
  const values = evidence.filter((item) => item.kind === 'value');
  const chars = values.reduce((sum, { text }) => sum + text.length, 0);
  return values.length === evidence.length && chars <= MAX_KEPT_CHARS
    ? { summary, evidence: values }
    : null;
};
