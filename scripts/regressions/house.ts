import { z } from 'zod';
import { linesAt, pdfOf } from '../../test/support/pdf-pages.js';

/** The results of a run, as far as they are compared with what is expected. */
export const GoldenResults = z.array(
  z.object({
    question: z.string(),
    verdict: z.string(),
    outcome: z.object({
      leaks: z.array(z.string()),
      hitRank: z.number().nullable(),
      isRanked: z.boolean(),
    }),
  }),
);

type HouseDocument = {
  filename: string;
  content: string | Buffer;
  visibility: 'tenant' | 'private' | 'group';
};

type HouseQuestion = {
  question: string;
  /** Asked as a user without rights of their own, instead of the administrator. */
  asStranger?: true;
  facts?: readonly string[];
  /** The document that must be cited, and its page. */
  cites?: string;
  page?: number;
  isRefused?: true;
  /** What the program as it stands makes of it; `right` if unset. */
  verdict?: 'closest';
  /** A document that must not be found. */
  hidden?: string;
};

const toPage = (...lines: string[]): string => linesAt([72, 760], lines, { leading: 16, size: 11 });

/** What the administrator of a small printing works uploads. */
export const DOCUMENTS: readonly HouseDocument[] = [
  {
    filename: 'press-manual.pdf',
    visibility: 'tenant',
    content: pdfOf([
      toPage(
        'Manual of the offset press',
        'The press stands in hall two and weighs nine tonnes.',
        'Two people are needed to open its cover.',
      ),
      toPage(
        'Cleaning',
        'Rollers are washed with distilled water after each shift.',
        'The blanket is replaced after 400 hours of work.',
      ),
      toPage(
        'Waste',
        'Used solvent is collected in the red drum behind hall three.',
        'The drum is emptied on the first Monday of a month.',
      ),
    ]),
  },
  {
    filename: 'house-rules.md',
    visibility: 'tenant',
    content: [
      '# House rules',
      '## Bicycles\nBicycles are parked in the shed beside the north gate. The shed closes at 21:30.',
      '## Visitors\nVisitors register at the porter’s lodge and wear a green badge.',
      '## Canteen\nThe canteen serves lunch from 11:45 until 13:30.',
      '## Keys\nA lost key costs 85 euros. It is reported to the porter on the same day.',
    ].join('\n\n'),
  },
  {
    filename: 'town-guide.md',
    visibility: 'tenant',
    content: '# Town guide\n\nCars are parked at the station. Bicycles may be taken on the ferry.',
  },
  {
    filename: 'paper-stock.csv',
    visibility: 'tenant',
    content: [
      'paper,weight in grams,shelf,supplier',
      'Alabaster,90,F12,Morrow Mills',
      'Birchwood,120,C07,Tannery Lane',
      'Cobalt Gloss,170,B31,Morrow Mills',
    ].join('\n'),
  },
  {
    filename: 'salaries.md',
    visibility: 'private',
    content: '# Salaries\n\nThe bookbinder Ilse Varga earns 3,940 euros a month.',
  },
  {
    filename: 'merger.md',
    visibility: 'group',
    content: '# Plans of the board\n\nThe merger with Lantern Press is planned for 4 October.',
  },
];

/** Each is answered as it has to be by the program as it stands, and by some faulty one it is not. */
export const QUESTIONS: readonly HouseQuestion[] = [
  {
    question: 'After how many hours is the blanket replaced?',
    facts: ['400 hours'],
    cites: 'press-manual.pdf',
    page: 2,
  },
  {
    question: 'Where is used solvent collected?',
    facts: ['red drum'],
    cites: 'press-manual.pdf',
    page: 3,
  },
  {
    question: 'How much does losing keys cost?',
    facts: ['85 euros'],
    cites: 'house-rules.md',
  },
  {
    question: 'In which shed are bicycles parked?',
    facts: ['north gate'],
    cites: 'house-rules.md',
  },
  {
    question: 'On which shelf is Cobalt Gloss?',
    facts: ['B31'],
    cites: 'paper-stock.csv',
  },
  {
    question: 'What do visiters have?',
    facts: ['green badge'],
    cites: 'house-rules.md',
  },
  {
    question: 'Which wine does the canteen serve on holidays?',
    isRefused: true,
    verdict: 'closest',
  },
  {
    question: 'How much does the bookbinder Ilse Varga earn?',
    facts: ['3,940 euros'],
    cites: 'salaries.md',
  },
  {
    question: 'How much does the bookbinder Ilse Varga earn?',
    asStranger: true,
    hidden: 'salaries.md',
    isRefused: true,
  },
  {
    question: 'When is the merger with Lantern Press planned?',
    asStranger: true,
    hidden: 'merger.md',
    isRefused: true,
  },
];
