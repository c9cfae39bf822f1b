import type { ToolCase } from '../tool-bench.js';
import {
  createWorkspaceBench,
  faultCases,
  hostileNames,
  refused,
  type WorkspaceHouse,
} from '../workspace-cases.js';

const NAME = 'notes.txt';
const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`).join('\n');

export const readFileBench = createWorkspaceBench({
  tool: 'read_file',
  call: { name: NAME },
  cases: (house) => [
    ...successes(house),
    ...binaries(house),
    ...refusals(house),
    ...hostileNames({}),
    ...faultCases(house, { name: NAME }, { contents: { [NAME]: TEN }, isWriting: false }),
  ],
});

const successes = (house: WorkspaceHouse): ToolCase[] => {
  const read = (
    name: string,
    content: string,
    ...[text, range = {}]: [text: RegExp, range?: object]
  ): ToolCase => ({
    name,
    arguments: { name: NAME, ...range },
    prepare: house.holds({ [NAME]: content }),
    expected: { texts: [text] },
  });
  return [
    read('a whole file', TEN, /^"notes.txt", lines 1 to 10 of 10:\nline 1\n[^]*line 10$/),
    read('from a line on', TEN, /lines 9 to 10 of 10:\nline 9\nline 10$/, { fromLine: 9 }),
    read('up to a line', TEN, /lines 1 to 2 of 10:\nline 1\nline 2$/, { toLine: 2 }),
    read('one line', TEN, /lines 5 to 5 of 10:\nline 5$/, { fromLine: 5, toLine: 5 }),
    read('beyond the end', TEN, /lines 10 to 10 of 10:\nline 10$/, { fromLine: 10, toLine: 99 }),
    read('a last line that has an end', 'a\nb\n', /lines 1 to 2 of 2:\na\nb$/),
    read('an empty file', '', /^The file "notes.txt" is empty\.$/),
    read('line ends of Windows', 'a\r\nb', /of 2:\na\nb$/),
    read('another script', '三天。', /of 1:\n三天。$/),
    read('a byte order mark', '\ufeffa', /of 1:\na$/),
    read('colours of a terminal', '\u001b[31mred\u001b[0m', /of 1:\n\[31mred\[0m$/),
    read('hidden characters', 'a\u202eb\u200bc', /of 1:\nabc$/),
    read(
      'more than the budget',
      'word \n'.repeat(10_000),
      /^"notes.txt", lines 1 to \d+ of 10000, cut at the budget:/,
    ),
    read(
      'a line that is longer than the budget',
      'x'.repeat(100_000),
      /lines 1 to 1 of 1, cut at the budget:\nx{12000}$/,
    ),
    read('markup', '<script>alert(1)</script>', /<script>alert\(1\)<\/script>$/),
  ];
};

const binaries = (house: WorkspaceHouse): ToolCase[] =>
  [
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0)],
    ['NUL in a text', Buffer.from('a\0b')],
    ['UTF-16', Buffer.from('text', 'utf16le')],
    ['Latin-1', Uint8Array.of(0x61, 0xe9)],
    ['overlong UTF-8', Uint8Array.of(0xc0, 0xae)],
    ['half a character', Uint8Array.of(0xe4, 0xb8)],
  ].map(([name, content]) => ({
    ...refused(String(name), { name: NAME }, { message: /is a binary file of \d+ bytes/ }),
    prepare: house.holds({ [NAME]: content as Uint8Array }),
  }));

const refusals = (house: WorkspaceHouse): ToolCase[] => {
  const named = (
    name: string,
    given: object,
    how: Parameters<typeof refused>[2] = {},
  ): ToolCase => ({
    ...refused(name, { name: NAME, ...given }, how),
    prepare: house.holds({ [NAME]: TEN, 'out/a.txt': 'x' }),
  });
  const missing = {
    code: 'not_found',
    message: /^There is no file ".*"\. There are "notes.txt", "out\/a.txt"\.$/,
  } as const;
  return [
    named('a file that there is not', { name: 'none.txt' }, missing),
    named('a name in other letters', { name: 'NOTES.txt' }, missing),
    named('a folder', { name: 'out' }, missing),
    refused(
      'a file of an empty workspace',
      { name: NAME },
      { code: 'not_found', message: /workspace is empty/ },
    ),
    named('line 0', { fromLine: 0 }),
    named('a line before the first', { fromLine: -1 }),
    named('half a line', { fromLine: 1.5 }),
    named('a line behind the last', { fromLine: 11 }, { message: /has 10 lines/ }),
    named('a range the wrong way round', { fromLine: 5, toLine: 4 }, { message: /toLine/ }),
  ];
};
