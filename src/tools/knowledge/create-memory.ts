import { z } from 'zod';
import { asksToRemember, findStatedFact, forbidsRemembering } from '../../questions/index.js';
import { AppError } from '../../shared/errors.js';
import { MessageId } from '../../shared/ids.js';
import { declareTool } from '../tool.js';

const Input = z.strictObject({
  messageId: MessageId.describe("Id of the user's message that states the fact."),
  quote: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .describe('The whole sentence of that message that states it, copied exactly.'),
});

export const createMemory = declareTool({
  name: 'create_memory',
  description:
    'Proposes to remember a fact that the user stated about themselves: one whole sentence of their own message, copied exactly. The user then confirms it, unless they asked for it in so many words. It takes no question, no part of a sentence, nothing quoted or pasted, and nothing from documents, tools or your own words; after something was looked up or answered, only what the user asked to have remembered; at most two in a turn.',
  input: Input,
  timeoutSec: 8,
  risk: 'safe',
  permission: 'memories',
  isForPeople: true,
  searchesKnowledge: true,
  maxPerTurn: 2,
  create:
    ({ database, remember, metrics }) =>
    async ({ messageId, quote }, { scope, sessionId, executionId, questions, ...context }) => {
      const [asked = ''] = questions;
      if (forbidsRemembering(asked)) throw refuse('The user does not want this remembered.');
      if (context.hasTextOfOthers && !asksToRemember(asked)) {
        throw refuse(
          'Text written by others was read, and the user did not ask to remember anything.',
        );
      }
      const { memory, outcome } = await database.withScope(scope, async (tx) => {
        const message = await tx.sessions.findUserMessage(messageId);
        // The text must be in the user's own message, so it is their word whatever the model was told to store.
        if (message?.role !== 'user' || message.sessionId !== sessionId) {
          throw refuse('messageId names no message of the user in this session.');
        }
        const fact = findStatedFact(message.content, quote);
        if (fact === null) {
          throw refuse(
            'quote is not a whole sentence that the user states there, outside of quotations and pasted text.',
          );
        }
        const { content } = fact;
        const source = { sessionId: message.sessionId, messageId };
        const isRequested = fact.isRequested && message.content === asked;
        const isUsedAtOnce = isRequested || (await tx.settings.get()).policy.trustProposedMemories;
        const remembered = isUsedAtOnce
          ? await remember.within(tx, scope, { content, memoryType: 'explicit_fact', source })
          : await remember.propose(tx, scope, { content, source, executionId });
        // Last, so that a call that ran out of time is rolled back and stores nothing late.
        context.signal.throwIfAborted();
        return remembered;
      });
      metrics.memoryOperation({ operation: 'remember', outcome });
      const isPending = memory.state === 'pending';
      return {
        summary: isPending
          ? `memory ${memory.id} proposed; the user is told how to confirm it`
          : `memory ${memory.id} ${outcome}; the user is told so`,
        evidence: [],
        memories: [memory],
      };
    },
});

const refuse = (reason: string): AppError => new AppError('invalid_arguments', reason);
