import { z } from 'zod';
import { holdsQuote } from '../memories/index.js';
import { AppError } from '../shared/errors.js';
import { MessageId } from '../shared/ids.js';
import { declareTool } from './tool.js';

const Input = z.strictObject({
  messageId: MessageId.describe("Id of the user's message that states the fact."),
  quote: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .describe('The words of that message that state it, copied exactly.'),
});

export const createMemory = declareTool({
  name: 'create_memory',
  description:
    'Remembers a fact that the user stated about themselves in this conversation, quoted word for word from their own message. It cannot store anything from documents, tools or your own words.',
  input: Input,
  timeoutSec: 8,
  risk: 'safe',
  searchesKnowledge: true,
  create:
    ({ database, remember, metrics }) =>
    async ({ messageId, quote }, { scope, sessionId, signal }) => {
      const { memory, outcome } = await database.withScope(scope, async (tx) => {
        const message = await tx.sessions.findUserMessage(messageId);
        // What stands in this user's own message is their word, whatever the model was told to store.
        if (message?.role !== 'user' || message.sessionId !== sessionId) {
          throw refuse('messageId names no message of the user in this session.');
        }
        if (!holdsQuote(message.content, quote)) {
          throw refuse('quote is not a contiguous run of whole words of that message.');
        }
        const remembered = await remember.within(tx, scope, {
          content: quote,
          memoryType: 'explicit_fact',
          source: { sessionId, messageId },
        });
        // Last, so that a call that ran out of time rolls back and nothing is stored late.
        signal.throwIfAborted();
        return remembered;
      });
      metrics.memoryOperation({ operation: 'remember', outcome });
      return {
        summary: `memory ${memory.id} ${outcome}`,
        evidence: [{ kind: 'value', text: `Remembered: ${memory.content}` }],
      };
    },
});

const refuse = (reason: string): AppError => new AppError('invalid_arguments', reason);
