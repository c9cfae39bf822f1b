import { api, bodyOf, type Document, type PageBoxes } from '../api/client.js';
import { useReloadOnReturn, useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Empty, Failed, Loading } from '../ui/states.js';
import { Origin } from './origin.js';
import { PagePicture } from './page-picture.js';
import { findPassage, type CitedSpan } from './passages.js';
import type { Span, Stretch } from './structure.js';
import { StructuredText } from './structured-text.js';

type Props = {
  documentId: string;
  span: CitedSpan;
  /** The pages that the citation names, for when its place on them is not found. */
  pages: { first: number; last: number } | null;
};

/** A cited passage in its place: the pages it stands on, and below them the text around it. */
export const CitedPages = ({ documentId, span, pages }: Props) => {
  const { t } = useWords();
  const cited = useResource(`cited/${documentId}/${span.start}/${span.end}`, (signal) =>
    readCited(documentId, span, signal),
  );
  useReloadOnReturn(cited.reload);
  const { value, problem, reload } = cited;
  if (problem?.code === 'not_found') return <Empty title={t.goneTitle} text={t.documentGone} />;
  if (value === null) return problem ? <Failed problem={problem} retry={reload} /> : <Loading />;
  const { document, boxes, passage } = value;
  if (passage === null) return <Stale documentId={documentId} />;
  return (
    <>
      {document.pageCount !== null &&
        pagesOf(boxes, pages).map((page) => (
          <PagePicture key={page} document={document} page={page} boxes={boxes?.boxes ?? []} />
        ))}
      <MatchNote boxes={boxes} />
      <section class="sheet" aria-label={t.passageText} dir="auto" tabIndex={0}>
        <StructuredText stretch={passage} span={span} isQuiet={document.pageCount !== null} />
      </section>
      <p>
        <a href={addressOf(document, span, pages?.first)}>{t.openDocument}</a>
      </p>
      <Origin documentId={documentId} />
    </>
  );
};

/** A citation whose document was replaced since. */
export const Stale = ({ documentId }: { documentId: string | undefined }) => {
  const { t } = useWords();
  return (
    <>
      <p>{t.staleText}</p>
      {documentId !== undefined && (
        <p>
          <a href={`/d/${documentId}`}>{t.staleOpen}</a>
        </p>
      )}
    </>
  );
};

/** The address of the page view with the span marked. It names the version, so that no other text is marked later. */
const addressOf = ({ id, version }: Document, { start, end }: Span, page: number | undefined) => {
  const place = { version, start, end, ...(page !== undefined && { page }) };
  const texts = Object.entries(place).map(([name, value]) => [name, String(value)]);
  return `/d/${id}?${new URLSearchParams(texts).toString()}`;
};

const MatchNote = ({ boxes }: { boxes: PageBoxes | null }) => {
  const { t } = useWords();
  if (boxes === null || boxes.match === 'exact') return null;
  return <p class="muted">{boxes.match === 'lines' ? t.boxesOfLines : t.boxesMissing}</p>;
};

type Cited = { document: Document; boxes: PageBoxes | null; passage: Stretch | null };

const readCited = async (id: string, span: CitedSpan, signal: AbortSignal): Promise<Cited> => {
  const [document, passage] = await Promise.all([
    readDocument(id, signal),
    findPassage(id, span, signal),
  ]);
  const boxes = document.pageCount === null ? null : await readBoxes(id, span, signal);
  return { document, boxes, passage };
};

export const readDocument = async (id: string, signal: AbortSignal): Promise<Document> =>
  bodyOf(await api.GET('/v1/documents/{id}', { params: { path: { id } }, signal }));

/** The longest span that the server looks for. */
const MAX_SPAN = 20_000;

/** Null where the file cannot be looked at: then the pages are shown without marks, and say themselves why they are not drawn. */
export const readBoxes = (id: string, { start, end }: Span, signal: AbortSignal) => {
  const query = { start, end: Math.min(end, start + MAX_SPAN) };
  return api
    .GET('/v1/documents/{id}/boxes', { params: { path: { id }, query }, signal })
    .then(bodyOf, () => null);
};

/** The pages on which the span was found, or else those that the citation names. */
const pagesOf = (boxes: PageBoxes | null, named: Props['pages']): readonly number[] => {
  const found = [...new Set(boxes?.boxes.map(({ page }) => page))];
  if (found.length > 0 || named === null) return found;
  return Array.from({ length: named.last - named.first + 1 }, (_, index) => named.first + index);
};
