import type { MessageId } from '../../shared/ids.js';
import { questionOf } from '../question.js';
import type { RouterState } from '../state.js';
import type { Decision, ToolRequest } from './protocol.js';
import type { CollectionQuestion, Question } from '../../questions/index.js';

/** The name of the rule that searches a plain question before a model is asked. */
export const RULE = 'rule';

/** Names of the protocols without a model: the fallback for a failed model, the extractive reasoner, and the rule. */
const WITHOUT_MODEL = ['default', 'extractive', RULE];

/** True if the round's calls are ours, so a refused call is our own mistake. */
export const isDecidedWithoutModel = ({ decisions }: Pick<RouterState, 'decisions'>): boolean =>
  WITHOUT_MODEL.includes(decisions.at(-1)?.protocol ?? '');

/** The same for a specific round, counted from 1. */
export const isRoundWithoutModel = (
  { decisions }: Pick<RouterState, 'decisions'>,
  round: number,
): boolean =>
  decisions.some(
    ({ iteration, protocol }) => iteration === round && WITHOUT_MODEL.includes(protocol),
  );

type Available = readonly { name: string }[];

type Asked = Pick<
  RouterState,
  'iterationCount' | 'query' | 'originalQuery' | 'question' | 'queryIntent' | 'queryLanguage'
> &
  Partial<Pick<RouterState, 'maxIterations' | 'toolCalls'>>;

/** Decides without a model. A rule understands some questions completely; for those no document is searched. */
export const decideWithoutModel = (
  state: Asked,
  available: Available,
  messageId: MessageId,
): Decision => {
  if (state.queryIntent === 'smalltalk') return toAnswer('Nothing to look for.');
  const call = state.iterationCount === 0 ? toCallByRule(questionOf(state), messageId) : null;
  if (isNotListed(state)) return toDefaultDecision({ ...state, iterationCount: 0 }, available);
  if (call === null || (call.name === LIST_DOCUMENTS && !mayList(state, available))) {
    return toDefaultDecision(state, available);
  }
  if (!available.some(({ name }) => name === call.name)) {
    return toAnswer(`It takes ${call.name}, which is not enabled.`);
  }
  const reasoning = 'A rule knows which tool works this out.';
  return { decision: 'CALL_TOOLS', reasoning, confidence: null, then: 'answer', tools: [call] };
};

/** A document with that name may not exist, so there must be enough rounds left for a search. */
const mayList = ({ maxIterations = 1 }: Asked, available: Available): boolean =>
  maxIterations > 1 && available.some(({ name }) => name === LIST_DOCUMENTS);

/** True if no document has the name in the question, so it asks about contents of documents. */
const isNotListed = (state: Asked): boolean => {
  const { iterationCount, toolCalls = [] } = state;
  const { collection } = questionOf(state);
  const isOfOne = collection?.kind === 'summary' || collection?.kind === 'contents';
  return iterationCount === 1 && isOfOne && toolCalls.every(({ name }) => name === LIST_DOCUMENTS);
};

const toAnswer = (reasoning: string): Decision => ({
  decision: 'ANSWER',
  reasoning,
  confidence: null,
  text: null,
});

/**
 * The decision if the model failed: search first, then answer from what was found. It never asks back, because the user cannot resolve a
 * failure of ours.
 */
export const toDefaultDecision = (
  { iterationCount, query }: Pick<RouterState, 'iterationCount' | 'query'>,
  available: Available,
): Decision => {
  const searches = ['rag_search', 'memory_search'].filter((search) =>
    available.some(({ name }) => name === search),
  );
  return iterationCount > 0 || searches.length === 0
    ? toAnswer('Answer from what is there.')
    : {
        decision: 'CALL_TOOLS',
        reasoning: 'Search first, then answer.',
        confidence: null,
        then: 'answer',
        tools: searches.map((name) => ({ name, arguments: { query } })),
      };
};

/** The one call that does exactly what a question asks for and nothing else; null for any other question. `messageId` is the question's. */
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

/** Lists the documents for a question about what the assistant knows; null if they cannot be listed. */
export const toListingForAssistant = (
  { toolCalls }: Pick<RouterState, 'toolCalls'>,
  available: Available,
): Decision | null => {
  const isListed = toolCalls.some(({ name }) => name === LIST_DOCUMENTS);
  if (isListed || !available.some(({ name }) => name === LIST_DOCUMENTS)) return null;
  return {
    decision: 'CALL_TOOLS',
    reasoning: 'The assistant is asked what it can do.',
    confidence: null,
    then: 'answer',
    tools: [{ name: LIST_DOCUMENTS, arguments: toListing({ kind: 'list' }) }],
  };
};

/** Further ones no longer count as new. */
const NEWEST = 5;
