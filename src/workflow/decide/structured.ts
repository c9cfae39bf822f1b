import { z } from 'zod';
import { parseFirst } from '../../shared/parse-first.js';
import { describeProblems, MAX_PROBLEMS } from '../../tools/index.js';
import { extractJsonObject, parseArguments } from './json.js';
import { toDecision, type ParsedDecision, type DecisionProtocol } from './protocol.js';

/** The name also lets a model in a test recognize the request. */
const DECISION_SCHEMA_NAME = 'decision';

// Arguments are requested as a string of JSON. Strict mode does not support free-form objects, and one sub-schema per tool fails for
// schemas outside its subset. Every endpoint accepts a string, and the tool's own schema validates it anyway.
const toModelSchema = (toolNames: readonly string[]): Record<string, unknown> => ({
  type: 'object',
  additionalProperties: false,
  required: ['reasoning', 'decision', 'tools', 'then', 'question', 'confidence'],
  properties: {
    reasoning: { type: 'string', description: 'One or two sentences: why this decision.' },
    decision: { type: 'string', enum: ['CALL_TOOLS', 'ANSWER', 'ASK_CLARIFICATION'] },
    tools: {
      type: 'array',
      description: 'The calls to make; empty unless the decision is CALL_TOOLS.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'arguments'],
        properties: {
          name: toolNames.length === 0 ? { type: 'string' } : { type: 'string', enum: toolNames },
          arguments: { type: 'string', description: "The tool's arguments as a JSON object." },
        },
      },
    },
    then: {
      type: ['string', 'null'],
      enum: ['answer', 'decide', null],
      description: 'answer: answer as soon as these calls found something; decide: look again.',
    },
    question: { type: ['string', 'null'], description: 'Only with ASK_CLARIFICATION.' },
    confidence: { type: ['number', 'null'], description: 'From 0 to 1.' },
  },
});

const INSTRUCTIONS = [
  'Reply with one JSON object and nothing else:',
  '{"reasoning": string, "decision": "CALL_TOOLS" | "ANSWER" | "ASK_CLARIFICATION",',
  ' "tools": [{"name": string, "arguments": string holding a JSON object}],',
  ' "then": "answer" | "decide" | null, "question": string | null, "confidence": number from 0 to 1 | null}',
  'CALL_TOOLS needs at least one tool. ASK_CLARIFICATION needs a question.',
  'With "then": "answer" the answer is written as soon as the calls found something; with "decide" you are asked again.',
].join('\n');

const Arguments = z
  .union([z.string(), z.record(z.string(), z.unknown()), z.null()])
  .optional()
  .transform((value, context) => {
    if (typeof value !== 'string') return value ?? {};
    const parsed = parseArguments(value);
    if (parsed) return parsed;
    context.addIssue({ code: 'custom', message: 'must hold a JSON object' });
    return z.NEVER;
  });

// Lenient about unimportant fields (a missing confidence), strict about actions.
const Reply = z
  .object({
    decision: z.string(),
    reasoning: z.string().nullish(),
    tools: z.array(z.object({ name: z.string(), arguments: Arguments })).nullish(),
    then: z.string().nullish(),
    question: z.string().nullish(),
    confidence: z.number().min(0).max(1).nullish().catch(null),
  })
  .transform(({ decision, reasoning, confidence, tools, then, question }) => ({
    decision: decision.trim().toUpperCase(),
    reasoning: reasoning ?? '',
    confidence: confidence ?? null,
    tools: tools ?? [],
    then: then ?? 'decide',
    question: question ?? '',
    text: null,
  }));

const parse = ({ content }: { content: string }): ParsedDecision => {
  const json = extractJsonObject(content);
  if (!json.ok) return json;
  const reply = parseFirst(Reply, json.value, { most: MAX_PROBLEMS });
  return reply.success
    ? toDecision(reply.data)
    : {
        ok: false,
        problem: `The object is not a decision. ${describeProblems(reply, 'reply')}.`,
      };
};

/** Decisions as JSON that follows a schema, for every endpoint that can write JSON on request. */
export const structured: DecisionProtocol = {
  name: 'structured',
  toShape: (tools) => ({
    instructions: INSTRUCTIONS,
    reminder: 'Reply again with the corrected object only.',
    responseSchema: {
      name: DECISION_SCHEMA_NAME,
      schema: toModelSchema(tools.map(({ name }) => name)),
    },
  }),
  parse,
};
