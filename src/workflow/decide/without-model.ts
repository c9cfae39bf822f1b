import type { MessageId } from '../../shared/ids.js';
import { questionOf } from '../question.js';
import type { RouterState } from '../state.js';
import type { Decision, ToolRequest } from './protocol.js';
import type { CollectionQuestion, Question } from '../../questions/index.js';

/** The name of the rule that searches for a plain question before a model is asked. */
export const RULE = 'rule';

/** The protocol names recorded for decisions without a model: the fallback if a model failed, the extractive reasoner, and the rule. */
const WITHOUT_MODEL = ['default', 'extractive', RULE];

/** True if no model asked for the calls of this round, so that a refused call is our own mistake. */
export const isDecidedWithoutModel = ({ decisions }: Pick<RouterState, 'decisions'>): boolean =>
  WITHOUT_MODEL.includes(decisions.at(-1)?.protocol ?? '');

/** True if no model decided in this round, counted from 1. */
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

/** Decides without a model. Some questions are understood completely by a rule; for those, no document is searched. */
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

/** There may be no document with that name, so enough rounds must be left for a search. */
const mayList = ({ maxIterations = 1 }: Asked, available: Available): boolean =>
  maxIterations > 1 && available.some(({ name }) => name === LIST_DOCUMENTS);

/** True if no document has the name in the question, so that the question is about the contents of documents. */
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
 * The decision if the model failed: search first, then answer from what was found. It never asks the user, who cannot resolve a failure of
 * ours.
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

/** The one call that does exactly what a question asks for; null for any other question. `messageId` is the id of the question. */
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

/** Lists the documents if the user asks what the assistant knows; null if they cannot be listed. */
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

/** Only this many documents count as the newest. */
const NEWEST = 5;
