import { useLocation } from 'preact-iso';
import { api, bodyOf, type Me, type SearchAnswer } from '../api/client.js';
import { useResource, type Resource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Shell } from '../ui/shell.js';
import { Empty, Failed, Loading } from '../ui/states.js';
import { PassageText } from './passage-text.js';
import { SHOWN, WhyNot } from './why-not.js';

/** Searching without an answer, by the very search of a turn; and why a document was not found. */
export const SearchScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const { query, route } = useLocation();
  const asked = query['q'] ?? '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement).get('q');
    const text = typeof given === 'string' ? given.trim() : '';
    if (text !== '') route(`/search?${new URLSearchParams({ q: text }).toString()}`);
  };
  return (
    <Shell me={me} title={t.navSearch}>
      <div class="bar">
        <h1>{t.searchTitle}</h1>
      </div>
      <div class="wide search">
        <form role="search" class="filters" onSubmit={submit}>
          <input
            key={asked}
            type="search"
            name="q"
            dir="auto"
            aria-label={t.searchFor}
            placeholder={t.searchFor}
            defaultValue={asked}
            maxLength={2000}
            required
          />
          <button class="primary">{t.searchButton}</button>
        </form>
        {asked === '' ? (
          <p class="muted">{t.searchHint}</p>
        ) : (
          <Searched key={asked} asked={asked} />
        )}
      </div>
    </Shell>
  );
};

const Searched = ({ asked }: { asked: string }) => {
  const search = useResource(`search/${asked}`, async (signal) =>
    bodyOf(await api.POST('/v1/search', { body: { query: asked, topK: SHOWN }, signal })),
  );
  return (
    <>
      <Found search={search} />
      <WhyNot asked={asked} isMeaningCompared={search.value?.legs.dense === 'active'} />
    </>
  );
};

const Found = ({ search: { value, problem, reload } }: { search: Resource<SearchAnswer> }) => {
  const { t } = useWords();
  if (problem !== null) return <Failed problem={problem} retry={reload} />;
  if (value === null) return <Loading />;
  return (
    <div class="found">
      <Outcome answer={value} />
      {value.results.length === 0 ? (
        <Empty title={t.searchNothing} />
      ) : (
        <ol class="results">
          {value.results.map((result) => (
            <Result key={result.chunkId} result={result} />
          ))}
        </ol>
      )}
    </div>
  );
};

const Outcome = ({ answer }: { answer: SearchAnswer }) => {
  const { t, format } = useWords();
  const { results, outcome, corrections, legs, tookMs } = answer;
  const notes = [
    ...(outcome === 'closest' ? [t.searchClosest] : []),
    ...corrections.map(({ from, to }) => t.corrected(from, to)),
    ...(legs.dense === 'inert' || legs.dense === 'off' ? [t.legs.dense] : []),
    ...(legs.dense === 'failed' ? [t.legs.denseFailed] : []),
    ...(legs.lexical === 'failed' ? [t.legs.lexicalFailed] : []),
  ];
  return (
    <div>
      <p role="status">{t.resultCount(results.length, format.ms(tookMs))}</p>
      {notes.map((note) => (
        <p key={note} class="muted">
          {note}
        </p>
      ))}
      <a class="to-why" href="#why-not">
        {t.whyNot}
      </a>
    </div>
  );
};

const Result = ({ result }: { result: SearchAnswer['results'][number] }) => {
  const { t, format } = useWords();
  const { documentId, title, chapter, pageStart, pageEnd, content, relevance, evidence } = result;
  const page = pageStart === null ? '' : `?page=${pageStart}`;
  return (
    <li>
      <h2>
        <a href={`/d/${documentId}${page}`}>
          <bdi>{title}</bdi>
        </a>
      </h2>
      <small class="wrap">
        {[
          ...(chapter === null ? [] : [chapter]),
          ...(pageStart === null ? [] : [t.page(pageStart, pageEnd ?? pageStart)]),
          t.howRelevant(format.percent(relevance)),
        ].join(' · ')}{' '}
        {evidence && <span class="badge">{t.isEvidence}</span>}
      </small>
      <PassageText content={content} chapter={chapter} />
    </li>
  );
};
