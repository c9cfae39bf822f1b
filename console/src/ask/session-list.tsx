import { useState } from 'preact/hooks';
import { api, bodyOf } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';

/** The caller's conversations, newest first; those that are loaded can be searched by title. */
export const SessionList = ({ current, version }: { current: string | null; version: number }) => {
  const { t } = useWords();
  const pages = usePages(
    `sessions/${version}`,
    async (page) => bodyOf(await api.GET('/v1/sessions', page)),
    { keepsOld: true },
  );
  const [words, setWords] = useState('');
  const all = pages.items;
  if (all === null) return null;
  const wanted = words.trim().toLocaleLowerCase();
  const found = all.filter(({ title }) =>
    (title ?? t.untitled).toLocaleLowerCase().includes(wanted),
  );
  return (
    <section aria-label={t.conversations}>
      <h2>{t.conversations}</h2>
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
      {found.map(({ id, title }) => (
        <a key={id} href={`/c/${id}`} {...(id === current && { 'aria-current': 'page' })}>
          <bdi>{title ?? t.untitled}</bdi>
        </a>
      ))}
      {pages.more !== null && (
        <button class="quiet" onClick={pages.more}>
          {t.loadMore}
        </button>
      )}
    </section>
  );
};
