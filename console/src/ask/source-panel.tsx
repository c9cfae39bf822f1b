import { useLayoutEffect, useRef } from 'preact/hooks';
import { CitedPages, Stale } from '../documents/cited-pages.js';
import type { Citation } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { MarkedText } from '../ui/marked-text.js';
import { useCitationTitle, usePages } from './source-list.js';
import type { Opened } from './turn-view.js';

type Props = { opened: Opened; onMove: (index: number) => void; onClose: () => void };

/** The passage that an answer rests on, in its place in the document, beside the answer. */
export const SourcePanel = ({ opened: { citations, index }, onMove, onClose }: Props) => {
  const { t } = useWords();
  const panel = useRef<HTMLElement>(null);
  const citation = citations[index];
  const openedBy = useRef(document.activeElement);
  useLayoutEffect(() => {
    panel.current?.focus();
  }, [citation]);
  useLayoutEffect(
    () => () => {
      // Back to where one was reading.
      if (openedBy.current instanceof HTMLElement) openedBy.current.focus();
    },
    [],
  );
  if (citation === undefined) return null;
  const step = (by: number) => {
    if (citations[index + by] !== undefined) onMove(index + by);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose();
    if (key === 'ArrowLeft') step(-1);
    if (key === 'ArrowRight') step(1);
  };
  return (
    <aside class="page" aria-label={t.sources} ref={panel} tabIndex={-1} onKeyDown={onKeyDown}>
      <Head
        citation={citation}
        index={index}
        count={citations.length}
        step={step}
        onClose={onClose}
      />
      <div class="sheet-room">
        <Passage citation={citation} />
        <p class="muted">{t.verification[citation.verification]}</p>
        {citation.ocr === true && <p class="muted">{t.readByOcr}</p>}
      </div>
    </aside>
  );
};

type HeadProps = {
  citation: Citation;
  index: number;
  count: number;
  step: (by: number) => void;
  onClose: () => void;
};

const Head = ({ citation, index, count, step, onClose }: HeadProps) => {
  const { t } = useWords();
  const title = useCitationTitle();
  const pages = usePages(citation);
  return (
    <div class="bar">
      <div class="grow">
        <b>
          <bdi>{title(citation)}</bdi>
        </b>
        <br />
        <small>{[pages, t.passage(index + 1, count)].filter(Boolean).join(' · ')}</small>
      </div>
      <button
        class="quiet"
        aria-label={t.previousPassage}
        disabled={index === 0}
        onClick={() => step(-1)}
      >
        ↑
      </button>
      <button
        class="quiet"
        aria-label={t.nextPassage}
        disabled={index === count - 1}
        onClick={() => step(1)}
      >
        ↓
      </button>
      <button class="quiet" aria-label={t.close} onClick={onClose}>
        ✕
      </button>
    </div>
  );
};

const Passage = ({ citation }: { citation: Citation }) => {
  const { t } = useWords();
  const { documentId, chunkId, pageStart, pageEnd, quote, verification } = citation;
  if (verification === 'stale') return <Stale documentId={documentId} />;
  const span = spanOf(citation);
  if (documentId === undefined || chunkId === undefined || span === null) {
    return (
      <div class="sheet" dir="auto" tabIndex={0}>
        {quote === null ? t.passageGone : <MarkedText text={quote} start={0} end={quote.length} />}
      </div>
    );
  }
  return (
    <CitedPages
      key={`${chunkId}/${span.start}`}
      documentId={documentId}
      span={{ ...span, chunkId }}
      pages={
        typeof pageStart === 'number' ? { first: pageStart, last: pageEnd ?? pageStart } : null
      }
    />
  );
};

const spanOf = ({ charStart, charEnd }: Citation) =>
  typeof charStart === 'number' && typeof charEnd === 'number'
    ? { start: charStart, end: charEnd }
    : null;
