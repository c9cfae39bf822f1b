import type { ComponentChildren, RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { api, bodyOf, type Message } from '../api/client.js';
import { usePages, type PageRequest, type Pages } from '../api/use-pages.js';
import { useReloadOnReturn } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Failed, Loading, ProblemLine } from '../ui/states.js';
import type { AskAt } from './question.js';
import { toPairs, upTo } from './pairs.js';
import { dropTurn, type LiveTurn } from './live-turns.js';
import { LiveTurnView, StoredTurn, type Open, type Opened } from './turn-view.js';

type Props = {
  sessionId: string | null;
  turns: readonly LiveTurn[];
  opened: Opened | null;
  onOpen: Open;
  /** Null while another question is being answered. */
  onAskAgain: ((question: string) => void) | null;
  onAskAt: AskAt | null;
  branch: Branch;
  empty: ComponentChildren;
  /** Where it stands on the page. */
  content: RefObject<HTMLDivElement | null>;
};

/** The branch that is read: the newest one, or the newest that leads through a message. */
export type Branch = {
  through: string | null;
  /** Null while a question is being answered. */
  choose: ((id: string) => void) | null;
  /** Is told the newest message that is shown. */
  onEnd: (id: string | null) => void;
};

const PAGE = 20;

/** Shows the questions and answers from before, and below them those of this page. */
export const Conversation = ({ sessionId, turns, content, ...reading }: Props) => {
  const { empty, ...shown } = reading;
  const { opened, onOpen, onAskAgain, onAskAt } = shown;
  return (
    <div class="read" ref={content}>
      {sessionId !== null && <Stored key={sessionId} {...{ sessionId, turns, ...shown }} />}
      {sessionId === null && turns.length === 0 && empty}
      {turns.map((turn) => (
        <LiveTurnView
          key={turn.key}
          {...{ turn, opened, onOpen, onAskAgain }}
          onAskAt={sessionId === null ? null : onAskAt}
        />
      ))}
    </div>
  );
};

type StoredProps = Omit<Props, 'empty' | 'sessionId' | 'content'> & { sessionId: string };

const Stored = ({ sessionId, turns, opened, onOpen, ...asking }: StoredProps) => {
  const { t } = useWords();
  const { onAskAgain, onAskAt, branch } = asking;
  const { through } = branch;
  const pages = usePages(
    `messages/${sessionId}/${through ?? ''}`,
    async ({ params, ...page }) =>
      bodyOf(
        await api.GET('/v1/sessions/{id}/messages', {
          ...page,
          params: { path: { id: sessionId }, query: toQuery(params.query, through) },
        }),
      ),
    { keepsFurther: true, keepsOld: true },
  );
  useBranchesRead(turns, pages);
  // Another tab may have asked meanwhile.
  useReloadOnReturn(pages.reload);
  const { items: newestFirst, problem } = pages;
  const end = newestFirst?.[0]?.id ?? null;
  useEffect(() => branch.onEnd(end), [end]);
  if (problem !== null && (newestFirst === null || problem.code === 'not_found')) {
    // A conversation that has just begun may not be there yet.
    return turns.length > 0 ? null : <Failed problem={problem} retry={pages.reload} />;
  }
  if (newestFirst === null) return turns.length > 0 ? null : <Loading />;
  const isLive = new Set(turns.flatMap(({ executionIds }) => executionIds));
  // A question that is asked again leaves behind what followed its place.
  const left = turns.find(({ parentId }) => parentId !== undefined)?.parentId;
  const pairs = upTo(
    toPairs(newestFirst.filter(({ executionId }) => !isLive.has(executionId)).reverse()),
    left,
  );
  return (
    <>
      {pages.more !== null && (
        <button class="quiet" onClick={pages.more}>
          {t.earlierMessages}
        </button>
      )}
      <ProblemLine problem={problem} />
      {pairs.map((pair) => (
        <div key={pair.executionId} class="stored">
          <StoredTurn {...{ pair, opened, onOpen, onAskAt }} onBranch={branch.choose} />
          {pair.answer === null && (
            <p class="actions">
              <button onClick={pages.reload}>{t.reload}</button>
              <button
                disabled={onAskAgain === null}
                onClick={() => onAskAgain?.(pair.question?.content ?? '')}
              >
                {t.askAgain}
              </button>
            </p>
          )}
        </div>
      ))}
    </>
  );
};

/** A finished question that began a branch is read from the server, which knows what else was asked in its place. */
const useBranchesRead = (
  turns: readonly LiveTurn[],
  { items, reload }: Pick<Pages<Message>, 'items' | 'reload'>,
): void => {
  const finished = turns.filter(
    ({ phase, parentId }) => phase === 'done' && parentId !== undefined,
  );
  useEffect(() => {
    if (finished.length > 0) reload();
  }, [finished.length]);
  useEffect(() => {
    const read = new Set(items?.map(({ executionId }) => executionId));
    for (const { key, executionIds } of finished) {
      if (executionIds.some((id) => read.has(id))) dropTurn(key);
    }
  }, [items, finished.length]);
};

const toQuery = (page: PageRequest['params']['query'], through: string | null) =>
  through === null ? { ...page, limit: PAGE } : { ...page, limit: PAGE, through };
