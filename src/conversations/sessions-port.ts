import type {
  MessageRecord,
  PastMessage,
  SessionRecord,
  UncoveredSession,
  StoredCitation,
} from './conversation.js';
import type { Feedback } from './feedback.js';
import type { ExecutionId, MessageId, SessionId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';

export type TurnStart = {
  sessionId: SessionId;
  executionId: ExecutionId;
  messageId: MessageId;
  question: string;
  /** The turn's lock on the session ends by itself at this time. */
  busyUntil: Date;
  /** When the turn reopens a closed session, the longest idle open ones beyond this many are closed. */
  maxOpen: number;
};

/** Only the scope's own user's sessions exist here. */
export type SessionRepository = {
  /** Creates the session; over `maxOpen` open ones the longest idle is closed in the same transaction. */
  create(session: { id: SessionId; maxOpen: number }): Promise<SessionRecord>;
  find(id: SessionId): Promise<SessionRecord | null>;
  list(page: PageRequest): Promise<Page<SessionRecord>>;
  rename(id: SessionId, title: string): Promise<SessionRecord>;
  delete(id: SessionId): Promise<void>;
  /**
   * Saves the user's message and the running execution and takes the session's turn lock (reopening a closed session);
   * rejects with `session_busy` while another turn holds it, `not_found` for a foreign id.
   */
  startTurn(turn: TurnStart): Promise<void>;
  /** Oldest first, the newest `limit` messages before the given execution's, with what they cite. */
  history(
    id: SessionId,
    options: { before: ExecutionId; limit: number },
  ): Promise<(MessageRecord & { citations: StoredCitation[] })[]>;
  messages(
    id: SessionId,
    page: PageRequest,
  ): Promise<Page<MessageRecord & { citations: StoredCitation[]; feedback: Feedback | null }>>;
  /** Over all sessions, newest first, without the given execution's and without failed ones; texts cut at `maxChars`. */
  recentMessages(options: {
    before: ExecutionId;
    limit: number;
    maxChars: number;
  }): Promise<PastMessage[]>;
  citationsOf(ids: readonly MessageId[]): Promise<(StoredCitation & { messageId: MessageId })[]>;
  findUserMessage(id: MessageId): Promise<MessageRecord | null>;
  /** System scope: closes the tenant's sessions idle longer than this and returns how many. */
  closeIdle(idleMs: number): Promise<number>;
  /** System scope: at random, so that one whose summary always fails does not keep the others waiting. */
  uncovered(options: { activeSince: Date; limit: number }): Promise<UncoveredSession[]>;
  /** System scope: what the user said, oldest first: the newest `limit` messages behind `after`, texts cut at `maxChars`. */
  wordsOfUser(
    id: SessionId,
    options: { after: MessageId | null; limit: number; maxChars: number },
  ): Promise<string[]>;
  /** System scope: false when the session is gone, open again or covered by somebody else. */
  markCovered(session: UncoveredSession): Promise<boolean>;
};
