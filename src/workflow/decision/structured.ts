import { z } from 'zod';
import { Decision } from './decision.js';
import type { DecisionProtocol, ParsedDecision } from './decision-protocol.js';
import { extractJsonObject } from './extract-json.js';

/** Also the name under which a model played by a test recognises the request. */
const DECISION_SCHEMA_NAME = 'decision';

// Strict mode knows no free-form objects, and one sub-schema per tool breaks on schemas outside its
// subset; a string of JSON is accepted by every endpoint, and the tool's own schema judges it anyway.
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

const JsonRecord = z.record(z.string(), z.unknown());

const Arguments = z
  .union([z.string(), JsonRecord, z.null()])
  .optional()
  .transform((value, context) => {
    if (typeof value !== 'string') return value ?? {};
    if (value.trim() === '') return {};
    try {
      return JsonRecord.parse(JSON.parse(value));
    } catch {
      context.addIssue({ code: 'custom', message: 'must hold a JSON object' });
      return z.NEVER;
    }
  });

// Lenient where nothing is at stake (a missing confidence), strict about what would be done.
const Reply = z.object({
  decision: z.string(),
  reasoning: z.string().nullish(),
  tools: z.array(z.object({ name: z.string(), arguments: Arguments })).nullish(),
  then: z.string().nullish(),
  question: z.string().nullish(),
  confidence: z.number().nullish().catch(null),
});
type Reply = z.infer<typeof Reply>;

const toConfidence = (value: number | null | undefined): number | null =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : null;

const toCandidate = (reply: Reply): unknown => ({
  decision: reply.decision.trim().toUpperCase(),
  reasoning: reply.reasoning ?? '',
  confidence: toConfidence(reply.confidence),
  tools: reply.tools ?? [],
  then: reply.then ?? 'decide',
  question: reply.question ?? '',
  text: null,
});

const toProblem = (error: z.ZodError): string => {
  const problems = error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.map(String).join('.') || 'object'}: ${message}`);
  return `The object is not a decision. ${problems.join('; ')}`;
};

const parse = ({ content }: { content: string }): ParsedDecision => {
  const json = extractJsonObject(content);
  if (!json.ok) return json;
  const reply = Reply.safeParse(json.value);
  if (!reply.success) return { ok: false, problem: toProblem(reply.error) };
  const decision = Decision.safeParse(toCandidate(reply.data));
  if (!decision.success) return { ok: false, problem: toProblem(decision.error) };
  return { ok: true, decision: decision.data };
};

/** Decisions as JSON that satisfies a schema, for every endpoint that can be told to write JSON. */
export const createStructuredProtocol = (): DecisionProtocol => ({
  name: 'structured',
  buildRequest: (tools) => ({
    instructions: INSTRUCTIONS,
    responseSchema: {
      name: DECISION_SCHEMA_NAME,
      schema: toModelSchema(tools.map(({ name }) => name)),
    },
  }),
  parse,
});
