import type { ChatModel, ChatResult } from '../platform/models/model.js';
import { removeThoughts } from '../platform/models/reasoning-tags.js';
import type { Tool } from '../tools/index.js';
import { askForAnswerOrMore, toPromptContext, type AnswerAsk } from './ask-for-answer.js';
import { selectTurnSources } from './basis.js';
import {
  parseDecision,
  protocolOf,
  type Decision,
  type DecisionProtocols,
} from './decide/protocol.js';
import { RULE } from './decide/without-model.js';
import type { ModelAnswer } from './model-answer.js';
import { toAnswerMessages } from './prompts/answer.js';
import type { RouterState } from './state.js';

type Asking = Omit<AnswerAsk, 'sources'> & {
  protocols: DecisionProtocols;
  tools: readonly Tool[];
};

type Written = { decision: Decision; protocol: string; draft: ModelAnswer | null };

/** Protocols after whose first decision the model may write at once: the rule's search, and native tool calls. */
const WRITES_AFTER: ReadonlySet<string> = new Set([RULE, 'tools']);

/** True if something was found, so that one call can either write the answer or ask for more. */
export const mayWrite = ({ decisions, evidence }: Pick<RouterState, 'decisions' | 'evidence'>) =>
  evidence.length > 0 && WRITES_AFTER.has(decisions[0]?.protocol ?? '');

/** What a reply asks for instead of answering; with `decide`, the model must be asked for a decision first. */
type More = { decision: Decision | 'decide'; protocol: string };

/**
 * Lets the model write the answer from what was found, call a tool, or search in other words. Null if calling a tool needs a separate
 * decision, or if the reply cannot be read.
 */
export const writeOrLook = async (chat: ChatModel, asking: Asking): Promise<Written | null> => {
  const { state, runtime, tools, protocols } = asking;
  const ask = { ...asking, sources: selectTurnSources(state) };
  const context = toPromptContext(ask);
  let asked = '';
  const written = await askForAnswerOrMore<More>(chat, ask, {
    shapeFor: (name) => {
      asked = name;
      const { tools: functions } = protocolOf(protocols, name).toShape(tools);
      if (functions !== undefined) {
        const offer = { instructions: CALLS, messageId: runtime.turn.messageId };
        return { messages: toAnswerMessages(state, { ...context, offer }), tools: functions };
      }
      const offer = { instructions: toSearchRule(state, tools), messageId: null };
      return { messages: toAnswerMessages(state, { ...context, offer }) };
    },
    read: (reply) => readMore(reply, asking),
  });
  if ('text' in written) {
    return { decision: ANSWER, protocol: asked, draft: written };
  }
  const { decision, protocol } = written;
  return decision === 'decide' ? null : { decision, protocol, draft: null };
};

const ANSWER: Decision = { decision: 'ANSWER', reasoning: '', confidence: null, text: null };

const CALLS = [
  'Where the sources do not hold what is asked, call the functions that may find it before you write anything, several at once where one does not need the result of another.',
  'Call them also for what has to be worked out or done. Do not repeat a call that found nothing. Otherwise write the answer.',
].join('\n');

/** The number of passages per search: more than in the first search, because that was not enough. */
const SEARCHED = 15;

/** The maximum number of searches in one reply. */
const MAX_SEARCHES = 3;

/** For endpoints without native tool calls: one search in other words, or a separate decision for any other tool. */
const toSearchRule = (state: RouterState, tools: readonly Tool[]): string => {
  if (!isFirstCall(state)) return '';
  const others = tools.map(({ name }) => name).filter((name) => !name.endsWith('_search'));
  return [
    'If the sources do not hold what is asked, and other words may find it, reply with this line and nothing else:',
    `SEARCH: <what to search for; up to ${MAX_SEARCHES} searches, with semicolons between them>`,
    ...(others.length === 0
      ? []
      : [
          `If it takes one of the tools ${others.join(', ')}, reply with this line and nothing else:`,
          'TOOL',
        ]),
  ].join('\n');
};

const isFirstCall = ({ decisions }: Pick<RouterState, 'decisions'>): boolean =>
  decisions.length === 1;

const SEARCH = /^SEARCH:(?<queries>.*)/u;
const TOOL = /^TOOL(?:\n|$)/u;

const readMore = (
  reply: ChatResult,
  { state, protocols, tools }: Pick<Asking, 'state' | 'protocols' | 'tools'>,
): More | null => {
  const { protocol } = reply;
  if (reply.toolCalls.length > 0) {
    const parsed = parseDecision(protocolOf(protocols, protocol), reply, tools);
    return { decision: parsed.ok ? parsed.decision : 'decide', protocol };
  }
  const text = removeThoughts(reply.content).trim();
  const asked = SEARCH.exec(text)?.groups?.['queries'];
  if (asked === undefined && !TOOL.test(text)) return null;
  // A control line is never an answer, and the next prompt no longer offers it.
  if (!isFirstCall(state)) return { decision: ANSWER, protocol };
  if (asked === undefined) return { decision: 'decide', protocol };
  const queries = asked
    .split(/[;；]/u)
    .map((query) => query.trim())
    .filter((query) => query !== '')
    .slice(0, MAX_SEARCHES);
  return queries.length === 0
    ? { decision: 'decide', protocol }
    : { decision: toSearch(queries), protocol };
};

const toSearch = (queries: readonly string[]): Decision => ({
  decision: 'CALL_TOOLS',
  reasoning: 'The first search did not find what was asked.',
  confidence: null,
  then: 'decide',
  tools: queries.map((query) => ({ name: 'rag_search', arguments: { query, topK: SEARCHED } })),
});
