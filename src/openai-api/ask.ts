import { z } from 'zod';
import type { IncomingMessage } from 'node:http';
import type { Assistant } from '../assistants/index.js';
import { untilShutdown, type ParallelLimit } from '../http/index.js';
import { SearchFilter } from '../search/index.js';
import { fieldsRefused } from '../shared/errors.js';
import { SessionId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { ChatAnswer, TurnEvent, UnstoredAnswer, Workflow } from '../workflow/index.js';
import type { Conversation } from './conversation.js';
import { OPENAI_DIALECT } from './dialect.js';

export type AskDeps = Pick<Workflow, 'runTurn' | 'runUnstored'> & {
  limitChats: ParallelLimit;
  /** Fires when running turns must give up, for the server is about to end. */
  shutdownSignal: AbortSignal;
};

export type Answer = ChatAnswer | UnstoredAnswer;

export type Question = Conversation & {
  scope: UserScope;
  assistant: Assistant;
  /** The session that the question belongs to; null: its caller keeps the conversation. */
  sessionId: SessionId | null;
  filter: SearchFilter | null;
};

export type How = { signal: AbortSignal; emit?: (event: TurnEvent) => Promise<void> };

/** The part that every route has that runs turns. */
export const ASKING = {
  method: 'post',
  tag: 'openai',
  permission: 'chat',
  openTo: 'pages',
  dialect: OPENAI_DIALECT,
  errors: [
    ...(['unsupported_parameter', 'not_found', 'session_busy', 'quota_exceeded'] as const),
    ...(['too_many_parallel_chats', 'deadline_exceeded', 'model_unavailable'] as const),
  ],
} as const;

/** Runs a turn as `/v1/chat` does, under the same limits; without a session no word of it is stored. */
export const createAsk =
  (deps: AskDeps) =>
  (question: Question, { signal, emit }: How): Promise<Answer> => {
    const { scope, assistant, sessionId, told, wishes, filter } = question;
    // Numbered, for markers are what clients make links of; and the notice that no model wrote an answer is in its text.
    const options = { citationStyle: 'numbered' as const, ...(filter && { filter }) };
    const input = { message: question.question, options, ...(wishes !== null && { wishes }) };
    const streamed = emit === undefined ? {} : { emit, isStreamed: true };
    return deps.limitChats(scope, () =>
      untilShutdown<Answer>({ signal, shutdownSignal: deps.shutdownSignal }, (either) => {
        const turn = { scope, assistant, ...streamed, signal: either };
        return sessionId === null
          ? deps.runUnstored({ ...turn, input, told })
          : deps.runTurn({ ...turn, input: { ...input, sessionId } });
      }),
    );
  };

const SESSION_HEADER = 'X-Knowledge-Router-Session';

const Metadata = z.object({ session_id: z.string() });

/** The session that a request names, in its metadata or by a header; null where it names none. */
export const sessionOf = (
  metadata: unknown,
  { headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>,
): SessionId | null => {
  const named = Metadata.safeParse(metadata);
  const given = named.success
    ? named.data.session_id
    : headersDistinct[SESSION_HEADER.toLowerCase()]?.[0];
  if (given === undefined || given === '') return null;
  const parsed = SessionId.safeParse(given);
  if (parsed.success) return parsed.data;
  const path = named.success ? 'metadata.session_id' : SESSION_HEADER;
  throw fieldsRefused([{ path, message: 'must be the id of a session' }]);
};

/** Our own inputs of a request beside the parameters of OpenAI. */
export const OwnParameters = z.strictObject({ filter: SearchFilter.optional() });
