import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api, bodyOf, type Message } from '../api/client.js';
import { toProblem, type Problem } from '../api/problem.js';
import { useReloadOnReturn, useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Failed, Loading, ProblemLine } from '../ui/states.js';
import type { LiveTurn } from './live-turns.js';
import { LiveTurnView, StoredTurn, type Open, type Opened } from './turn-view.js';

type Props = {
  sessionId: string | null;
  turns: readonly LiveTurn[];
  opened: Opened | null;
  onOpen: Open;
  onAskAgain: (question: string) => void;
  empty: ComponentChildren;
};

const PAGE = 20;

/** What was asked and answered before, and below it what is asked on this page. */
export const Conversation = ({ sessionId, turns, ...reading }: Props) => {
  const end = useRef<HTMLDivElement>(null);
  const count = turns.length;
  useEffect(() => end.current?.scrollIntoView({ block: 'end' }), [count, sessionId]);
  const { empty, onAskAgain, opened, onOpen } = reading;
  return (
    <div class="read">
      {sessionId !== null && (
        <Stored key={sessionId} {...{ sessionId, turns, opened, onOpen, onAskAgain }} />
      )}
      {sessionId === null && turns.length === 0 && empty}
      {turns.map((turn) => (
        <LiveTurnView key={turn.key} {...{ turn, opened, onOpen, onAskAgain }} />
      ))}
      <div ref={end} />
    </div>
  );
};

type StoredProps = Omit<Props, 'empty' | 'sessionId'> & { sessionId: string };

const Stored = ({ sessionId, turns, opened, onOpen, onAskAgain }: StoredProps) => {
  const { t } = useWords();
  const first = useResource(`messages/${sessionId}`, (signal) =>
    readPage(sessionId, undefined, signal),
  );
  // Another tab may have asked meanwhile.
  useReloadOnReturn(first.reload);
  const [older, setOlder] = useState<Awaited<ReturnType<typeof readPage>> | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  if (first.problem !== null && (first.value === null || first.problem.code === 'not_found')) {
    // A conversation that has just begun may not be there yet.
    return turns.length > 0 ? null : <Failed problem={first.problem} retry={first.reload} />;
  }
  if (first.value === null) return turns.length > 0 ? null : <Loading />;
  const nextCursor = (older ?? first.value).nextCursor;
  const isLive = new Set(turns.map(({ executionId }) => executionId));
  const newestFirst = [...first.value.items, ...(older?.items ?? [])];
  // Asked again after a lost connection, it is stored with the run that was broken off.
  const isAsked = new Set(turns.map(({ question }) => question));
  const pairs = toPairs(
    newestFirst.filter(({ executionId }) => !isLive.has(executionId)).reverse(),
  ).filter(({ message, question }) => message !== null || !isAsked.has(question));
  const more = async () => {
    try {
      const next = await readPage(sessionId, nextCursor ?? undefined);
      setOlder({ ...next, items: [...(older?.items ?? []), ...next.items] });
      setProblem(null);
    } catch (error) {
      setProblem(toProblem(error));
    }
  };
  return (
    <>
      {nextCursor !== null && (
        <button class="quiet" onClick={() => void more()}>
          {t.earlierMessages}
        </button>
      )}
      <ProblemLine problem={problem} />
      {pairs.map(({ id, question, message }) => (
        <div key={id} class="stored">
          <StoredTurn {...{ question, message, opened, onOpen }} />
          {message === null && (
            <p class="actions">
              <button onClick={first.reload}>{t.reload}</button>
              <button onClick={() => onAskAgain(question)}>{t.askAgain}</button>
            </p>
          )}
        </div>
      ))}
    </>
  );
};

type Pair = { id: string; question: string; message: Message | null };

/** Each question with its answer; of one whose question is on an older page, the answer alone. */
const toPairs = (oldestFirst: readonly Message[]): readonly Pair[] => {
  const pairs = new Map<string, Pair>();
  for (const message of oldestFirst) {
    const { executionId, role, content, id } = message;
    const pair = pairs.get(executionId) ?? { id, question: '', message: null };
    pairs.set(executionId, role === 'user' ? { ...pair, question: content } : { ...pair, message });
  }
  return [...pairs.values()];
};

const readPage = async (id: string, cursor: string | undefined, signal?: AbortSignal) =>
  bodyOf(
    await api.GET('/v1/sessions/{id}/messages', {
      params: { path: { id }, query: { limit: PAGE, ...(cursor !== undefined && { cursor }) } },
      ...(signal && { signal }),
    }),
  );
