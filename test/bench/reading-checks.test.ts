import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { failureOf, readChecks } from '../../bench/public/reading-checks.js';

const TEXT = `Ferries of Saltholm

The ferry leaves at 7 am — “every day”. It is small.

Season | Price
Summer | 12
Winter | 9

Dogs travel free of charge.`;

const LINES: readonly [check: object, failure: string | null][] = [
  [{ type: 'present', text: 'The ferry leaves at 7 am' }, null],
  [{ type: 'present', text: 'at 7 am - "every day"' }, null],
  [{ type: 'present', text: 'Dogs travels free', max_diffs: 1 }, null],
  [{ type: 'present', text: 'Cats travel free of charge' }, 'the text is missing'],
  [{ type: 'absent', text: 'Page 1 of 3' }, null],
  [{ type: 'absent', text: 'It is small.' }, 'the text was read'],
  [{ type: 'order', before: 'Ferries of Saltholm', after: 'Dogs travel' }, null],
  [
    { type: 'order', before: 'Dogs travel', after: 'The ferry leaves' },
    'the texts are in the other order',
  ],
  [{ type: 'table', cell: '9', left: 'Winter', up: '12', top_heading: 'Price', right: null }, null],
  [{ type: 'table', cell: '9', left: 'Summer' }, 'the cell has another neighbour: left'],
  [{ type: 'math', math: 'x^2' }, 'checks of the kind math are not made'],
];

describe('checks of reading', () => {
  it('are read from every JSON lines file of a folder, and each is passed or has a reason', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kr-checks-'));
    const rows = LINES.map(([check], at) =>
      JSON.stringify({ pdf: 'ferry.pdf', page: 1, id: String(at), ...check }),
    );
    await writeFile(join(folder, 'table_tests.jsonl'), `${rows.join('\n')}\n`);
    await writeFile(join(folder, 'README.md'), 'Not a check.');

    const checks = await readChecks(folder);
    await rm(folder, { recursive: true });

    expect(checks.map((check) => failureOf(check, TEXT))).toEqual(
      LINES.map(([, failure]) => failure),
    );
  });
});
