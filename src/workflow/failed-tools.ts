import type { ToolCallRecord } from '../conversations/index.js';
import { roundOf, type RouterState } from './state.js';

/** Errors in which the model asked for something impossible. The model is informed, and nothing on our side failed. */
export const EXPECTED_FAILURES: ReadonlySet<string> = new Set([
  'unknown_tool',
  'invalid_arguments',
  'not_found',
  'quota_exceeded',
  'conflict',
  'payload_too_large',
]);

/** True if the call itself was refused, which says nothing about whether information exists. */
export const isRefused = ({ error }: Pick<ToolCallRecord, 'error'>): boolean =>
  error !== null && REFUSALS.has(error.code);

const REFUSALS: ReadonlySet<string> = new Set([
  'invalid_arguments',
  'unknown_tool',
  'quota_exceeded',
]);

/** The names of failed tools whose result is missing from the answer, except tools that succeeded in a later round. */
export const findFailedTools = ({ toolCalls }: Pick<RouterState, 'toolCalls'>): string[] => {
  const failed = toolCalls.filter(
    (call, position) =>
      call.error !== null &&
      !EXPECTED_FAILURES.has(call.error.code) &&
      !toolCalls.slice(position + 1).some((later) => mends(later, call)),
  );
  return [...new Set(failed.map(({ name }) => name))];
};

const mends = (later: ToolCallRecord, failed: ToolCallRecord): boolean =>
  later.ok && later.name === failed.name && roundOf(later.id) !== roundOf(failed.id);

/** Tools that look up stored data. If a model calls one of them wrongly, explaining this does not help the user. */
const LOOKS_INTO_STORE: ReadonlySet<string> = new Set([
  'rag_search',
  'memory_search',
  'document_retrieval',
  'list_documents',
  'read_table',
  'search_history',
  'create_memory',
]);

/** The reasons per tool, if nothing was found because every call failed; empty if at least one call succeeded. */
export const findReasonsOfFailure = ({ toolCalls }: Pick<RouterState, 'toolCalls'>): string[] => {
  if (toolCalls.some(({ ok }) => ok)) return [];
  const reasons = toolCalls.flatMap(({ name, error }) => {
    if (error === null || error.code === 'unknown_tool') return [];
    const isMistake = LOOKS_INTO_STORE.has(name) && EXPECTED_FAILURES.has(error.code);
    return isMistake ? [] : [`${name}: ${error.message}`];
  });
  return [...new Set(reasons)];
};
