import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Document } from '../api/client.js';
import { toProblem, type Problem } from '../api/problem.js';
import { useWords } from '../i18n/index.js';
import { ProblemLine } from '../ui/states.js';
import { findIn, outlineOf, type Found, type Place, type PlacedPassage } from './guide.js';
import { readChunks } from './passages.js';
import styles from './document-guide.module.css';

type Props = { document: Document };

/** Finds words in a document, and leads to its chapters; its text is loaded when somebody asks for either. */
export const DocumentGuide = ({ document }: Props) => {
  const { t } = useWords();
  const { passages, problem, load } = usePassages(document.id);
  const [words, setWords] = useState('');
  const addressOf = useAddresses(document);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The handler stands on a form alone.
    const typed = new FormData(event.currentTarget as HTMLFormElement).get('words');
    setWords(typeof typed === 'string' ? typed : '');
    load();
  };
  const outline = passages === null ? [] : outlineOf(passages);
  return (
    <div class={styles['guide']}>
      <form role="search" class="filters" onSubmit={submit}>
        <input
          type="search"
          name="words"
          aria-label={t.findInDocument}
          placeholder={t.findInDocument}
          maxLength={200}
        />
        <button>{t.searchButton}</button>
      </form>
      <ProblemLine problem={problem} />
      {passages !== null && words.trim() !== '' && (
        <Results found={findIn(passages, words)} addressOf={addressOf} />
      )}
      <details
        onToggle={({ currentTarget }) => {
          if (currentTarget.open) load();
        }}
      >
        <summary>{t.outline}</summary>
        <ol class={styles['places']}>
          {outline.map((place) => (
            <li key={`${place.start}/${place.depth}`} data-depth={Math.min(3, place.depth)}>
              <a href={addressOf(place)}>
                <bdi>{place.title}</bdi>
              </a>
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
};

type Address = (place: Pick<Place, 'start' | 'end' | 'page'>) => string;

const Results = ({ found, addressOf }: { found: readonly Found[]; addressOf: Address }) => {
  const { t, format } = useWords();
  return (
    <>
      <p role="status" class="muted">
        {found.length === 0 ? t.foundNowhere : t.placesFound(format.number(found.length))}
      </p>
      <ol class={styles['places']} dir="auto">
        {found.map((one) => (
          <li key={one.start}>
            <a href={addressOf(one)}>
              …{one.before}
              <mark>{one.match}</mark>
              {one.after}…
            </a>
            {one.page !== null && <small> {t.page(one.page, one.page)}</small>}
          </li>
        ))}
      </ol>
    </>
  );
};

/** Shows a place as the document is being looked at: on its page, or in its text. */
const useAddresses = ({ version, pageCount }: Document): Address => {
  const { query, path } = useLocation();
  const isText = pageCount === null || query['view'] === 'text';
  return ({ start, end }) => {
    const view = isText ? 'text' : 'pages';
    const span = { start: String(start), end: String(end), version: String(version) };
    return `${path}?${new URLSearchParams({ view, ...span }).toString()}`;
  };
};

/** Longer documents are searched only up to this limit. */
const MOST_REQUESTS = 30;

const usePassages = (id: string) => {
  const [passages, setPassages] = useState<readonly PlacedPassage[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isLoading, setLoading] = useState(false);
  const read = async () => {
    const all: PlacedPassage[] = [];
    let cursor: string | null = null;
    for (let count = 0; count < MOST_REQUESTS; count += 1) {
      const page: Awaited<ReturnType<typeof readChunks>> = await readChunks(
        id,
        cursor === null ? {} : { cursor },
      );
      all.push(...page.items);
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
    setPassages(all);
    setProblem(null);
  };
  const load = () => {
    if (isLoading || passages !== null) return;
    setLoading(true);
    read()
      .catch((error: unknown) => setProblem(toProblem(error)))
      .finally(() => setLoading(false));
  };
  return { passages, problem, load };
};
