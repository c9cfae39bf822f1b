import { useState } from 'preact/hooks';
import { api, bodyOf, type Session } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { Icon } from '../ui/icon.js';
import { groupByDay } from './session-groups.js';
import styles from './session-list.module.css';

/** The caller's conversations, the one that went on last first; those that are loaded can be searched by title. */
export const SessionList = ({ current, version }: { current: string | null; version: number }) => {
  const { t } = useWords();
  const pages = usePages(
    `sessions/${version}`,
    async ({ params, ...page }) =>
      bodyOf(
        await api.GET('/v1/sessions', {
          ...page,
          params: { query: { ...params.query, sort: '-lastActivityAt' } },
        }),
      ),
    { keepsOld: true, remembers: true },
  );
  const [words, setWords] = useState('');
  const all = pages.items;
  if (all === null) return null;
  const wanted = words.trim().toLocaleLowerCase();
  const found = all.filter(({ title }) =>
    (title ?? t.untitled).toLocaleLowerCase().includes(wanted),
  );
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
      {all.length > 5 && (
        <input
          type="search"
          aria-label={t.findConversation}
          placeholder={t.findConversation}
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      )}
      {all.length === 0 && <p class="muted">{t.noConversations}</p>}
      {all.length > 0 && found.length === 0 && <p class="muted">{t.noConversationFound}</p>}
      <div class={styles['rows']}>
        <Groups sessions={found} current={current} />
        {pages.more !== null && (
          <button class="quiet" onClick={pages.more}>
            {t.loadMore}
          </button>
        )}
      </div>
    </section>
  );
};

type GroupsProps = { sessions: readonly Session[]; current: string | null };

const Groups = ({ sessions: all, current }: GroupsProps) => {
  const { t } = useWords();
  return groupByDay(all, new Date()).map(({ name, sessions }) => (
    <section key={name} aria-label={t[name]}>
      <h3>{t[name]}</h3>
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
  ));
};
