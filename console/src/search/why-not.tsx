import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { api, bodyOf, type Explanation } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Failed, Loading } from '../ui/states.js';

/** So many passages a search shows; why a document is not among them is said of as many. */
export const SHOWN = 10;

type Props = {
  asked: string;
  /** The embedder took part in the search. */
  isMeaningCompared: boolean;
};

/** Says why the search does not bring a document, or that it does; the reader chooses the document by its title. */
export const WhyNot = ({ asked, isMeaningCompared }: Props) => {
  const { t } = useWords();
  const { query, route } = useLocation();
  const chosen = query['why'] ?? '';
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The address may name a part that was not there yet when the page was opened.
    if (location.hash === '#why-not') section.current?.scrollIntoView();
  }, []);
  const choose = (id: string) => {
    route(`/search?${new URLSearchParams({ q: asked, ...(id && { why: id }) }).toString()}`, true);
  };
  return (
    <section ref={section} class="card why-not" id="why-not" aria-label={t.whyNot}>
      <header>
        <h2>{t.whyNot}</h2>
        {chosen !== '' && (
          <button class="quiet" onClick={() => choose('')}>
            {t.whyNotOther}
          </button>
        )}
      </header>
      {chosen === '' ? (
        <Chooser onChoose={choose} />
      ) : (
        <Explained key={chosen} id={chosen} {...{ asked, isMeaningCompared }} />
      )}
    </section>
  );
};

const TYPING_MS = 300;

const Chooser = ({ onChoose }: { onChoose: (id: string) => void }) => {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const [title, setTitle] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setTitle(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { value, problem, reload } = useResource(
    `titles/${title}`,
    async (signal) => {
      const query = { limit: 8, ...(title !== '' && { title }) };
      return bodyOf(await api.GET('/v1/documents', { params: { query }, signal }));
    },
    { keepsOld: true },
  );
  return (
    <div class="chooser">
      <p class="muted">{t.whyNotHint}</p>
      <input
        type="search"
        aria-label={t.whyNotChoose}
        placeholder={t.whyNotChoose}
        maxLength={200}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {problem !== null && <Failed problem={problem} retry={reload} />}
      {value?.items.length === 0 && <p class="muted">{t.whyNotNone}</p>}
      <div class="choices">
        {value?.items.map((document) => (
          <button key={document.id} class="quiet" onClick={() => onChoose(document.id)}>
            <bdi>{document.title}</bdi>
          </button>
        ))}
      </div>
    </div>
  );
};

const Explained = ({ asked, isMeaningCompared, id }: Props & { id: string }) => {
  const { t } = useWords();
  const reason = useReason({ isMeaningCompared });
  const { value, problem, reload } = useResource(`why/${asked}/${id}`, async (signal) => {
    const body = { query: asked, documentId: id, topK: SHOWN };
    return bodyOf(await api.POST('/v1/search/explain', { body, signal }));
  });
  if (problem !== null) return <Failed problem={problem} retry={reload} />;
  if (value === null) return <Loading />;
  const { title, passage, mergedInto, words } = value;
  const place =
    passage !== null && passage.pageStart !== null ? `?page=${String(passage.pageStart)}` : '';
  return (
    <div class="foot">
      <p class="muted">{t.whyNotChosen(title)}</p>
      <p class="reason" role="status">
        {reason(value)}
      </p>
      {passage !== null && (
        <p>
          <a href={`/d/${id}${place}`}>{t.bestPassage}</a>
        </p>
      )}
      {mergedInto !== null && (
        <p>
          <a href={`/d/${mergedInto.documentId}`}>{t.mergedInto}</a>
        </p>
      )}
      {words.length > 0 && <Words words={words} />}
    </div>
  );
};

/** The outcome as a sentence that says the rule. */
const useReason = ({ isMeaningCompared }: Pick<Props, 'isMeaningCompared'>) => {
  const { t, format } = useWords();
  return ({ outcome, status, position, passage, needed }: Explanation): string => {
    switch (outcome) {
      case 'found':
        return t.why.found(position ?? 1);
      case 'not_indexed':
        return t.why.not_indexed(t.stateOf[status]);
      case 'below_relevance': {
        const has = passage?.relevance ?? null;
        if (has === null || needed === null) return t.why.belowUnknown;
        return t.why.below_relevance(format.percent(has), format.percent(needed));
      }
      case 'cut_by_top_k':
        return t.why.cut_by_top_k(position === null ? '' : t.why.atPlace(position));
      case 'no_common_word':
        return isMeaningCompared ? t.why.noCommonMeaning : t.why.no_common_word;
      case 'outside_filter':
      case 'not_among_candidates':
      case 'merged':
      case 'cut_by_budget':
        return t.why[outcome];
    }
  };
};

const Words = ({ words }: { words: Explanation['words'] }) => {
  const { t, format } = useWords();
  const describe = (found: number): string => {
    if (found >= 1) return t.wordYes;
    return found <= 0 ? t.wordNo : t.wordPartly(format.percent(found));
  };
  return (
    <div class="scroll" tabIndex={0}>
      <table>
        <caption>{t.whyWords}</caption>
        <thead>
          <tr>
            <th scope="col">{t.word}</th>
            <th scope="col" class="n">
              {t.wordShare}
            </th>
            <th scope="col">{t.wordFound}</th>
          </tr>
        </thead>
        <tbody>
          {words.map(({ forms, share, found }) => (
            <tr key={forms.join(' ')}>
              <td class="wrap">
                <bdi>{forms.join(', ')}</bdi>
              </td>
              <td class="n">{format.percent(share)}</td>
              <td>{describe(found)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
