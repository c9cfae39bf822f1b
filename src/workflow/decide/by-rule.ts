import type { CollectionQuestion, Question } from '../../questions/index.js';
import type { MessageId } from '../../shared/ids.js';
import type { ToolRequest } from './protocol.js';

/** The one call that does what a question asks for, and it asks for nothing but that; null for any other question. `messageId` is the question's. */
export const toCallByRule = (
  {
    remembers,
    calculation,
    collection,
  }: Pick<Question, 'remembers' | 'calculation' | 'collection'>,
  messageId: MessageId,
): ToolRequest | null => {
  if (remembers !== null) {
    return { name: 'create_memory', arguments: { messageId, quote: remembers.content } };
  }
  if (calculation !== null) return { name: 'math_calc', arguments: { expression: calculation } };
  return collection === null ? null : { name: LIST_DOCUMENTS, arguments: toListing(collection) };
};

export const LIST_DOCUMENTS = 'list_documents';

const toListing = (asked: CollectionQuestion): Record<string, unknown> => {
  switch (asked.kind) {
    case 'list':
    case 'count':
      return { sort: 'title' };
    case 'newest':
      return { sort: 'newest', limit: NEWEST };
    case 'about':
      return { about: asked.subject };
    case 'contents':
    case 'summary':
      return { title: asked.subject, outline: true };
  }
};

/** More are no longer new. */
const NEWEST = 5;
