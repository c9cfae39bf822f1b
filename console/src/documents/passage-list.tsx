import { useWords } from '../i18n/index.js';
import { Failed, Loading, ProblemLine } from '../ui/states.js';
import { useChunks } from './whole-text.js';

/** The passages that a document was cut into, each as it is searched and handed to a model. */
export const PassageList = ({ id }: { id: string }) => {
  const { t, format } = useWords();
  const { problem, chunks, more } = useChunks(id, {});
  if (problem !== null && chunks === null) return <Failed problem={problem} />;
  if (chunks === null) return <Loading />;
  return (
    <section aria-label={t.viewPassages} class="passages">
      <ol>
        {chunks.map(({ id: key, index, content, chapter, pageStart, pageEnd, ...chunk }) => (
          <li key={key}>
            <h2>{t.passageNumber(index + 1)}</h2>
            <small class="wrap">
              {[
                ...(pageStart === null ? [] : [t.page(pageStart, pageEnd ?? pageStart)]),
                ...(chapter === null ? [] : [chapter]),
                t.tokenCount(chunk.tokenCount),
                format.language(chunk.language),
              ].join(' · ')}
            </small>
            <p class="text" dir="auto">
              {content}
            </p>
          </li>
        ))}
      </ol>
      <ProblemLine problem={problem} />
      {more !== null && <button onClick={more}>{t.loadMore}</button>}
    </section>
  );
};
