import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Document } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Failed, Loading } from '../ui/states.js';
import { readBoxes } from './cited-pages.js';
import { PagePicture } from './page-picture.js';
import { readChunks } from './passages.js';
import { join, type Span } from './structure.js';
import { StructuredText } from './structured-text.js';

type Props = { document: Document; span: Span | null; onGone: () => void };

/** A document page by page: each as a picture, with its text below; the arrow keys turn it. */
export const PageReader = ({ document, span, onGone }: Props) => {
  const boxes = useResource(`boxes/${span?.start}/${span?.end}`, (signal) =>
    span === null ? Promise.resolve(null) : readBoxes(document.id, span, signal),
  );
  const count = document.pageCount ?? 1;
  const [zoom, setZoom] = useState(1);
  const { page, turnTo } = usePage(count, boxes.value?.boxes[0]?.page ?? 1);
  useEffect(() => {
    const onKeyDown = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      const isElsewhere = target instanceof Element && target.matches('input, select, textarea');
      if (isElsewhere || altKey || ctrlKey || metaKey) return;
      if (key === 'ArrowLeft') turnTo(page - 1);
      if (key === 'ArrowRight') turnTo(page + 1);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [page, turnTo]);
  return (
    <>
      <Turner page={page} count={count} turnTo={turnTo}>
        <Zoom zoom={zoom} setZoom={setZoom} />
      </Turner>
      <div class="zoom-room" tabIndex={zoom === 1 ? -1 : 0}>
        <div style={{ inlineSize: `${zoom * 100}%` }}>
          <PagePicture
            key={page}
            document={document}
            page={page}
            boxes={boxes.value?.boxes ?? []}
          />
        </div>
      </div>
      <PageText key={`text-${page}`} {...{ document, page, span, onGone }} />
    </>
  );
};

/** The page that the address names, or else the one to begin with. */
const usePage = (count: number, begin: number) => {
  const { query, path, route } = useLocation();
  const asked = Number(query['page'] ?? begin);
  const page = Number.isInteger(asked) ? Math.min(count, Math.max(1, asked)) : 1;
  const turnTo = (next: number) => {
    if (next < 1 || next > count || next === page) return;
    const place = new URLSearchParams({ ...query, page: String(next) });
    route(`${path}?${place.toString()}`, true);
  };
  return { page, turnTo };
};

const MOST_ZOOM = 3;

const Zoom = ({ zoom, setZoom }: { zoom: number; setZoom: (zoom: number) => void }) => {
  const { t, format } = useWords();
  return (
    <>
      <button aria-label={t.zoomOut} disabled={zoom === 1} onClick={() => setZoom(zoom - 0.5)}>
        −
      </button>
      <span class="muted">{format.percent(zoom)}</span>
      <button
        aria-label={t.zoomIn}
        disabled={zoom === MOST_ZOOM}
        onClick={() => setZoom(zoom + 0.5)}
      >
        +
      </button>
    </>
  );
};

type TurnerProps = {
  page: number;
  count: number;
  turnTo: (page: number) => void;
  children: ComponentChildren;
};

const Turner = ({ page, count, turnTo, children }: TurnerProps) => {
  const { t } = useWords();
  return (
    <div class="turner">
      <button disabled={page === 1} aria-label={t.pageBefore} onClick={() => turnTo(page - 1)}>
        <span class="turns" aria-hidden="true">
          ←
        </span>
      </button>
      <label>
        <span class="unseen">{t.goToPage}</span>
        <input
          type="number"
          min={1}
          max={count}
          value={page}
          onChange={({ currentTarget }) => turnTo(Math.trunc(currentTarget.valueAsNumber))}
        />
      </label>
      <span class="muted">{t.ofPages(count)}</span>
      <button disabled={page === count} aria-label={t.pageAfter} onClick={() => turnTo(page + 1)}>
        <span class="turns" aria-hidden="true">
          →
        </span>
      </button>
      {children}
      <span class="unseen" role="status">
        {t.pageNumberOf(page, count)}
      </span>
    </div>
  );
};

const PageText = ({ document: { id }, page, span, onGone }: Props & { page: number }) => {
  const { t } = useWords();
  const chunks = useResource(`page/${id}/${page}`, async (signal) =>
    readChunks(id, { page }, signal),
  );
  const isGone = chunks.problem?.code === 'not_found';
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone, onGone]);
  if (chunks.problem !== null) return <Failed problem={chunks.problem} retry={chunks.reload} />;
  if (chunks.value === null) return <Loading />;
  const stretch = join(chunks.value.items);
  return (
    <section class="sheet" aria-label={t.pageText} dir="auto" tabIndex={0}>
      {stretch.text === '' ? (
        <p class="muted">{t.noTextOnPage}</p>
      ) : (
        <StructuredText stretch={stretch} span={span} isQuiet />
      )}
    </section>
  );
};
