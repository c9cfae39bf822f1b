import { removeThoughts } from '../../platform/models/reasoning-tags.js';
import type { ChatToolDefinition } from '../../platform/models/model.js';
import { toDecision, type ParsedDecision } from './decision.js';
import type { DecisionProtocol } from './decision-protocol.js';
import { removeFence } from './extract-json.js';
import { readReactReply } from './react-reply.js';

const INSTRUCTIONS = [
  'Reply in one of these three forms, each part on a line of its own:',
  'Thought: why, in one sentence',
  'Action: tool_name({"argument": "value"})',
  'or',
  'Thought: why, in one sentence',
  'Ask: the one question to ask back, in the language of the answer',
  'or',
  'Thought: why, in one sentence',
  'Answer: one or two sentences in the language of the answer',
  'Write one Action line per call; several in one reply are made side by side. Never write an Observation: they come to you as data.',
  'Where something was found, the answer with its sources is written afterwards from that.',
].join('\n');

const toText = (lines: readonly string[]): string => lines.join('\n').trim();

const parse = (
  { content }: { content: string },
  definitions: readonly ChatToolDefinition[],
): ParsedDecision => {
  const text = removeFence(removeThoughts(content).trim()).trim();
  const reply = readReactReply(text, definitions);
  if (reply.problem !== null) return { ok: false, problem: reply.problem };
  const thoughts = toText(reply.thoughts);
  const plain = toText(reply.plain);
  const common = { reasoning: thoughts, confidence: null };
  // A model that has to ask does not know yet what it should do: nothing is done before the user replied.
  if (reply.question) {
    return toDecision({
      ...common,
      decision: 'ASK_CLARIFICATION',
      question: toText(reply.question),
    });
  }
  if (reply.calls.length > 0) {
    return toDecision({
      ...common,
      reasoning: thoughts || plain,
      decision: 'CALL_TOOLS',
      tools: reply.calls,
      then: 'decide',
    });
  }
  if (reply.answer) {
    return toDecision({ ...common, decision: 'ANSWER', text: toText(reply.answer) });
  }
  if (thoughts === '' && plain === '') {
    return { ok: false, problem: 'The reply holds no Action, no Ask and no Answer of yours.' };
  }
  // Where a thought was opened, only a mark could tell where it ends and the answer begins.
  return toDecision({
    ...common,
    decision: 'ANSWER',
    text: reply.thoughts.length > 0 ? null : plain,
  });
};

/** Thought, Action and Observation as plain text, for models that can neither be held to a schema nor call functions. */
export const react: DecisionProtocol = {
  name: 'react',
  toShape: () => ({
    instructions: INSTRUCTIONS,
    reminder: 'Reply again in one of the three forms.',
  }),
  parse,
};
