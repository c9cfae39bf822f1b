import type { ToolCase } from '../tool-bench.js';
import {
  createWorkspaceBench,
  faultCases,
  hostileNames,
  refused,
  writes,
  type WorkspaceHouse,
} from '../workspace-cases.js';

const CALL = { name: 'report.md', content: 'Three days.' };

export const createFileBench = createWorkspaceBench({
  tool: 'create_file',
  call: CALL,
  cases: (house) => [
    ...successes(house),
    ...conflicts(house),
    ...limits(house),
    ...hostileNames({ content: 'x' }),
    ...faultCases(house, CALL, { isWriting: true }),
  ],
});

const successes = (house: WorkspaceHouse): ToolCase[] =>
  [
    ['a text', 'report.md', 'Three days.'],
    ['in a folder', 'out/2026/data.csv', 'a,b\n1,2\n'],
    ['an empty file', 'empty.txt', ''],
    ['in another script', '報告.txt', '三天。'],
    ['with accents in its name', 'Árvíztűrő.txt', 'tükörfúrógép'],
    ['with quotes and brackets in its name', 'a "b" (c) [d].txt', 'x'],
    ['with an ampersand in its name', 'a & b.txt', 'x'],
    ['with a percent sign in its name', '50% off.txt', 'x'],
    ['with line ends of Windows', 'dos.txt', 'a\r\nb\r\n'],
    ['with control characters in it', 'raw.txt', 'a\0b\u001b[31m'],
    ['with pictures', 'smile.txt', '🙂'.repeat(1000)],
    ['of HTML', 'page.html', '<script>alert(1)</script>'],
    ['of 300,000 characters', 'large.txt', 'x'.repeat(300_000)],
    ['with the longest part', `${'n'.repeat(96)}.txt`, 'x'],
    ['without an ending', 'README', 'x'],
  ].map(([what = '', name = '', content = '']) => ({
    name: `a file ${what}`,
    arguments: { name, content },
    expected: {
      texts: [new RegExp(`^Created the file ".*" \\(${Buffer.byteLength(content)} bytes\\)\\.$`)],
      check: writes(house, name, content),
    },
  }));

const CONFLICTS: readonly [what: string, contents: Record<string, string>, name: string][] = [
  ['a name that is taken', { 'report.md': 'mine' }, 'report.md'],
  ['a name in other letters', { 'Report.md': 'mine' }, 'report.md'],
  ['a name in full-width letters', { 'report.md': 'mine' }, '\uff52eport.md'],
  ['a name with combining marks', { 'é.md': 'mine' }, 'É.md'],
  ['a file where a folder is', { 'out/a.txt': 'mine' }, 'out'],
  ['a folder where a file is', { out: 'mine' }, 'out/a.txt'],
];

const conflicts = (house: WorkspaceHouse): ToolCase[] =>
  CONFLICTS.map(([what, contents, name]) => ({
    ...refused(what, { name, content: 'x' }, { code: 'conflict', message: /^There is a file "/ }),
    prepare: house.holds(contents),
  }));

const limits = (house: WorkspaceHouse): ToolCase[] => [
  {
    ...refused('a file too many', CALL, { code: 'quota_exceeded', message: /60 files/ }),
    prepare: house.holds(
      Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}`, ''])),
    ),
  },
  {
    ...refused('bytes too many', CALL, { code: 'quota_exceeded', message: /3000000 bytes/ }),
    prepare: house.holds({
      a: 'x'.repeat(1_000_000),
      b: 'x'.repeat(1_000_000),
      c: 'x'.repeat(999_999),
    }),
  },
  refused(
    'a file that is too large',
    { name: 'large.txt', content: '三'.repeat(400_000) },
    { code: 'payload_too_large', message: /larger than 1000000 bytes/ },
  ),
  refused('more text than a model writes', { name: 'a', content: 'x'.repeat(400_001) }),
];
