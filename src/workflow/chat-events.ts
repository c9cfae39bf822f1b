import { z } from 'zod';
import { ChatAnswer } from '../conversations/index.js';
import { ExecutionId, SessionId } from '../shared/ids.js';
import type { TurnEvent } from './turn.js';
import { Problem, type SendEvent, type StreamEvent } from '../http/index.js';
import { NodeName, NodeStatus } from '../shared/execution.js';

export const ChatAnswerView = ChatAnswer.meta({ id: 'ChatAnswer' });

const EVENTS = {
  execution: z.object({ executionId: ExecutionId, sessionId: SessionId }),
  node: z.object({
    node: NodeName,
    phase: z.enum(['start', 'end']),
    durationMs: z.number().optional(),
    status: NodeStatus.optional(),
  }),
  decision: z.object({
    iteration: z.int(),
    decision: z.string(),
    reasoning: z.string(),
    tools: z.array(z.string()),
    confidence: z.number().nullable(),
  }),
  tool: z.object({ phase: z.enum(['start', 'end']), name: z.string(), ok: z.boolean().optional() }),
  delta: z.object({ text: z.string() }),
  answer: ChatAnswerView,
  error: Problem,
};

/** What `event:` says and what its `data:` holds. */
export const ChatEvent = z
  .union(Object.entries(EVENTS).map(([event, data]) => z.object({ event: z.literal(event), data })))
  .meta({
    id: 'ChatEvent',
    description:
      'One server-sent event: `event` is its name, `data` its JSON. The first is `execution`, the last `answer` or `error`; ' +
      'the texts of all `delta` concatenated are the `answer`. Lines that start with a colon keep the connection open. ' +
      'A stream cannot be resumed (`Last-Event-ID` is not read): ask again with the same `Idempotency-Key`.',
  });

type Ask = (emit: (event: TurnEvent) => Promise<void>) => Promise<ChatAnswer>;

/** Tells a turn as it goes. Nothing is sent before the turn is in the database, so that what fails until then has a status. */
export const streamTurn = async (send: SendEvent, ask: Ask): Promise<void> => {
  const { told, begin, tell } = createTelling(send);
  const answer = await ask(tell);
  const { executionId, sessionId } = answer;
  // An answer that was given before comes without its events, and text that nobody wrote piece by piece in one piece.
  if (!told.hasBegun) await begin({ event: 'execution', data: { executionId, sessionId } });
  if (!told.hasText) await send({ event: 'delta', data: { text: answer.answer } });
  await send({ event: 'answer', data: ChatAnswerView.parse(answer) });
};

/** Holds back what comes before `execution`, so that the stream begins with it. */
const createTelling = (send: SendEvent) => {
  const held: StreamEvent[] = [];
  const told = { hasBegun: false, hasText: false };
  const begin = async (execution: StreamEvent): Promise<void> => {
    told.hasBegun = true;
    await Promise.all([execution, ...held.splice(0)].map(send));
  };
  const tell = async (event: TurnEvent): Promise<void> => {
    if (event.type === 'execution') {
      await begin(toEvent(event));
      return;
    }
    if (event.type === 'delta') told.hasText = true;
    if (told.hasBegun) await send(toEvent(event));
    else held.push(toEvent(event));
  };
  return { told, begin, tell };
};

const toEvent = ({ type, ...data }: TurnEvent): StreamEvent => ({ event: type, data });
