import type { MessageRecord, StoredCitation } from '../domain/conversation.js';
import type { ExecutionId, SessionId } from '../domain/ids.js';
import type { ScopedRepositories } from '../ports/database/index.js';
import type { HistoryMessage } from './state.js';

type Transaction = Pick<ScopedRepositories, 'sessions' | 'chunks' | 'memories'>;
type CitingMessage = MessageRecord & { citations: readonly StoredCitation[] };

const MAX_MESSAGES = 10;

const distinct = <Id extends string>(ids: readonly (Id | null)[]): Id[] => [
  ...new Set(ids.filter((id) => id !== null)),
];

const findReadable = async (
  tx: Transaction,
  citations: readonly StoredCitation[],
): Promise<ReadonlySet<string>> => {
  const chunkIds = distinct(citations.map(({ chunkId }) => chunkId));
  const memoryIds = distinct(citations.map(({ memoryId }) => memoryId));
  const chunks = chunkIds.length > 0 ? await tx.chunks.readLive(chunkIds) : [];
  const memories = memoryIds.length > 0 ? await tx.memories.readByIds(memoryIds) : [];
  return new Set<string>([...chunks, ...memories].map(({ id }) => id));
};

const isStillReadable = (message: CitingMessage, readable: ReadonlySet<string>): boolean =>
  message.citations.every(({ chunkId, memoryId }) => {
    const id = chunkId ?? memoryId;
    return id === null || readable.has(id);
  });

/** What was said before, oldest first. An answer that cites what its reader may no longer see comes without its text. */
export const readHistory = async (
  tx: Transaction,
  sessionId: SessionId,
  { before }: { before: ExecutionId },
): Promise<HistoryMessage[]> => {
  const messages = await tx.sessions.history(sessionId, { before, limit: MAX_MESSAGES });
  const readable = await findReadable(
    tx,
    messages.flatMap(({ citations }) => citations),
  );
  return messages
    .filter(({ status }) => status === 'ok')
    .map((message) => ({
      id: message.id,
      role: message.role,
      content: isStillReadable(message, readable) ? message.content : '',
      language: message.language,
    }));
};
