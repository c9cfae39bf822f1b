import { z } from 'zod';

/** Bounds what one reply can make the system do; a model that asks for more is told so by the repair attempt. */
const MAX_TOOLS_PER_DECISION = 16;
const MAX_REASONING_CHARS = 4_000;
const MAX_QUESTION_CHARS = 2_000;

export const ToolRequest = z.object({
  name: z.string().trim().min(1).max(128),
  arguments: z.record(z.string(), z.unknown()),
});
export type ToolRequest = z.infer<typeof ToolRequest>;

const common = {
  reasoning: z.string().transform((text) => text.slice(0, MAX_REASONING_CHARS)),
  confidence: z.number().min(0).max(1).nullable(),
};

/** What agent_decide decided; ids are given to the tools by the node, never by the model. */
export const Decision = z.discriminatedUnion('decision', [
  z.object({
    ...common,
    decision: z.literal('CALL_TOOLS'),
    tools: z.array(ToolRequest).min(1).max(MAX_TOOLS_PER_DECISION),
    /** `answer` goes to finalize as soon as a round brought evidence; `decide` comes back here. */
    then: z.enum(['answer', 'decide']),
  }),
  z.object({
    ...common,
    decision: z.literal('ANSWER'),
    /** The answer itself, where a protocol has the model write it along with the decision; good only without evidence. */
    text: z.string().nullable(),
  }),
  z.object({
    ...common,
    decision: z.literal('ASK_CLARIFICATION'),
    question: z.string().trim().min(1).max(MAX_QUESTION_CHARS),
  }),
]);
export type Decision = z.infer<typeof Decision>;
