import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../../support/parsing.js';
import { linesAt, pdfOf, ruleFrom, textAt } from '../../../support/pdf-pages.js';

const read = async (...pages: (readonly string[])[]): Promise<string> =>
  (await parseBytes(pdfOf(pages), 'page.pdf')).text;

const boxAt = ([left, bottom]: [number, number], [right, top]: [number, number]): string[] => [
  ruleFrom([left, bottom], [right, bottom]),
  ruleFrom([left, top], [right, top]),
  ruleFrom([left, bottom], [left, top]),
  ruleFrom([right, bottom], [right, top]),
];

const GROUPS = [
  ['Diesel', '1.35', '1.38'],
  ['Kerosene', '2.85', '2.99'],
  ['Tallow', '30.50', '34.50'],
] as const;

/** A sheet of Excel: groups with lines below them, beside them charts, all in one frame that a line divides. */
const sheet = (): string[] => [
  ...boxAt([50, 400], [550, 700]),
  ruleFrom([350, 400], [350, 700]),
  ...GROUPS.flatMap(([name, now, then], at) => [
    textAt([55, 685 - 90 * at], name),
    ...['North', 'South'].flatMap((place, row) => [
      textAt([65, 673 - 90 * at - 12 * row], place),
      textAt([180, 673 - 90 * at - 12 * row], row === 0 ? now : `${now}9`),
      textAt([260, 673 - 90 * at - 12 * row], row === 0 ? then : `${then}9`),
    ]),
    ruleFrom([50, 620 - 90 * at], [350, 620 - 90 * at]),
  ]),
  ...[560, 410].flatMap((bottom) => [
    ...boxAt([352, bottom], [540, bottom + 125]),
    linesAt([360, bottom + 110], ['Price of Diesel', '2.60', '2.40', '2.20']),
  ]),
];

describe('charts next to a table in one frame, as Excel prints them,', () => {
  it('are read once, and each row of the table has only its own values', async () => {
    const text = await read(sheet());

    expect(text).toContain('North | 1.35 | 1.38\nSouth | 1.359 | 1.389');
    expect(text.match(/Price of Diesel/gu)).toHaveLength(2);
    expect(text.match(/34\.50\b/gu)).toHaveLength(1);
  });
});

describe('a ruled table whose last column has other lines than its first', () => {
  it('stays one table if the lines between groups continue next to them', async () => {
    const page = [
      ...boxAt([50, 500], [550, 700]),
      ...[300, 420].map((x) => ruleFrom([x, 500], [x, 700])),
      ruleFrom([50, 600], [550, 600]),
      ...[550, 650].map((y) => ruleFrom([300, y], [550, y])),
      ...['Quay', 'Weir'].map((name, at) => textAt([60, 670 - 100 * at], name)),
      ...['Day', 'Night', 'Day', 'Night'].map((name, at) => textAt([310, 670 - 50 * at], name)),
      ...['12', '14', '16', '18'].map((fee, at) => textAt([430, 670 - 50 * at], fee)),
    ];

    expect(await read(page)).toBe(
      'Quay | Day | 12\nQuay | Night | 14\nWeir | Day | 16\nWeir | Night | 18',
    );
  });
});

/** A drawn table with its left, lowest corner at a place. */
const gridAt = (x: number, rows: readonly (readonly string[])[], y = 700): string[] => [
  ...boxAt([x, y - 20 * rows.length], [x + 240, y]),
  ...rows.slice(1).map((_, at) => ruleFrom([x, y - 20 * at - 20], [x + 240, y - 20 * at - 20])),
  ...[80, 160].map((width) => ruleFrom([x + width, y - 20 * rows.length], [x + width, y])),
  ...rows.flatMap((cells, row) =>
    cells.map((text, at) => textAt([x + 8 + 80 * at, y - 14 - 20 * row], text)),
  ),
];

const VOTES = [
  ['Voters', 'Yes', 'No'],
  ['963', '439', '55'],
  ['923', '393', '40'],
  ['611', '180', '22'],
  ['626', '275', '31'],
];

describe('row names next to a ruled table, as Excel prints them without lines,', () => {
  it('become its first column', async () => {
    const names = ['Alcona', 'Caledonia', 'Gustin', 'Haynes'];
    const text = await read([
      ...gridAt(200, VOTES),
      ...names.map((name, at) => textAt([120, 666 - 20 * at], name)),
    ]);

    expect(text).toBe(
      [
        '| Voters | Yes | No',
        'Alcona | 963 | 439 | 55',
        'Caledonia | 923 | 393 | 40',
        'Gustin | 611 | 180 | 22',
        'Haynes | 626 | 275 | 31',
      ].join('\n'),
    );
  });

  it('are not recognised if running text is next to it', async () => {
    const lines = [
      'The votes were',
      'counted twice by',
      'the clerk, who is',
      'the one of Mikado',
      'too.',
    ];
    const text = await read([...gridAt(220, VOTES), linesAt([120, 690], lines, { leading: 15 })]);

    expect(text).toContain('963 | 439 | 55');
    expect(text).not.toContain(' | 963');
  });
});

describe('overlapping texts of a line, as cells are cut off at the next one,', () => {
  it('are read one after the other, not letter by letter', async () => {
    const row = (name: string, at: number): string =>
      [
        textAt([60, 700 - 14 * at], name),
        textAt([200, 700 - 14 * at], `2${at} 111`),
        textAt([300, 700 - 14 * at], '01.01.2025'),
      ].join('\n');
    const long = 'Ackermann and Sons of the Upper Harbour Ltd';
    const text = await read(['Justus', 'Karls', long, 'Santa'].map(row));

    expect(text).toBe(
      [
        'Justus | 20 111 | 01.01.2025',
        'Karls | 21 111 | 01.01.2025',
        `${long} | 22 111 | 01.01.2025`,
        'Santa | 23 111 | 01.01.2025',
      ].join('\n'),
    );
  });
});

describe('titles printed apart from their numbers, as in the rules of a society,', () => {
  it('are read as lines, not as a table of two columns', async () => {
    const text = await read([
      textAt([60, 760], '1.2'),
      textAt([110, 760], 'Documents of the engine'),
      textAt([60, 740], '1.2.1'),
      textAt([110, 740], 'Approval of its type'),
      linesAt(
        [60, 720],
        ['The maker sends the drawings of the engine to the', 'society before May.'],
      ),
    ]);

    expect(text).toContain('1.2 Documents of the engine');
    expect(text).not.toContain('|');
  });
});

describe('a merged cell of a ruled table in a PDF', () => {
  it('is repeated in each of its columns, as in a Google Doc', async () => {
    const page = [
      ...boxAt([60, 640], [300, 700]),
      ...[660, 680].map((y) => ruleFrom([60, y], [300, y])),
      ruleFrom([140, 640], [140, 700]),
      ...[660, 640].map((y) =>
        ruleFrom([220, y === 660 ? 680 : 640], [220, y === 660 ? 700 : 660]),
      ),
      ...['Place', 'Day', 'Night'].map((name, at) => textAt([66 + 80 * at, 686], name)),
      ...['Weir', 'by appointment'].map((name, at) => textAt([66 + 80 * at, 666], name)),
      ...['Lock', 'hourly', 'shut'].map((name, at) => textAt([66 + 80 * at, 646], name)),
    ];

    expect(await read(page)).toBe(
      'Place | Day | Night\nWeir | by appointment | by appointment\nLock | hourly | shut',
    );
  });
});

describe('a value next to its label, far above a table with other columns', () => {
  it('is not a row of that table, even if nothing in the file lies between them', async () => {
    const text = await read([
      textAt([60, 740], 'Tariff'),
      textAt([300, 740], 'Variable'),
      ...['Weir', 'Lock', 'Quay'].flatMap((name, row) => [
        textAt([60, 640 - 14 * row], name),
        ...['24', '12', '8'].map((fee, at) => textAt([160 + 80 * at, 640 - 14 * row], fee)),
      ]),
    ]);

    expect(text).toMatch(/^Tariff \|? ?Variable\n\nWeir \| 24 \| 12 \| 8\nLock/u);
  });
});

describe('table cells that a program stores after all the others', () => {
  it('are read in their row', async () => {
    const names = ['Harbour dues', 'Lock fees', 'Crane hire', 'Towage'];
    const text = await read([
      ...names.map((name, at) =>
        [textAt([50, 700 - 14 * at], name), textAt([400, 700 - 14 * at], 'per day')].join('\n'),
      ),
      linesAt([320, 700], ['24', '35', '46', '57'], { leading: 14 }),
      linesAt([250, 700], ['23', '34', '45', '56'], { leading: 14 }),
    ]);

    expect(text).toBe(
      names.map((name, at) => `${name} | ${23 + 11 * at} | ${24 + 11 * at} | per day`).join('\n'),
    );
  });

  it('are not a column of text between two others', async () => {
    const left = [
      'The keeper opens the',
      'lock at six, and closes',
      'it when the last boat',
      'has left the harbour.',
    ];
    const middle = [
      'Boats wait below',
      'the weir until the',
      'light is green and',
      'nobody is ahead.',
    ];
    const text = await read([
      ...left.map((part, at) =>
        [textAt([50, 700 - 14 * at], part), textAt([400, 700 - 14 * at], `Seen ${at}`)].join('\n'),
      ),
      linesAt([230, 700], middle, { leading: 14 }),
    ]);

    expect(text).toContain(
      'Boats wait below the weir until the light is green and nobody is ahead.',
    );
  });
});

describe('short paragraphs of a PDF with blank lines in between', () => {
  const MINUTES = [
    ['Minutes of the harbour board'],
    ['Present: Ada Brandt, Cem Dorn'],
    ['1. Opening of the meeting'],
    ['The meeting is opened at 16:00.'],
    ['WHEREAS the crane on the northern quay is older than the rules', 'of the yard allow;'],
    ['WHEREAS nobody has spoken against its removal within the time', 'that the law sets;'],
    ['the board agrees.'],
  ];

  it('stay apart, even if blank lines outnumber all others', async () => {
    let y = 790;
    const text = await read(
      MINUTES.map((lines) => {
        y -= 14;
        return lines.map((line) => textAt([60, (y -= 14)], line)).join('\n');
      }),
    );

    expect(text.split('\n\n')).toEqual(MINUTES.map((lines) => lines.join(' ')));
  });

  it('are not confused with lines that have wide gaps', async () => {
    const lines = [
      'The crane on the northern quay was built when the harbour still',
      'had its own railway, and it has not been used since the last of',
      'the coal ships left. Its arm is held by two ropes that the board',
      'looks at once a year, and the keeper greases the wheel each May',
      'so that it can be turned out of the wind when a storm comes up.',
    ];
    const text = await read([
      textAt([60, 800], 'Harbour board', { size: 10 }),
      textAt([60, 788], 'Quay 4', { size: 10 }),
      linesAt([60, 740], lines, { leading: 24 }),
    ]);

    expect(text).toContain(lines.join(' '));
  });
});

describe('footnotes that a PDF stores before the text of their page', () => {
  it('do not cut a sentence that continues from the page before', async () => {
    const text = await read(
      [
        linesAt(
          [60, 700],
          [
            'The lease of the northern quay ends in May of the next year, and',
            'the deposit is returned by the harbour within thirty',
          ],
        ),
      ],
      [
        linesAt([60, 90], ['1 In cash or by transfer.', '2 By the office.'], { size: 8 }),
        linesAt(
          [60, 700],
          [
            'days of its end, if nothing is broken and all of the keys are back',
            'in the office, which counts them when the tenant moves out.',
          ],
        ),
      ],
    );

    expect(text).toContain('within thirty days of its end');
    expect(text).toContain('1 In cash or by transfer.');
  });

  it('are not confused with small print above the text', async () => {
    const text = await read([
      linesAt([60, 700], ['1 Harbour Road, Kell'], { size: 8 }),
      linesAt(
        [60, 660],
        [
          'The lease of the northern quay ends in May of the next year, and',
          'the deposit is returned by the harbour within thirty days.',
        ],
      ),
    ]);

    expect(text).toMatch(/^1 Harbour Road, Kell/u);
  });
});

describe('page numbers that count on across issues, as in gazettes,', () => {
  it('are left out, so that sentences continue across pages', async () => {
    const text = await read(
      ...['ends in', 'May of', 'the next'].map((words, at) => [
        textAt([60, 800], at % 2 === 0 ? 'Gazette of Kell, No. 152' : String(47_698 + at)),
        textAt([410, 800], at % 2 === 0 ? String(47_698 + at) : 'Gazette of Kell, No. 152'),
        linesAt(
          [60, 700],
          [
            `the lease of the northern quay and of the weir that stands beside it`,
            `is read by nobody but the harbour board, and it ${words}`,
          ],
        ),
      ]),
    );

    expect(text).not.toMatch(/4769\d/u);
    expect(text).toContain('and it ends in the lease');
  });
});
