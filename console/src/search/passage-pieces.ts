export type Piece =
  { kind: 'text'; text: string } | { kind: 'table'; rows: readonly (readonly string[])[] };

const BAR = /(?<!\\) \| /u;

/** Splits a passage into text and tables: lines with as many cells as the line above are rows. The heading that names its chapter is left out. */
export const toPieces = (content: string, chapter: string | null): Piece[] => {
  const pieces: Piece[] = [];
  let lines: string[] = [];
  let rows: string[][] = [];
  const endRows = () => {
    // One line with bars is no table yet.
    if (rows.length > 1) {
      endText();
      pieces.push({ kind: 'table', rows });
    } else lines.push(...rows.map((row) => row.join(' | ')));
    rows = [];
  };
  const endText = () => {
    const text = lines.join('\n').trim();
    if (text !== '') pieces.push({ kind: 'text', text });
    lines = [];
  };
  for (const line of withoutHeading(content, chapter).split('\n')) {
    const cells = line.split(BAR).map((cell) => cell.trim().replaceAll('\\|', '|'));
    if (cells.length < 2) {
      endRows();
      lines.push(line);
    } else {
      if (rows[0] !== undefined && rows[0].length !== cells.length) endRows();
      rows.push(cells);
    }
  }
  endRows();
  endText();
  return pieces;
};

const withoutHeading = (content: string, chapter: string | null): string => {
  const [first = '', ...others] = content.split('\n');
  const heading = chapter?.split(' › ').at(-1)?.trim();
  return first.trim() === heading ? others.join('\n') : content;
};
