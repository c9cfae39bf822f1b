import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useWords } from '../i18n/index.js';
import {
  cellsOf,
  depthOf,
  linesOf,
  loadedOf,
  partsOf,
  touches,
  type Part,
  type Span,
  type Stretch,
  type TextBlock,
} from './structure.js';

type Props = {
  stretch: Stretch;
  span: Span | null;
  /** The place is already shown above. */
  isQuiet?: boolean;
};

/** The text of a document as what it is made of, with a marked span, which is brought into sight; one sheet of a workbook at a time. */
export const StructuredText = ({ stretch, span, isQuiet = false }: Props) => {
  const { t } = useWords();
  const room = useRef<HTMLDivElement>(null);
  const parts = partsOf(stretch);
  const sheets = parts.filter(({ opens }) => opens === 'sheet');
  const { shown, show } = useSheet(sheets, span);
  useEffect(() => {
    if (!isQuiet) room.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, [stretch.text, span?.start, isQuiet]);
  return (
    <div class="structure" ref={room}>
      {sheets.length > 1 && <SheetTabs sheets={sheets} shown={shown} show={show} />}
      {parts
        .filter((part) => part.opens !== 'sheet' || part === shown)
        .map((part, index) => (
          <section key={index} class={part.opens ?? undefined}>
            {part.blocks.map((block, at) => (
              <Fragment key={block.charStart}>
                {block.ocr === true && part.blocks[at - 1]?.ocr !== true && (
                  <p class="muted">{t.readByOcr}</p>
                )}
                <BlockText block={block} stretch={stretch} span={span} />
              </Fragment>
            ))}
          </section>
        ))}
    </div>
  );
};

/** The sheet that somebody chose, or else the one with the marked span, or the first. */
const useSheet = (sheets: readonly Part[], span: Span | null) => {
  const [chosen, show] = useState<number | null>(null);
  const placeOf = ({ blocks: [first] }: Part): number => first?.charStart ?? 0;
  const marked = span && sheets.findLast((sheet) => placeOf(sheet) <= span.start);
  const shown = sheets.find((sheet) => placeOf(sheet) === chosen) ?? marked ?? sheets[0];
  return { shown, show: (sheet: Part) => show(placeOf(sheet)) };
};

type TabsProps = {
  sheets: readonly Part[];
  shown: Part | undefined;
  show: (sheet: Part) => void;
};

const SheetTabs = ({ sheets, shown, show }: TabsProps) => {
  const { t } = useWords();
  return (
    <div class="ways" role="group" aria-label={t.sheets}>
      {sheets.map((sheet) => (
        <button
          key={sheet.blocks[0]?.charStart}
          aria-pressed={sheet === shown}
          onClick={() => show(sheet)}
        >
          <bdi>{sheet.name}</bdi>
        </button>
      ))}
    </div>
  );
};

type BlockProps = { block: TextBlock; stretch: Stretch; span: Span | null };

const BlockText = (props: BlockProps) => {
  const { block, stretch, span } = props;
  const piece = <Piece stretch={stretch} span={span} of={loadedOf(stretch, block)} />;
  switch (block.kind) {
    case 'heading':
      return <h2 class={block.level === 1 ? 'wrap' : 'wrap deeper'}>{piece}</h2>;
    case 'list':
      return <List {...props} />;
    case 'table':
      return <Table {...props} />;
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{piece}</code>
        </pre>
      );
    case 'paragraph':
      return <p class="text">{piece}</p>;
  }
};

const List = ({ block, stretch, span }: BlockProps) => (
  <ul class="items">
    {linesOf(stretch, block).map((item) => (
      <li key={item.start} style={{ marginInlineStart: `${depthOf(stretch, item)}em` }}>
        <Piece stretch={stretch} span={span} of={item} />
      </li>
    ))}
  </ul>
);

const Table = ({ block, stretch, span }: BlockProps) => {
  const lines = linesOf(stretch, block);
  // Of a table that began before the text that is loaded, the names of the columns are not there.
  const [header, ...below] = block.charStart < stretch.start ? [undefined, ...lines] : lines;
  const rows = below.filter((row) => row !== undefined);
  return (
    <div class="scroll" tabIndex={0}>
      <table>
        {header && (
          <thead>
            <tr>
              {cellsOf(stretch, header).map((cell) => (
                <th key={cell.start} scope="col" class={citedIf(touches(span, cell))}>
                  <Piece stretch={stretch} span={span} of={cell} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row) => (
            <tr key={row.start}>
              {cellsOf(stretch, row).map((cell, index) => (
                <td key={index} class={citedIf(touches(span, cell))}>
                  <Piece stretch={stretch} span={span} of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const citedIf = (isCited: boolean): string | undefined => (isCited ? 'cited' : undefined);

const Piece = ({ stretch, span, of }: { stretch: Stretch; span: Span | null; of: Span }) => {
  const text = (from: number, to: number): string =>
    stretch.text
      .slice(from - stretch.start, Math.max(from, to) - stretch.start)
      .replace(/(?<!\S)\\\|(?!\S)/gu, '|');
  if (span === null || !touches(span, of)) return <>{text(of.start, of.end)}</>;
  const [from, to] = [Math.max(of.start, span.start), Math.min(of.end, span.end)];
  return (
    <>
      {text(of.start, from)}
      <mark>{text(from, to)}</mark>
      {text(to, of.end)}
    </>
  );
};
