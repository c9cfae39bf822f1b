import type { Expectation } from './office-fixtures.js';

const MERGED =
  'Department | Name | Days\nFinance | Anna | 21\nFinance | Bela | 22\nSales | Dora | 24\nTotal | | 67';
const TOWNS = Array.from(
  { length: 60 },
  (_, n) => `Town ${n + 1} | ${(n + 1) * 3} EUR | ${(n + 1) * 7} EUR`,
);
/** A PDF draws the two rows that a merged cell stands beside as one. */
const MERGED_IN_PDF =
  'Department | Name | Days\nFinance | Anna | 21\n| Bela | 22\nSales | Dora | 24\nTotal | | 67';

type Wanted = { at: (page: number) => number | null; pages: number | null; isPdf: boolean };

/** A sentence, a table and a note at the end of a page; chapters in a style of their own; merged cells. */
export const brokenPages = ({ at, pages, isPdf }: Wanted): Omit<Expectation, 'format'> => ({
  language: 'en',
  pages,
  places: [
    ['number 1 to the depot', 'Lease', at(1)],
    ['number 60 to the depot', 'Lease', at(2)],
    ['Town 60 | 180 EUR', 'Tariff', at(3)],
    ['Department', 'Leave', at(3)],
  ],
  has: [
    ...Array.from(
      { length: 60 },
      (_, n) =>
        `Clause ${n + 1} says that the lessee shall return machine number ${n + 1} to the depot in clean condition before the end of month ${((n + 1) % 12) + 1}.`,
    ),
    ['City | Daily rate | Limit', ...TOWNS].join('\n'),
    'In cash or by transfer.',
    isPdf ? MERGED_IN_PDF : MERGED,
  ],
});
