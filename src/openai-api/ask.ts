import { z } from 'zod';
import type { IncomingMessage } from 'node:http';
import type { Assistant } from '../assistants/index.js';
import { untilShutdown, type ParallelLimit } from '../http/index.js';
import { SearchFilter } from '../search/index.js';
import { AppError, fieldsRefused } from '../shared/errors.js';
import { SessionId } from '../shared/ids.js';
import type { ModelChoice } from '../shared/model-choice.js';
import { mayUseModel } from '../shared/permissions.js';
import type { UserScope } from '../shared/scope.js';
import type { ChatAnswer, TurnEvent, UnstoredAnswer, Workflow } from '../workflow/index.js';
import { MAX_MESSAGES, type Conversation } from './conversation.js';
import { refuseModel, type Written } from './ask-model.js';
import { OPENAI_DIALECT } from './dialect.js';
import { unsupported } from './parameters.js';
import { toForm, type Form, type ResponseFormat } from './response-format.js';
import { createShownCorrections } from './shown-corrections.js';
import type { StructureAnswer } from './structure-answer.js';

export type AskDeps = Pick<Workflow, 'runTurn' | 'runUnstored'> & {
  limitChats: ParallelLimit;
  /** Aborts when running turns must stop because the server is shutting down. */
  shutdownSignal: AbortSignal;
  /** Null if there is no model for it. */
  structureAnswer: StructureAnswer | null;
};

export type Answer = (ChatAnswer | UnstoredAnswer) & {
  /** The answer in the requested structure; absent for text. */
  structured?: Written;
};

export type Question = Conversation & {
  scope: UserScope;
  assistant: Assistant;
  /** The session that the question belongs to; null: the caller stores the conversation. */
  sessionId: SessionId | null;
  filter: SearchFilter | null;
  /** The language model that answers, and its parameters. */
  choice: ModelChoice;
  /** The structure that the answer must have; null: text with its markers. */
  form: Form | null;
};

export type How = { signal: AbortSignal; emit?: (event: TurnEvent) => Promise<void> };

/** A message is up to ten values: itself, its role, its parts, their types and texts. */
const VALUES_PER_MESSAGE = 10;

/** The part shared by all routes that run turns. */
export const ASKING = {
  method: 'post',
  tag: 'openai',
  permission: 'chat',
  openTo: 'pages',
  dialect: OPENAI_DIALECT,
  maxBodyValues: MAX_MESSAGES * VALUES_PER_MESSAGE,
  errors: [
    ...(['unsupported_parameter', 'not_found', 'session_busy', 'quota_exceeded'] as const),
    ...(['too_many_parallel_chats', 'deadline_exceeded', 'model_unavailable'] as const),
    'model_invalid_output',
    'vector_store_unavailable',
  ],
} as const;

/** Runs a turn like `/v1/chat`, with the same limits; without a session, none of its text is stored. */
export const createAsk =
  (deps: AskDeps) =>
  (question: Question, { signal, emit }: How): Promise<Answer> => {
    const { scope, assistant, sessionId, told, wishes, filter, form, choice } = question;
    // Numbered, because clients turn markers into links; the text also contains the notice that no model wrote an answer.
    const options = { citationStyle: 'numbered' as const, ...(filter && { filter }) };
    const message = question.question;
    const input = { message, options, choice, ...(wishes !== null && { wishes }) };
    // An answer that will be structured is not streamed, because its text changes.
    const isStreamed = form === null;
    const shown = emit && createShownCorrections(isStreamed ? emit : withoutText(emit));
    const streamed = shown && { emit: shown.emit, isStreamed };
    return deps.limitChats(scope, () =>
      untilShutdown<Answer>({ signal, shutdownSignal: deps.shutdownSignal }, async (either) => {
        const turn = { scope, assistant, ...streamed, signal: either };
        const answer = await (sessionId === null
          ? deps.runUnstored({ ...turn, input, told })
          : deps.runTurn({ ...turn, input: { ...input, sessionId } }));
        if (answer.responseType === 'unavailable' && emit === undefined) throw unavailable();
        if (form === null || deps.structureAnswer === null) return shown?.toShown(answer) ?? answer;
        const said = { question: message, answer: answer.answer, form, signal: either };
        return { ...answer, structured: await deps.structureAnswer(scope, said) };
      }),
    );
  };

/** A program that reads only the text would take this sentence for an answer. A stream has already sent it. */
const unavailable = (): AppError =>
  new AppError('vector_store_unavailable', 'The documents could not be searched.', {
    retryAfterSec: 5,
  });

const withoutText =
  (emit: NonNullable<How['emit']>): NonNullable<How['emit']> =>
  async (event) => {
    if (event.type !== 'delta') await emit(event);
  };

type Asked = {
  scope: UserScope;
  format: ResponseFormat | null | undefined;
  param: string;
};

/** The structure of an answer with citations. A model applies it, following whatever the form says. */
export const formOf = (
  { structureAnswer }: Pick<AskDeps, 'structureAnswer'>,
  { scope, format, param }: Asked,
): Form | null => {
  const form = toForm(format, param);
  if (form !== null && !mayUseModel(scope)) throw refuseModel();
  if (form === null || structureAnswer !== null) return form;
  throw unsupported(param, 'No language model is set up here, and structured answers need one.');
};

const SESSION_HEADER = 'X-Knowledge-Router-Session';

const Metadata = z.object({ session_id: z.string() });

/** The session named by a request, in its metadata or a header; null if none is named. */
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

/** Our own inputs of a request, in addition to OpenAI's parameters. */
export const OwnParameters = z.strictObject({ filter: SearchFilter.optional() });
