import type { ChatResult, ChatToolCall } from '../../src/platform/models/model.js';
import type { DecisionProtocolName } from '../../src/workflow/decide/index.js';

export type Reply = string | Partial<ChatResult>;
type Call = { name: string; arguments: Record<string, unknown> };
type Then = 'answer' | 'decide';

/** The three decisions as a model that follows a protocol writes them; only `structured` can say `then`. */
export type DecisionWriter = {
  call: (tools: readonly Call[], then?: Then) => Reply;
  search: (query: string, then?: Then) => Reply;
  answer: (text?: string) => Reply;
  ask: (question: string) => Reply;
  /** The replies it takes to look something up and then to answer from it. */
  lookUp: (tools: readonly Call[]) => readonly Reply[];
};

const toJson = (decision: Record<string, unknown>): string =>
  JSON.stringify({ tools: [], then: null, question: null, confidence: null, ...decision });

/** A decision as a model that follows the structured protocol writes it. */
export const decide = {
  call: (tools: readonly Call[], then: Then = 'answer'): string =>
    toJson({
      reasoning: 'Looking it up.',
      decision: 'CALL_TOOLS',
      tools: tools.map((tool) => ({ ...tool, arguments: JSON.stringify(tool.arguments) })),
      then,
      confidence: 0.8,
    }),
  search: (query: string, then: Then = 'answer'): string =>
    decide.call([{ name: 'rag_search', arguments: { query } }], then),
  answer: (): string =>
    toJson({
      reasoning: 'There is no need to CALL_TOOLS.',
      decision: 'ANSWER',
      confidence: 0.9,
    }),
  ask: (question: string): string =>
    toJson({ reasoning: 'Ambiguous.', decision: 'ASK_CLARIFICATION', question }),
  lookUp: (tools: readonly Call[]): readonly string[] => [decide.call(tools)],
};

export const toToolCall = (name: string, given: unknown, id = 'call_of_model'): ChatToolCall => ({
  id,
  name,
  argumentsJson: JSON.stringify(given),
});

const byTools: DecisionWriter = {
  call: (tools) => ({
    content: 'Looking it up.',
    finishReason: 'tool_calls',
    toolCalls: tools.map((call, index) => toToolCall(call.name, call.arguments, `model_${index}`)),
  }),
  search: (query) => byTools.call([{ name: 'rag_search', arguments: { query } }]),
  answer: (text = 'There is no need to CALL_TOOLS.') => text,
  ask: (question) => ({
    finishReason: 'tool_calls',
    toolCalls: [toToolCall('ask_clarification', { question })],
  }),
  lookUp: (tools) => [byTools.call(tools), byTools.answer()],
};

const byReact: DecisionWriter = {
  call: (tools) =>
    [
      'Thought: Looking it up.',
      ...tools.map((call) => `Action: ${call.name}(${JSON.stringify(call.arguments)})`),
    ].join('\n'),
  search: (query) => byReact.call([{ name: 'rag_search', arguments: { query } }]),
  answer: (text = 'It is known.') => `Thought: There is no need to CALL_TOOLS.\nAnswer: ${text}`,
  ask: (question) => `Thought: Ambiguous.\nAsk: ${question}`,
  lookUp: (tools) => [byReact.call(tools), byReact.answer()],
};

export const decideBy: Readonly<Record<DecisionProtocolName, DecisionWriter>> = {
  structured: decide,
  tools: byTools,
  react: byReact,
};
