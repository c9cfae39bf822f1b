import { useEffect, useState } from 'preact/hooks';
import { api, bodyOf, type Session } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { usePages, type PageRequest } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { Icon } from '../ui/icon.js';
import { groupByDay } from './session-groups.js';
import styles from './session-list.module.css';

/** The caller's conversations, the one that went on last first, or those with all the words that are looked for. */
export const SessionList = ({ current, version }: { current: string | null; version: string }) => {
  const { t } = useWords();
  const [words, setWords] = useState('');
  const wanted = useSettled(words.trim());
  const pages = usePages(
    `sessions/${version}/${wanted}`,
    async ({ params, ...page }) =>
      bodyOf(
        await api.GET('/v1/sessions', {
          ...page,
          params: { query: toQuery(params.query, wanted) },
        }),
      ),
    { keepsOld: true, remembers: true },
  );
  const found = pages.items;
  if (found === null) return null;
  const isSearching = words !== '' || wanted !== '';
  return (
    <section class={styles['list']} aria-label={t.conversations}>
      <div class={styles['head']}>
        <h2>{t.conversations}</h2>
        {current !== null && (
          <a href="/" title={t.newQuestion} aria-label={t.newQuestion}>
            <Icon name="plus" />
          </a>
        )}
      </div>
      {(found.length > 0 || isSearching) && (
        <input
          type="search"
          maxLength={200}
          aria-label={t.findConversation}
          placeholder={t.findConversation}
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      )}
      {found.length === 0 && (
        <p class="muted">{wanted === '' ? t.noConversations : t.noConversationFound}</p>
      )}
      <div class={styles['rows']}>
        {isSearching ? (
          <Groups sessions={found} current={current} />
        ) : (
          <Arranged {...{ current, version }} sessions={found} />
        )}
        {pages.more !== null && (
          <button class="quiet" onClick={pages.more}>
            {t.loadMore}
          </button>
        )}
      </div>
    </section>
  );
};

const toQuery = (page: PageRequest['params']['query'], text: string) => {
  const query = { ...page, sort: '-lastActivityAt' as const };
  return text === '' ? query : { ...query, text };
};

const SETTLES_AFTER_MS = 250;

/** The newest value once it has stood for a moment: not every letter is a search. */
const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};

type ArrangedProps = GroupsProps & { version: string };

/** Groups the loaded conversations: pinned ones first, then the others by day. */
const Arranged = ({ sessions, current, version }: ArrangedProps) => {
  const { t } = useWords();
  const pinned = useResource(
    `pinned/${version}`,
    async (signal) => bodyOf(await api.GET('/v1/sessions', { params: PINNED, signal })).items,
    { keepsOld: true, remembers: true },
  );
  return (
    <>
      {pinned.value !== null && pinned.value.length > 0 && (
        <Group name={t.pinned} sessions={pinned.value} current={current} />
      )}
      <Groups sessions={sessions.filter(({ pinnedAt }) => pinnedAt === null)} current={current} />
    </>
  );
};

const PINNED = { query: { limit: 50, pinned: 'true', sort: '-lastActivityAt' } } as const;

type GroupsProps = { sessions: readonly Session[]; current: string | null };

const Groups = ({ sessions: all, current }: GroupsProps) => {
  const { t } = useWords();
  return groupByDay(all, new Date()).map(({ name, sessions }) => (
    <Group key={name} name={t[name]} {...{ sessions, current }} />
  ));
};

const Group = ({ name, sessions, current }: GroupsProps & { name: string }) => {
  const { t } = useWords();
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      {sessions.map(({ id, title }) => (
        <a
          key={id}
          href={`/c/${id}`}
          title={title ?? t.untitled}
          dir="auto"
          {...(id === current && { 'aria-current': 'page' })}
        >
          {title ?? t.untitled}
        </a>
      ))}
    </section>
  );
};
