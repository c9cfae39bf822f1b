import type { ComponentChildren, RefObject } from 'preact';
import { api, bodyOf, type Message } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useReloadOnReturn } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Failed, Loading, ProblemLine } from '../ui/states.js';
import type { LiveTurn } from './live-turns.js';
import { LiveTurnView, StoredTurn, type Open, type Opened } from './turn-view.js';

type Props = {
  sessionId: string | null;
  turns: readonly LiveTurn[];
  opened: Opened | null;
  onOpen: Open;
  /** Null while another question is being answered. */
  onAskAgain: ((question: string) => void) | null;
  empty: ComponentChildren;
  /** Where it stands on the page. */
  content: RefObject<HTMLDivElement | null>;
};

const PAGE = 20;

/** Shows the questions and answers from before, and below them those of this page. */
export const Conversation = ({ sessionId, turns, content, ...reading }: Props) => {
  const { empty, onAskAgain, opened, onOpen } = reading;
  return (
    <div class="read" ref={content}>
      {sessionId !== null && (
        <Stored key={sessionId} {...{ sessionId, turns, opened, onOpen, onAskAgain }} />
      )}
      {sessionId === null && turns.length === 0 && empty}
      {turns.map((turn) => (
        <LiveTurnView key={turn.key} {...{ turn, opened, onOpen, onAskAgain }} />
      ))}
    </div>
  );
};

type StoredProps = Omit<Props, 'empty' | 'sessionId' | 'content'> & { sessionId: string };

const Stored = ({ sessionId, turns, opened, onOpen, onAskAgain }: StoredProps) => {
  const { t } = useWords();
  const pages = usePages(
    `messages/${sessionId}`,
    async ({ params, ...page }) =>
      bodyOf(
        await api.GET('/v1/sessions/{id}/messages', {
          ...page,
          params: { path: { id: sessionId }, query: { ...params.query, limit: PAGE } },
        }),
      ),
    { keepsFurther: true },
  );
  // Another tab may have asked meanwhile.
  useReloadOnReturn(pages.reload);
  const { items: newestFirst, problem } = pages;
  if (problem !== null && (newestFirst === null || problem.code === 'not_found')) {
    // A conversation that has just begun may not be there yet.
    return turns.length > 0 ? null : <Failed problem={problem} retry={pages.reload} />;
  }
  if (newestFirst === null) return turns.length > 0 ? null : <Loading />;
  const isLive = new Set(turns.flatMap(({ executionIds }) => executionIds));
  const pairs = toPairs(
    newestFirst.filter(({ executionId }) => !isLive.has(executionId)).reverse(),
  );
  return (
    <>
      {pages.more !== null && (
        <button class="quiet" onClick={pages.more}>
          {t.earlierMessages}
        </button>
      )}
      <ProblemLine problem={problem} />
      {pairs.map(({ id, question, message }) => (
        <div key={id} class="stored">
          <StoredTurn {...{ question, message, opened, onOpen }} />
          {message === null && (
            <p class="actions">
              <button onClick={pages.reload}>{t.reload}</button>
              <button disabled={onAskAgain === null} onClick={() => onAskAgain?.(question)}>
                {t.askAgain}
              </button>
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
