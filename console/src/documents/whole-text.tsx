import { usePages } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { Failed, Loading, ProblemLine } from '../ui/states.js';
import { readChunks } from './passages.js';
import { join, type Span } from './structure.js';
import { StructuredText } from './structured-text.js';

/** All text of a document, from the cited span on or from the beginning; more is loaded when somebody reads on. */
export const WholeText = ({ id, span }: { id: string; span: Span | null }) => {
  const { t } = useWords();
  const { problem, chunks, more } = useChunks(id, span === null ? {} : { start: span.start });
  if (problem !== null && chunks === null) return <Failed problem={problem} />;
  if (chunks === null) return <Loading />;
  return (
    <section aria-label={t.documentText} class="document-text" dir="auto">
      <StructuredText stretch={join(chunks)} span={span} />
      <ProblemLine problem={problem} />
      {more !== null && <button onClick={more}>{t.loadMore}</button>}
    </section>
  );
};

/** The passages of a document from a place on, a page of the server at a time. */
export const useChunks = (id: string, from: { start?: number }) => {
  const { items, problem, more } = usePages(
    `chunks/${id}/${from.start ?? 0}`,
    ({ params: { query }, signal }) => readChunks(id, { ...from, cursor: query.cursor }, signal),
  );
  return { problem, chunks: items, more };
};
