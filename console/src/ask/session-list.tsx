import { useState } from 'preact/hooks';
import { api, bodyOf, type Session } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';

const PAGE = 50;

/** The caller's conversations, newest first; those that are loaded can be searched by title. */
export const SessionList = ({ current, version }: { current: string | null; version: number }) => {
  const { t } = useWords();
  const first = useResource(`sessions/${version}`, (signal) => readPage(undefined, signal));
  const [older, setOlder] = useState<{ items: Session[]; nextCursor: string | null } | null>(null);
  const [words, setWords] = useState('');
  const [kept, setKept] = useState<typeof first.value>(null);
  if (first.value !== null && first.value !== kept) {
    setKept(first.value);
    setOlder(null);
  }
  const page = first.value ?? kept;
  if (page === null) return null;
  const all = [...page.items, ...(older?.items ?? [])];
  const nextCursor = older === null ? page.nextCursor : older.nextCursor;
  const wanted = words.trim().toLocaleLowerCase();
  const found = all.filter(({ title }) =>
    (title ?? t.untitled).toLocaleLowerCase().includes(wanted),
  );
  const more = async () => {
    const next = await readPage(nextCursor ?? undefined);
    setOlder({ items: [...(older?.items ?? []), ...next.items], nextCursor: next.nextCursor });
  };
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
      {nextCursor !== null && (
        <button class="quiet" onClick={() => void more().catch(first.reload)}>
          {t.loadMore}
        </button>
      )}
    </section>
  );
};

const readPage = async (cursor: string | undefined, signal?: AbortSignal) =>
  bodyOf(
    await api.GET('/v1/sessions', {
      params: { query: { limit: PAGE, ...(cursor !== undefined && { cursor }) } },
      ...(signal && { signal }),
    }),
  );
