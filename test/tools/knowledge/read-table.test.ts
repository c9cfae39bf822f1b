import { describe, expect, it } from '@jest/globals';
import type { ReadableChunk } from '../../../src/documents/index.js';
import { chunkDocument } from '../../../src/parsing/chunk-document.js';
import { normaliseDocument } from '../../../src/parsing/normalise-document.js';
import type { Block } from '../../../src/parsing/parsed-document.js';
import { ChunkId, DocumentId, newId } from '../../../src/shared/ids.js';
import { readTable } from '../../../src/tools/knowledge/read-table.js';
import { CONTEXT, createToolDeps } from '../../support/tool-deps.js';

const HEADER = 'Alpha | Beta';
const ROWS_OF_CHUNK = 100;

const chunkOf = (rows: readonly string[], index: number): ReadableChunk => {
  const content = [HEADER, ...rows].join('\n');
  // The header is repeated in each passage but the first.
  const charStart = index === 0 ? 0 : HEADER.length + 1;
  return {
    id: newId(ChunkId),
    documentId: newId(DocumentId),
    version: 1,
    index,
    content,
    chapter: null,
    pageStart: null,
    pageEnd: null,
    charStart,
    charEnd: content.length,
    tokenCount: 1,
    language: 'en',
    contentHash: '',
    title: 'Measurements',
    warnings: [],
  };
};

/** The tool over one document with these rows. */
const toolOver = (rows: readonly string[]) =>
  overChunks(
    Array.from({ length: Math.ceil(rows.length / ROWS_OF_CHUNK) }, (_, index) =>
      chunkOf(rows.slice(index * ROWS_OF_CHUNK, (index + 1) * ROWS_OF_CHUNK), index),
    ),
  );

const overChunks = (chunks: readonly ReadableChunk[]) => {
  const retrieveDocument = () => Promise.resolve({ document: {}, chunks, truncated: false });
  const deps = createToolDeps({ retrieveDocument: retrieveDocument as never });
  const tool = readTable.create(deps, { timeoutMs: 10_000, settings: {} })!;
  return async (given: Record<string, unknown>, signal = new AbortController().signal) => {
    const { evidence } = await tool.run(
      { title: 'Measurements', ...given },
      { ...CONTEXT, signal },
    );
    return evidence.map((item) => (item.kind === 'value' ? item.text : '')).join('\n');
  };
};

const rowsOf = (count: number, beta: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => `${index} | ${beta(index)}`);

const figuresOf = (...names: readonly string[]) => names.map((of) => ({ of, column: 'Beta' }));

const COSTLY = {
  where: [0, 1, 2, 3, 4].map((value) => ({ column: 'Beta', is: 'at_least', value })),
  sortBy: { column: 'Beta' },
  figures: figuresOf('sum', 'average', 'smallest', 'largest', 'sum'),
  limit: 50,
};

describe('a table that spans several passages', () => {
  it('has each row once, even if a group label is repeated at the start of a passage', async () => {
    const label = 'Sales |';
    const content = `${HEADER}\n${label}\n| 4043\n| 4044`;
    const chunks = [
      chunkOf(['Sales | 4000', '| 4001'], 0),
      {
        ...chunkOf([], 1),
        content,
        charStart: HEADER.length + label.length + 2,
        charEnd: content.length,
      },
    ];

    const shown = await overChunks(chunks)({});

    expect(shown).toContain('Rows in the table: 4.');
  });

  it('shows a vertical bar in a cell unchanged', async () => {
    expect(await toolOver(['red \\| green | 40'])({})).toContain('Alpha: red | green · Beta: 40');
  });
});

const IDS = { version: 1, documentId: newId(DocumentId) };

/** The tool over the passages of a document of these blocks. */
const overBlocks = (blocks: readonly Block[], maxTokens = 60) =>
  overChunks(
    chunkDocument(normaliseDocument(blocks), { maxTokens }).map((chunk) => ({
      ...chunk,
      ...IDS,
      id: newId(ChunkId),
      language: 'en',
      title: 'Book',
      warnings: [],
    })),
  );

const sheet = (text: string): Block => ({ text, kind: 'heading', level: 1, opens: 'sheet' });
const table = (...rows: readonly string[]): Block => ({ text: rows.join('\n'), kind: 'table' });

describe('the tables of a file with a known structure', () => {
  const book = overBlocks([
    sheet('Prices'),
    { text: 'Call extension 14 | ask for Mara', kind: 'paragraph' },
    table('Good | 2024 | 2025', 'Rope | 12 | 14', 'Sail | 80 | 95'),
    sheet('Crew'),
    table('14 | Mara', '15 | Jon'),
  ]);

  it('are found below the name of their sheet', async () => {
    const shown = await book({ under: 'crew' });

    expect(shown).toContain('Under: Crew.');
    expect(shown).toContain('column 1: 15 · column 2: Jon');
  });

  it('accept years as column names, and do not mistake prose with a vertical bar for a table', async () => {
    const shown = await book({ figures: [{ of: 'sum', column: '2025' }] });

    expect(shown).toContain('Columns: Good | 2024 | 2025.');
    expect(shown).toContain('Sum of 2025: 109 (2 rows).');
    expect(shown).toContain('Other tables:\n2. Crew: column 1 | column 2');
  });

  it('are complete across their passages, even if the header is too long to be repeated', async () => {
    const long = Array.from({ length: 4 }, (_, n) => `measured quantity number ${n} in metres`);
    const rows = Array.from({ length: 30 }, (_, n) => `${n} | 1 | 2 | 3`);

    const shown = await overBlocks([table(long.join(' | '), ...rows)])({});

    expect(shown).toContain('Rows in the table: 30.');
  });

  it('contain the rows of all passages if a row is wider than one', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `quantity ${n}`);
    const rows = ['North', 'South'].map((place) =>
      [place, ...names.slice(1).map((_, n) => `${place} ${n}`)].join(' | '),
    );

    const shown = await overBlocks([table(names.join(' | '), ...rows)])({ table: 2 });

    expect(shown).toContain('Rows in the table: 2.');
    expect(shown).toContain('quantity 0: South · ');
  });
});

describe('reading a large table', () => {
  const askBig = toolOver(rowsOf(40_000, (index) => `${index % 997}.${index % 10}`));

  it('yields to the event loop regularly', async () => {
    let turns = 0;
    let isRead = false;
    const count = (): void => {
      turns += 1;
      if (!isRead) setImmediate(count);
    };
    setImmediate(count);

    await askBig(COSTLY);

    isRead = true;
    expect(turns).toBeGreaterThan(5);
  });

  it('stops in the middle when its signal fires', async () => {
    const controller = new AbortController();
    const reason = new Error('The call took too long.');
    setImmediate(() => controller.abort(reason));

    await expect(askBig(COSTLY, controller.signal)).rejects.toBe(reason);
  });

  it('calculates totals over more rows than a function can take arguments', async () => {
    const ask = toolOver(rowsOf(150_000, (index) => (index === 70_000 ? '-0.5' : '1')));

    const text = await ask({ figures: figuresOf('sum', 'average', 'smallest') });

    expect(text).toContain('Sum of Beta: 149998.5 (150000 rows).');
    expect(text).toContain('Average of Beta: 1.0 (150000 rows).');
    expect(text).toContain('Smallest of Beta: -0.5 (150000 rows).');
  });
});

describe('sorting rows', () => {
  const CELLS = ['pear', '10', '9.5', 'Apple', '9.50', '', '-2', 'apple'];
  const ask = toolOver(rowsOf(CELLS.length, (index) => CELLS[index]!));

  const orderOf = async (direction: string, limit: number) => {
    const text = await ask({ sortBy: { column: 'beta', direction }, limit });
    return [...text.matchAll(/^Alpha: (\d+)/gmu)].map(([, place]) => CELLS[Number(place)]);
  };

  it('puts numbers first by size, then texts, and keeps the order of equal rows', async () => {
    expect(await orderOf('ascending', 8)).toEqual([
      '-2',
      '9.5',
      '9.50',
      '10',
      '',
      'apple',
      'Apple',
      'pear',
    ]);
    expect(await orderOf('descending', 8)).toEqual([
      '10',
      '9.5',
      '9.50',
      '-2',
      'pear',
      'Apple',
      'apple',
      '',
    ]);
  });

  it('gives the same order if fewer rows are shown', async () => {
    expect(await orderOf('ascending', 3)).toEqual(['-2', '9.5', '9.50']);
    expect(await orderOf('descending', 5)).toEqual(['10', '9.5', '9.50', '-2', 'pear']);
    expect(await orderOf('ascending', 0)).toEqual([]);
  });
});

describe('totals of a column', () => {
  it('read number formats from the matching rows, and conditions from all rows', async () => {
    const ask = toolOver(['a | 1.234', 'b | 5.678', 'c | 0,5']);

    const where = [{ column: 'Alpha', is: 'not_equal', value: 'c' }];
    const text = await ask({ where, figures: figuresOf('sum') });
    const some = await ask({ where: [{ column: 'Beta', is: 'more', value: 1000 }] });

    expect(text).toContain('Sum of Beta: 6.912 (2 rows).');
    expect(some).toContain('Rows that match: 2.');
  });

  it('show the smallest and the largest number as the first of several equal cells does', async () => {
    const ask = toolOver(['a | 2.50', 'b | 2.5', 'c | 2.500 kg', 'd | ']);

    const where = [{ column: 'Beta', is: 'equal', value: '2.5' }];
    const text = await ask({
      where: where.concat({ column: 'Alpha', is: 'not_equal', value: 'c' }),
      figures: figuresOf('smallest', 'largest'),
    });

    expect(text).toContain('Smallest of Beta: 2.50 (2 rows).');
    expect(text).toContain('Largest of Beta: 2.50 (2 rows).');
  });
});
