import { useEffect, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { api, bodyOf, type Chunk, type Document, type Me } from '../api/client.js';
import { toProblem, type Problem } from '../api/problem.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { MarkedText } from '../ui/marked-text.js';
import { Shell } from '../ui/shell.js';
import { Empty, Failed, Loading, ProblemLine } from '../ui/states.js';
import { DocumentActions } from './document-actions.js';
import { findPassage, join, readChunks } from './passages.js';
import { isBeingRead, StateBadge, useReaders } from './state-badge.js';
import { UploadList } from './upload-area.js';
import { useUploads } from './uploads.js';

const LOOK_AGAIN_MS = 1500;

/** A document as its text, with the cited span marked; what is known of it, and what can be done with it. */
export const DocumentScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const { params } = useRoute();
  const id = params['document'] ?? '';
  const document = useResource(`document/${id}`, async (signal) =>
    bodyOf(await api.GET('/v1/documents/{id}', { params: { path: { id } }, signal })),
  );
  const { value, problem, reload } = document;
  const uploads = useUploads(reload);
  const isBusy = value !== null && isBeingRead(value);
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setInterval(reload, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isBusy, reload]);
  return (
    <Shell me={me}>
      <div class="bar">
        <h1 class="grow wrap">
          <bdi>{value?.title ?? '…'}</bdi>
        </h1>
        <a class="button" href="/d">
          {t.navDocuments}
        </a>
      </div>
      <div class="wide">
        <UploadList uploads={uploads} />
        {problem !== null && <Failed problem={problem} retry={reload} />}
        {value === null && problem === null && <Loading />}
        {value !== null && problem === null && (
          <>
            <Facts document={value} />
            <DocumentActions document={value} me={me} onChange={reload} inline />
            {isBusy && value.chunkCount === 0 ? (
              <Empty title={t.notReadyYet} />
            ) : (
              <DocumentText key={`${id}/${value.version}`} document={value} />
            )}
          </>
        )}
      </div>
    </Shell>
  );
};

const Facts = ({ document }: { document: Document }) => {
  const { t, format } = useWords();
  const readers = useReaders();
  const { filename, sizeBytes, language, pageCount, visibility, updatedAt } = document;
  return (
    <div class="facts">
      <div>
        <StateBadge document={document} />
      </div>
      <small class="wrap">
        <bdi>{filename}</bdi> · {format.bytes(sizeBytes)}
        {pageCount !== null && ` · ${t.pageCount(pageCount)}`}
        {language !== null && ` · ${format.language(language)}`} · <bdi>{readers(visibility)}</bdi>{' '}
        · {format.minute(updatedAt)}
      </small>
    </div>
  );
};

const useSpan = () => {
  const { query } = useLocation();
  const [start, end] = [Number(query['start']), Number(query['end'])];
  return query['start'] !== undefined && start >= 0 && end > start ? { start, end } : null;
};

/** The text from the cited span on, or from the beginning; more is loaded when somebody reads on. */
const DocumentText = ({ document: { id, chunkCount } }: { document: Document }) => {
  const { t } = useWords();
  const span = useSpan();
  const first = useResource(`text/${id}`, (signal) => readChunks(id, undefined, signal));
  const [more, setMore] = useState<{ items: Chunk[]; nextCursor: string | null } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  if (chunkCount === 0) return <p class="muted">{t.noText}</p>;
  if (first.problem !== null) return <Failed problem={first.problem} retry={first.reload} />;
  if (first.value === null) return <Loading />;
  const chunks = [...first.value.items, ...(more?.items ?? [])];
  const nextCursor = (more ?? first.value).nextCursor;
  const { text, start } = join(chunks);
  const readOn = async () => {
    try {
      const next = await readChunks(id, nextCursor ?? undefined, new AbortController().signal);
      setMore({ ...next, items: [...(more?.items ?? []), ...next.items] });
      setProblem(null);
    } catch (error) {
      setProblem(toProblem(error));
    }
  };
  const isBeyond = span !== null && span.start >= start + text.length;
  return (
    <section aria-label={t.documentText} class="document-text" dir="auto">
      {isBeyond && <Cited id={id} span={span} />}
      <MarkedText
        text={text}
        start={span === null || isBeyond ? 0 : span.start - start}
        end={span === null || isBeyond ? 0 : span.end - start}
      />
      <ProblemLine problem={problem} />
      {nextCursor !== null && <button onClick={() => void readOn()}>{t.loadMore}</button>}
    </section>
  );
};

/** The cited span of a document that is too long to be loaded up to there. */
const Cited = ({ id, span }: { id: string; span: { start: number; end: number } }) => {
  const passage = useResource(`cited/${id}/${span.start}`, (signal) =>
    findPassage(id, span, signal),
  );
  if (passage.problem !== null) return <Failed problem={passage.problem} retry={passage.reload} />;
  if (passage.value === null) return passage.isLoading ? <Loading /> : null;
  const { text, start } = passage.value;
  return (
    <div class="sheet">
      <MarkedText text={text} start={span.start - start} end={span.end - start} />
    </div>
  );
};
