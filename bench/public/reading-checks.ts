import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const Place = { pdf: z.string(), id: z.string(), max_diffs: z.number().default(0) };
const Name = z.string().nullish();
const Checkable = z.discriminatedUnion('type', [
  z.object({ ...Place, type: z.literal('present'), text: z.string() }),
  z.object({ ...Place, type: z.literal('absent'), text: z.string() }),
  z.object({ ...Place, type: z.literal('order'), before: z.string(), after: z.string() }),
  z.object({
    ...Place,
    type: z.literal('table'),
    cell: z.string(),
    up: Name,
    down: Name,
    left: Name,
    right: Name,
    top_heading: Name,
    left_heading: Name,
  }),
]);
type Checkable = z.infer<typeof Checkable>;

/** A check of a kind that is not decided by comparing texts, such as one of a formula, only has a kind. */
const Check = z.union([Checkable, z.object({ pdf: z.string(), id: z.string(), type: z.string() })]);
type Check = z.infer<typeof Check>;

/** The checks of olmOCR-bench in a folder, by the name of their file, which has one on each line. */
export const readChecks = async (folder: string): Promise<Check[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  const files = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return files
    .flatMap((file) => file.split('\n').filter((line) => line.trim() !== ''))
    .map((line) => Check.parse(JSON.parse(line)));
};

/** Null if the text of a document passes a check, otherwise the reason why not. */
export const failureOf = (check: Check, text: string): string | null => {
  const { data } = Checkable.safeParse(check);
  if (data === undefined) return `checks of the kind ${check.type} are not made`;
  const page = fold(text);
  const maxDiffs = data.max_diffs;
  const has = (wanted: string): boolean => placeOf(wanted, page, { maxDiffs }) !== null;
  if (data.type === 'present') return has(data.text) ? null : 'the text is missing';
  if (data.type === 'absent') return has(data.text) ? 'the text was read' : null;
  if (data.type === 'table') return tableFailure(data, text);
  const first = placeOf(data.before, page, { maxDiffs });
  const second = placeOf(data.after, page, { maxDiffs, isLast: true });
  if (first === null || second === null) return 'one of the texts is missing';
  return first < second ? null : 'the texts are in the other order';
};

/** Programs write the same signs in several ways. */
const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[‘’‚‛`´]/gu, "'")
    .replace(/[“”„‟«»]/gu, '"')
    .replace(/[‐‑‒–—−]/gu, '-')
    .replace(/\s+/gu, ' ')
    .trim();

/** Where a text ends within another, with at most so many characters changed, added or left out (Sellers); null if it is not there. */
const placeOf = (
  wanted: string,
  page: string,
  { maxDiffs, isLast = false }: { maxDiffs: number; isLast?: boolean },
): number | null => {
  const needle = fold(wanted);
  let column = Array.from({ length: needle.length + 1 }, (_, at) => at);
  let found: number | null = null;
  for (let end = 0; end < page.length; end += 1) {
    const next = [0];
    for (let at = 1; at <= needle.length; at += 1) {
      const same = needle[at - 1] === page[end] ? 0 : 1;
      const [left = 0, above = 0, corner = 0] = [column[at], next[at - 1], column[at - 1]];
      next.push(Math.min(left + 1, above + 1, corner + same));
    }
    column = next;
    if ((column.at(-1) ?? 0) > maxDiffs) continue;
    found = end;
    if (!isLast) return found;
  }
  return found;
};

type Table = Extract<Checkable, { type: 'table' }>;

/** Rows are lines with a bar between their cells, as in the text of every document. */
const tableFailure = (check: Table, text: string): string | null => {
  const equals = (one: string | undefined, other: string): boolean =>
    one !== undefined && placeOf(other, fold(one), { maxDiffs: check.max_diffs }) !== null;
  const reasons = tablesIn(text).flatMap((rows) =>
    rows.flatMap((row, down) =>
      row.flatMap((cell, across) => {
        if (!equals(cell, check.cell)) return [];
        const names = row.slice(0, across);
        const above = rows.slice(0, down).map((other) => other[across] ?? '');
        const places: [string, string | null | undefined, readonly (string | undefined)[]][] = [
          ['up', check.up, [rows[down - 1]?.[across]]],
          ['down', check.down, [rows[down + 1]?.[across]]],
          ['left', check.left, [row[across - 1]]],
          ['right', check.right, [row[across + 1]]],
          ['top heading', check.top_heading, above],
          ['left heading', check.left_heading, names],
        ];
        const wrong = places.filter(
          ([, wanted, there]) =>
            typeof wanted === 'string' &&
            wanted !== '' &&
            !there.some((one) => equals(one, wanted)),
        );
        return [wrong.map(([name]) => name).join(', ')];
      }),
    ),
  );
  if (reasons.length === 0) return 'no table has the cell';
  return reasons.includes('') ? null : `the cell has another neighbour: ${reasons[0] ?? ''}`;
};

const tablesIn = (text: string): string[][][] =>
  text
    .split(/\n(?:[^\n|]*\n)+/u)
    .map((part) =>
      part
        .split('\n')
        .filter((line) => line.includes(' | '))
        .map((line) => line.split(' | ').map((cell) => cell.trim())),
    )
    .filter((rows) => rows.length > 0);
