import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import type { Me } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { Shell } from '../ui/shell.js';
import { AskChoices, useAskChoices } from './ask-choices.js';
import { AskForm } from './ask-form.js';
import { useBranch } from './branch.js';
import { Conversation } from './conversation.js';
import { useKeepAtEnd } from './keep-at-end.js';
import { isUnderWay, sessionOf, stopTurn, useLiveTurns } from './live-turns.js';
import { SessionHead } from './session-head.js';
import { SessionList } from './session-list.js';
import { SourcePanel } from './source-panel.js';
import { Start } from './start.js';
import type { Opened } from './turn-view.js';

/** Asking: a new question, or a conversation that goes on. */
export const AskScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const { route } = useLocation();
  const { params } = useRoute();
  const sessionId = params['session'] ?? null;
  const turns = useLiveTurns(sessionId);
  const begunHere = useBegunHere(sessionId);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [draft, setDraft] = useState('');
  const { asked, setAsked } = useAskChoices();
  const underWay = turns.find(isUnderWay);
  const answered = turns.filter(({ phase }) => phase === 'done').length;
  const [changes, setChanges] = useState(0);
  const { content, isAway, toNewest } = useKeepAtEnd(keyOf(sessionId, turns));
  useEffect(() => setOpened(null), [sessionId]);
  useEffect(() => {
    if (begunHere.sessionId !== null) route(`/c/${begunHere.sessionId}`, true);
  }, [begunHere.sessionId]);
  const { branch, submit, askInPlace } = useBranch({
    sessionId,
    asked,
    setDraft,
    isAnswering: underWay !== undefined,
    hasAsked: turns.length > 0,
  });
  return (
    <Shell
      me={me}
      title={t.navAsk}
      side={<SessionList current={sessionId} version={`${answered} ${changes}`} />}
      aside={opened && <Panel opened={opened} setOpened={setOpened} />}
    >
      <Head
        sessionId={sessionId}
        version={answered}
        onChange={() => setChanges((count) => count + 1)}
      />
      <Conversation
        {...{ sessionId, turns, opened, content, branch }}
        onOpen={setOpened}
        onAskAgain={underWay ? null : submit}
        onAskAt={underWay ? null : askInPlace}
        empty={<Start me={me} onAsk={submit} />}
      />
      <AskForm
        key={sessionId ?? 'new'}
        {...{ draft, setDraft }}
        isFollowUp={sessionId !== null}
        toNewest={isAway ? toNewest : null}
        onAsk={submit}
        onStop={underWay ? () => stopTurn(underWay.key) : null}
      >
        <AskChoices asked={asked} setAsked={setAsked} />
      </AskForm>
      <Announcer isAsking={underWay !== undefined} count={answered} />
    </Shell>
  );
};

/** What is read on the page: nothing before the first question. */
const keyOf = (sessionId: string | null, turns: readonly { key: string }[]): string | null =>
  sessionId === null && turns.length === 0 ? null : `${sessionId} ${turns.at(-1)?.key ?? ''}`;

type PanelProps = { opened: Opened; setOpened: (opened: Opened | null) => void };

const Panel = ({ opened, setOpened }: PanelProps) => (
  <SourcePanel
    opened={opened}
    onMove={(index) => setOpened({ ...opened, index })}
    onClose={() => setOpened(null)}
  />
);

type HeadProps = { sessionId: string | null; version: number; onChange: () => void };

const Head = ({ sessionId, ...props }: HeadProps) => {
  const { t } = useWords();
  if (sessionId !== null) return <SessionHead id={sessionId} {...props} />;
  return (
    <div class="bar">
      <h1>{t.askTitle}</h1>
    </div>
  );
};

/** The session that a question from the page without one has been given. */
const useBegunHere = (sessionId: string | null) => {
  const turns = useLiveTurns(null);
  const key = useRef<string | null>(null);
  const last = turns.at(-1);
  if (sessionId === null && last !== undefined) key.current = last.key;
  if (sessionId !== null) key.current = null;
  return { sessionId: key.current === null ? null : sessionOf(key.current) };
};

/** Short lines for those who hear the page: never the answer word by word. */
const Announcer = ({ isAsking, count }: { isAsking: boolean; count: number }) => {
  const { t } = useWords();
  const text = isAsking ? t.searching : count > 0 ? t.answerReady : '';
  return (
    <p class="unseen" role="status">
      {text}
    </p>
  );
};
