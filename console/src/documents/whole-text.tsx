import { useState } from 'preact/hooks';
import type { Chunk } from '../api/client.js';
import { toProblem, type Problem } from '../api/problem.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { MarkedText } from '../ui/marked-text.js';
import { Failed, Loading, ProblemLine } from '../ui/states.js';
import { join, readChunks, type Span } from './passages.js';

/** All text of a document, from the cited span on or from the beginning; more is loaded when somebody reads on. */
export const WholeText = ({ id, span }: { id: string; span: Span | null }) => {
  const { t } = useWords();
  const { problem, chunks, more } = useChunks(id, span === null ? {} : { start: span.start });
  if (problem !== null && chunks === null) return <Failed problem={problem} />;
  if (chunks === null) return <Loading />;
  const { text, start } = join(chunks);
  return (
    <section aria-label={t.documentText} class="document-text" dir="auto">
      <MarkedText
        text={text}
        start={span === null ? 0 : span.start - start}
        end={span === null ? 0 : span.end - start}
      />
      <ProblemLine problem={problem} />
      {more !== null && <button onClick={() => void more()}>{t.loadMore}</button>}
    </section>
  );
};

/** The passages of a document from a place on, a page of the server at a time. */
export const useChunks = (id: string, from: { start?: number }) => {
  const first = useResource(`chunks/${id}/${from.start ?? 0}`, (signal) =>
    readChunks(id, from, signal),
  );
  const [later, setLater] = useState<{ items: Chunk[]; nextCursor: string | null } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const cursor = (later ?? first.value)?.nextCursor ?? null;
  const more = async () => {
    try {
      const next = await readChunks(id, { ...from, cursor: cursor ?? undefined });
      setLater({ ...next, items: [...(later?.items ?? []), ...next.items] });
      setProblem(null);
    } catch (error) {
      setProblem(toProblem(error));
    }
  };
  return {
    problem: first.problem ?? problem,
    chunks: first.value === null ? null : [...first.value.items, ...(later?.items ?? [])],
    /** Null when all are there. */
    more: cursor === null ? null : more,
  };
};
