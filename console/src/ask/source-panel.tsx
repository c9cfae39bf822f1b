import { useEffect, useRef } from 'preact/hooks';
import { findPassage } from '../documents/passages.js';
import type { Citation } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Failed, Loading } from '../ui/states.js';
import { MarkedText } from '../ui/marked-text.js';
import { useCitationTitle, usePages, type Opened } from './turn-view.js';

type Props = { opened: Opened; onMove: (index: number) => void; onClose: () => void };

/** The passage that an answer rests on, in its place in the document, beside the answer. */
export const SourcePanel = ({ opened: { citations, index }, onMove, onClose }: Props) => {
  const { t } = useWords();
  const panel = useRef<HTMLElement>(null);
  const citation = citations[index];
  const openedBy = useRef(document.activeElement);
  useEffect(() => {
    panel.current?.focus();
  }, [citation]);
  useEffect(
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
    if (key === 'ArrowLeft' || key === 'PageUp') step(-1);
    if (key === 'ArrowRight' || key === 'PageDown') step(1);
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
        {citation.documentId !== undefined && citation.verification !== 'stale' && (
          <p>
            <a href={addressOf(citation)}>{t.openDocument}</a>
          </p>
        )}
      </div>
    </aside>
  );
};

const addressOf = ({ documentId = '', charStart, charEnd }: Citation): string =>
  typeof charStart === 'number'
    ? `/d/${documentId}?start=${charStart}&end=${charEnd ?? charStart}`
    : `/d/${documentId}`;

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
  const { documentId, charStart, charEnd, quote, verification } = citation;
  if (verification === 'stale') return <p>{t.passageGone}</p>;
  if (documentId === undefined || typeof charStart !== 'number' || typeof charEnd !== 'number') {
    return (
      <Sheet>
        {quote === null ? t.passageGone : <MarkedText text={quote} start={0} end={quote.length} />}
      </Sheet>
    );
  }
  return (
    <InPlace
      key={`${documentId}/${charStart}`}
      documentId={documentId}
      span={{ start: charStart, end: charEnd }}
      quote={quote}
    />
  );
};

type InPlaceProps = {
  documentId: string;
  span: { start: number; end: number };
  quote: string | null;
};

const InPlace = ({ documentId, span, quote }: InPlaceProps) => {
  const passage = useResource(`passage/${documentId}/${span.start}`, (signal) =>
    findPassage(documentId, span, signal),
  );
  if (passage.problem !== null) return <Failed problem={passage.problem} retry={passage.reload} />;
  if (passage.isLoading && passage.value === null) return <Loading />;
  if (passage.value === null) {
    return (
      <Sheet>{quote !== null && <MarkedText text={quote} start={0} end={quote.length} />}</Sheet>
    );
  }
  const { text, start } = passage.value;
  return (
    <Sheet>
      <MarkedText text={text} start={span.start - start} end={span.end - start} />
    </Sheet>
  );
};

const Sheet = ({ children }: { children: preact.ComponentChildren }) => (
  <div class="sheet" dir="auto" tabIndex={0}>
    {children}
  </div>
);
