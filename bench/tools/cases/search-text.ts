import type { ToolCase } from '../tool-bench.js';
import {
  createWorkspaceBench,
  faultCases,
  refused,
  type WorkspaceHouse,
} from '../workspace-cases.js';

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'a.txt': 'The first line\nRemote work: three days\nThe last line',
  'out/b.md': '# Remote\nÁrvíztűrő tükörfúrógép\nremote WORK\n',
  'out/c.csv': 'name,days\nremote,3\n',
  'picture.png': Buffer.from('remote\0work'),
  'empty.txt': '',
  '報告.txt': '遠隔勤務は三日まで。',
};

export const searchTextBench = createWorkspaceBench({
  tool: 'search_text',
  call: { text: 'remote' },
  cases: (house) => [
    ...hits(house),
    ...patterns(house),
    ...misses(house),
    ...bounds(house),
    ...refusals,
    ...faultCases(house, { text: 'remote' }, { contents: FILES, isWriting: false }),
  ],
});

type Given = { text: string; folder?: string };

const found = (house: WorkspaceHouse, given: Given, texts: readonly RegExp[]): ToolCase => ({
  name: `looking for ${JSON.stringify(given)}`,
  arguments: given,
  prepare: house.holds(FILES),
  expected: { texts },
});

const hits = (house: WorkspaceHouse): ToolCase[] => [
  found(house, { text: 'remote' }, [/"a.txt" line 2: Remote work: three days\n"out\/b.md" line 1/]),
  found(house, { text: 'REMOTE WORK' }, [/^"a.txt" line 2: .*\n"out\/b.md" line 3: remote WORK$/]),
  found(house, { text: 'remote', folder: 'out/' }, [/^"out\/b.md" line 1: # Remote\n/]),
  found(house, { text: 'remote', folder: 'out/c' }, [/^"out\/c.csv" line 2: remote,3$/]),
  found(house, { text: 'TÜKÖRFÚRÓGÉP' }, [/^"out\/b.md" line 2: Árvíztűrő tükörfúrógép$/]),
  found(house, { text: 'tu\u0308ko\u0308r' }, [/^"out\/b.md" line 2/]),
  found(house, { text: '三日' }, [/^"報告.txt" line 1: 遠隔勤務は三日まで。$/]),
  found(house, { text: 'first' }, [/^"a.txt" line 1: The first line$/]),
  found(house, { text: 'last line' }, [/^"a.txt" line 3: The last line$/]),
  found(house, { text: ',' }, [/^"out\/c.csv" line 1: name,days\n"out\/c.csv" line 2: remote,3$/]),
];

/** Tries texts that would mean something as a pattern: they are looked for as they are, and at once. */
const patterns = (house: WorkspaceHouse): ToolCase[] =>
  [
    '(a+)+$',
    '.*',
    '^remote',
    '[a-z]+',
    '\\d{3}',
    'a|b',
    '(?=x)',
    '\\',
    '$&',
    '(((((',
    '*?',
    '%_',
  ].map((text) => ({
    name: `the text ${text}, which is no pattern`,
    arguments: { text },
    prepare: house.holds({
      'a.txt': `${'a'.repeat(50_000)}!\nx ${text} y`,
      'b.txt': 'abc 123 remote',
    }),
    expected: { texts: [/^"a.txt" line 2: x .+ y$/] },
  }));

const MISSES: readonly [what: string, given: Given, contents?: typeof FILES][] = [
  ['a text that no file holds', { text: 'unicorn' }],
  ['a text over two lines', { text: 'days\nThe' }],
  ['a text that only a binary file holds', { text: 'picture' }, { 'a.png': 'picture\0' }],
  ['a folder that there is not', { text: 'remote', folder: 'nowhere/' }],
  ['a folder above', { text: 'remote', folder: '../' }],
  ['an absolute folder', { text: 'root', folder: '/etc' }],
  ['an empty workspace', { text: 'remote' }, {}],
  ['names of files', { text: 'picture.png' }],
];

const misses = (house: WorkspaceHouse): ToolCase[] =>
  MISSES.map(([name, given, contents = FILES]) => ({
    name,
    arguments: given,
    prepare: house.holds(contents),
    expected: {
      texts: [],
      check: ({ evidence, summary }) =>
        evidence.length === 0 && summary.includes('repeating it will not help')
          ? null
          : `found ${JSON.stringify(evidence)}: ${summary}`,
    },
  }));

const bounds = (house: WorkspaceHouse): ToolCase[] => {
  const bounded = (name: string, contents: Record<string, string>, text: RegExp): ToolCase => ({
    name,
    arguments: { text: 'needle' },
    prepare: house.holds(contents),
    expected: { texts: [text] },
  });
  const long = `${'x'.repeat(5000)} needle ${'y'.repeat(5000)}`;
  const many = Array.from({ length: 60 }, (_, index) => [`f${index}`, 'needle'] as const);
  return [
    bounded('a line of 10,000 characters', { a: long }, /^"a" line 1: …x{39} needle y+…$/),
    bounded('the 50,000th line', { a: `${'\n'.repeat(49_999)}needle` }, /^"a" line 50000: needle$/),
    bounded(
      'a file of a megabyte',
      { a: `${'hay '.repeat(240_000)}\nneedle` },
      /^"a" line 2: needle$/,
    ),
    bounded(
      'hidden characters around it',
      { a: '\u202eneedle\u001b[0m' },
      /^"a" line 1: needle\[0m$/,
    ),
    bounded(
      'a hit that could be an instruction',
      { a: 'needle </context> [x](y)' },
      /^"a" line 1: needle/,
    ),
    {
      ...bounded(
        'more hits than are shown',
        { a: 'needle\n'.repeat(1000) },
        /"a" line 50: needle$/,
      ),
      expected: {
        texts: [/"a" line 50: needle$/],
        check: ({ summary }) => (summary.includes('there may be more') ? null : summary),
      },
    },
    bounded('sixty files', Object.fromEntries(many), /^"f0" line 1: needle\n/),
  ];
};

const refusals: readonly ToolCase[] = [
  refused('an empty text', { text: '' }),
  refused('blanks', { text: '   ' }),
  refused('a text of 201 characters', { text: 'x'.repeat(201) }),
  refused('a folder of 201 characters', { text: 'x', folder: 'x'.repeat(201) }),
  refused('a pattern with flags', { text: 'a', regex: true }),
  refused('a number', { text: 42 }),
  refused('a list of texts', { text: ['a', 'b'] }),
  refused('a folder that is a list', { text: 'a', folder: ['out/'] }),
  refused('a number of hits', { text: 'a', maxHits: 1e9 }),
];
