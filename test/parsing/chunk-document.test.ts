import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Block, DocumentChunk } from '../../src/parsing/parsed-document.js';
import { splitChapter } from '../../src/parsing/chapter.js';
import { chunkDocument } from '../../src/parsing/chunk-document.js';
import { countTokens } from '../../src/language/tokenizer.js';
import { normaliseDocument } from '../../src/parsing/normalise-document.js';
import { growthOf, LINEAR } from '../support/growth.js';

const chunk = (blocks: readonly Block[], maxTokens = 60) => {
  const document = normaliseDocument(blocks);
  return { text: document.text, chunks: chunkDocument(document, { maxTokens }) };
};

const heading = (text: string, level: number): Block => ({ text, kind: 'heading', level });
const paragraph = (text: string, page?: number): Block => ({
  text,
  kind: 'paragraph',
  ...(page !== undefined && { page }),
});

const sentences = (count: number, about: string): string =>
  Array.from({ length: count }, (_, n) => `Rule ${n} about ${about} says something new.`).join(' ');

const contents = (chunks: readonly Pick<DocumentChunk, 'content'>[]): string[] =>
  chunks.map(({ content }) => content);

describe('chunks of a document', () => {
  it('begin at headings and never cross them', () => {
    const { chunks } = chunk([
      paragraph('Before any heading.'),
      heading('Work', 1),
      paragraph('About work.'),
      heading('Remote', 2),
      paragraph('About remote work.'),
      heading('Leave', 1),
      paragraph('About leave.'),
    ]);

    expect(chunks.map(({ chapter, headingPath }) => [chapter, headingPath])).toEqual([
      [null, []],
      ['Work', ['Work']],
      ['Work › Remote', ['Work', 'Remote']],
      ['Leave', ['Leave']],
    ]);
    expect(chunks[2]?.content).toBe('Remote\n\nAbout remote work.');
  });

  it('name only the innermost headings of a very long path, and each title once', () => {
    const long = (letter: string) => letter.repeat(150);
    const { chunks } = chunk([
      heading(long('a'), 1),
      heading(long('b'), 2),
      heading('Rota', 3),
      heading('Rota', 4),
      paragraph('Text.'),
    ]);

    expect(chunks[0]?.chapter).toBe(`${long('b')} › Rota`);
    expect(splitChapter(chunks[0]?.chapter ?? null)).toEqual([long('b'), 'Rota']);
    expect(splitChapter(null)).toEqual([]);
  });

  it('leave boilerplate out, never span it, and continue in the same chapter', () => {
    const { text, chunks } = chunk([
      heading('Work', 1),
      paragraph('Before it.'),
      { ...paragraph('All rights reserved.'), isBoilerplate: true },
      paragraph('After it.'),
    ]);

    expect(text).toContain('All rights reserved.');
    expect(chunks.map(({ content, chapter }) => [content, chapter])).toEqual([
      ['Work\n\nBefore it.', 'Work'],
      ['After it.', 'Work'],
    ]);
  });

  it('keep a bare heading together with the deeper one that follows', () => {
    const { chunks } = chunk([heading('Work', 1), heading('Remote', 2), paragraph('Text.')]);

    expect(contents(chunks)).toEqual(['Work\n\nRemote\n\nText.']);
  });

  it('are at most as long as allowed, and long enough to be few', () => {
    const { chunks } = chunk([paragraph(sentences(200, 'travel'))]);

    expect(Math.max(...chunks.map(({ tokenCount }) => tokenCount))).toBeLessThanOrEqual(60);
    expect(chunks.length).toBeLessThan(60);
    for (const { content, tokenCount } of chunks) expect(countTokens(content)).toBe(tokenCount);
  });

  it('overlap by whole sentences, at most 15 %, and leave nothing out', () => {
    const { text, chunks } = chunk([paragraph(sentences(100, 'travel'))], 100);

    let covered = 0;
    for (const { charStart, charEnd } of chunks) {
      expect(text.slice(covered, charStart).trim()).toBe('');
      const overlap = text.slice(charStart, Math.max(charStart, covered));
      expect(countTokens(overlap)).toBeLessThanOrEqual(15);
      expect(text.slice(charStart)).toMatch(/^Rule \d+ about/);
      covered = charEnd;
    }
    expect(covered).toBe(text.length);
    expect(chunks[1]!.charStart).toBeLessThan(chunks[0]!.charEnd);
  });

  it('are exact spans of the text, with a hash of their content', () => {
    const { text, chunks } = chunk([heading('A', 1), paragraph(sentences(30, 'travel'))]);

    for (const { content, charStart, charEnd, contentHash, index } of chunks) {
      expect(content).toBe(text.slice(charStart, charEnd));
      expect(contentHash).toBe(createHash('sha256').update(content).digest('hex'));
      expect(chunks[index]?.content).toBe(content);
    }
  });

  it('list their blocks, including one that began in an earlier passage', () => {
    const rows = Array.from({ length: 30 }, (_, n) => `Row ${n} | ${n * 7} metres`);
    const { text, chunks } = chunk([
      { ...heading('Depths', 1), opens: 'sheet' },
      { text: ['Place | Depth', ...rows].join('\n'), kind: 'table' },
      paragraph('Measured at low tide.'),
    ]);

    const listed = chunks.map(({ blocks }) =>
      blocks.map(({ charStart, charEnd, ...block }) => [block, text.slice(charStart, charEnd)]),
    );

    const [, table] = listed[0] ?? [];
    expect(listed[0]).toEqual([
      [{ kind: 'heading', level: 1, opens: 'sheet' }, 'Depths'],
      [{ kind: 'table' }, ['Place | Depth', ...rows].join('\n')],
    ]);
    expect(listed[1]).toEqual([table]);
    expect(listed.at(-1)).toEqual([table, [{ kind: 'paragraph' }, 'Measured at low tide.']]);
  });

  it('name the pages on which they begin and end', () => {
    const { chunks } = chunk([heading('A', 1), paragraph('One.', 3), paragraph('Two.', 5)]);

    expect(chunks[0]).toMatchObject({ pageStart: 3, pageEnd: 5 });
  });
});

describe('a long table', () => {
  const rows = Array.from({ length: 40 }, (_, n) => `Item ${n} | ${n} euros`);
  const table: Block = { text: ['Thing | Price', ...rows].join('\n'), kind: 'table' };

  it('is split between rows, with its header row repeated', () => {
    const { text, chunks } = chunk([paragraph('Prices follow.'), table]);

    expect(chunks.length).toBeGreaterThan(3);
    for (const { content, charStart, charEnd, index, tokenCount } of chunks) {
      const own = text.slice(charStart, charEnd);
      expect(content).toBe(index === 0 ? own : `Thing | Price\n${own}`);
      expect(tokenCount).toBeLessThanOrEqual(60);
    }
    expect(
      contents(chunks)
        .join('\n')
        .match(/Item \d+ \|/g),
    ).toHaveLength(40);
  });

  it('does not repeat a header that is as long as a chunk', () => {
    const wide: Block = { text: `${sentences(10, 'columns')}\n${rows.join('\n')}`, kind: 'table' };

    const { chunks } = chunk([wide]);

    expect(Math.max(...chunks.map(({ tokenCount }) => tokenCount))).toBeLessThanOrEqual(60);
  });
});

describe('a long piece of code', () => {
  const code = (...lines: readonly string[]): Block => ({ text: lines.join('\n'), kind: 'code' });
  const many = (toLine: (n: number) => string) => Array.from({ length: 40 }, (_, n) => toLine(n));

  it.each([
    [
      'pg_dump rows without their column names',
      code(
        'INSERT INTO public.ferries (name, berths) VALUES',
        ...many((n) => `    ('Ferry ${n}', ${n})${n === 39 ? ';' : ','}`),
      ),
      'INSERT INTO public.ferries (name, berths) VALUES\n',
    ],
    [
      'mysqldump rows',
      code(
        'INSERT INTO `ferries` (`name`, `berths`) VALUES',
        ...many((n) => `('Ferry ${n}', ${n})${n === 39 ? ';' : ','}`),
      ),
      'INSERT INTO `ferries` (`name`, `berths`) VALUES\n',
    ],
    [
      'Docker Compose settings',
      code(
        'services:',
        '  quoll:',
        '    environment:',
        ...many((n) => `      SETTING_${n}: "value ${n}"`),
      ),
      'services:\n  quoll:\n    environment:\n',
    ],
    [
      'a Kubernetes manifest',
      code('data:', '  ports: # of the harbour', ...many((n) => `    - name: port-${n}`)),
      'data:\n  ports: # of the harbour\n',
    ],
    [
      'a Python function',
      code('def fees(ship):', ...many((n) => `    total += ship.fee(${n})`)),
      'def fees(ship):\n',
    ],
  ])('shows in each part the lines that enclose it: %s', (_, block, above) => {
    const { text, chunks } = chunk([block]);

    expect(chunks.length).toBeGreaterThan(3);
    for (const { content, charStart, charEnd, tokenCount } of chunks.slice(1)) {
      expect(content).toBe(above + text.slice(charStart, charEnd));
      expect(tokenCount).toBeLessThanOrEqual(60);
    }
  });

  it('repeats nothing for an unindented line or after a finished statement', () => {
    const { chunks } = chunk([
      code(
        'a:',
        '  b: 1',
        ...many((n) => `name_${n}: value ${n}`),
        'INSERT INTO t (a) VALUES (1);',
        ...many((n) => `(${n})`),
      ),
    ]);

    const extra = chunks.map(
      ({ content, charStart, charEnd }) => content.length - charEnd + charStart,
    );
    expect(extra).toEqual(chunks.map(() => 0));
  });
});

describe('a table row that is wider than a chunk', () => {
  const columns = Array.from({ length: 60 }, (_, n) => `Reading ${String(n).padStart(3, '0')}`);
  const toRow = (name: string, first: number) =>
    [name, ...columns.map((_, n) => String(first + n))].join(' | ');
  const wide: Block = {
    text: [['Station', ...columns].join(' | '), toRow('Holm', 2000), toRow('Voe', 3000)].join('\n'),
    kind: 'table',
  };
  /** A passage without what stands before its own span of the text. */
  const ownOf = ({
    content,
    charStart,
    charEnd,
  }: Pick<DocumentChunk, 'content' | 'charStart' | 'charEnd'>): string =>
    content.slice(content.length - (charEnd - charStart));

  it('repeats in each part only the column names and the name of the row', () => {
    const { chunks } = chunk([wide]);

    const passage = chunks.find(({ content }) => content.includes('2037'));
    const [header = '', row = ''] = passage?.content.split('\n') ?? [];
    const names = header.split(' | ');
    expect(names[0]).toBe('Station');
    expect(row.split(' | ')[0]).toBe('Holm');
    expect(names[row.split(' | ').indexOf('2037')]).toBe('Reading 037');
    expect(row.split(' | ')).toHaveLength(names.length);
    expect(passage?.content).not.toContain('3037');
  });

  it('is complete across its parts, each within the limit and an exact span of the text', () => {
    const { text, chunks } = chunk([wide]);

    expect(Math.max(...chunks.map(({ tokenCount }) => tokenCount))).toBeLessThanOrEqual(60);
    for (const one of chunks) expect(text.slice(one.charStart, one.charEnd)).toBe(ownOf(one));
    expect(chunks.map(ownOf).join(' | ')).toBe(
      [toRow('Holm', 2000), toRow('Voe', 3000)].join(' | '),
    );
  });

  it('keeps the column names next to narrow rows and to each part of a long cell', () => {
    const remark = sentences(20, 'remarks');
    const table = ['Site | Remark | Year', 'Voe | short | 2024', `Holm | ${remark} | 2025`];

    const { chunks } = chunk([{ text: table.join('\n'), kind: 'table' }]);

    const parts = contents(chunks).filter((content) => content.includes('about remarks'));
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) expect(part).toMatch(/^Site \| Remark.*\nHolm \| Rule|\nHolm \| /u);
    expect(contents(chunks)[0]).toBe('Site | Remark | Year\nVoe | short | 2024');
    expect(contents(chunks).at(-1)).toBe('Site | Year\nHolm | 2025');
    expect(Math.max(...chunks.map(({ tokenCount }) => tokenCount))).toBeLessThanOrEqual(60);
  });

  it('leaves out its empty columns and keeps the others under their names', () => {
    const cells = columns.map((_, n) => (n % 2 === 0 ? '' : String(2000 + n)));
    const row = ['Holm', ...cells].join(' | ');
    const text = [['Station', ...columns].join(' | '), row].join('\n');

    const { chunks } = chunk([{ text, kind: 'table' }]);

    for (const content of contents(chunks)) {
      const [header = '', own = ''] = content.split('\n');
      const names = header.split(' | ');
      // Blank cells have left bars behind that share a space.
      for (const [at, cell] of own.split(/ \|(?= |$)/u).entries()) {
        if (/^ ?\d/u.test(cell)) expect(`Reading 0${cell.trim().slice(-2)}`).toBe(names[at]);
      }
    }
    expect(
      contents(chunks)
        .join('\n')
        .match(/\b20\d\d\b/gu),
    ).toHaveLength(30);
  });

  it.each([
    ['with bars in its cells', `Holm | ${columns.map((_, n) => `${n} | ${n}`).join(' | ')}`],
    ['with fewer cells', `Holm | ${columns.slice(9).join(' | ')}`],
  ])('%s is split as plain text with the header next to it', (_, row) => {
    const text = [['Station', ...columns].join(' | '), row].join('\n');

    const { chunks } = chunk([{ text, kind: 'table' }]);

    expect(contents(chunks).join(' ').replaceAll(/\s+/gu, ' ')).toContain('Reading 058');
    expect(Math.max(...chunks.map(({ tokenCount }) => tokenCount))).toBeLessThanOrEqual(60);
  });
});

describe('text that has no sentence to split at', () => {
  it.each([
    ['one sentence of many words', 'word '.repeat(2000)],
    ['one word of many letters', 'x'.repeat(20_000)],
    ['Chinese without punctuation', '保修期限从购买之日起计算'.repeat(400)],
    ['emoji', '👩‍🔬'.repeat(600)],
    ['something that looks like a special token', '<|endoftext|> '.repeat(50)],
  ])('is split at the limit: %s', (_, long) => {
    const { text, chunks } = chunk([paragraph(long)]);

    expect(Math.max(...chunks.map(({ tokenCount }) => tokenCount))).toBeLessThanOrEqual(60);
    expect(contents(chunks).some((content) => /\p{Cs}/u.test(content))).toBe(false);
    expect(chunks.at(-1)?.charEnd).toBe(text.length);
  });

  it('names the page on which each of its parts begins and ends', () => {
    const text =
      'The first sentence ends here. The second one runs over the page. The third is short.';
    const starts = [{ at: text.indexOf('over'), page: 5 }];

    const { chunks } = chunk([{ text, kind: 'paragraph', page: 4, pageStarts: starts }], 10);

    expect(chunks.map(({ pageStart, pageEnd }) => [pageStart, pageEnd])).toEqual([
      [4, 4],
      [4, 5],
      [5, 5],
    ]);
  });

  it.each(['the of', 'Dr. Ada', '?! …', '合同。'])(
    'takes %s for as many tokens next to an overlong word as alone',
    (text) => {
      const long = 'x'.repeat(200);

      for (const whole of [`${text} ${long}`, `${long}\n${text}`]) {
        expect(countTokens(whole)).toBeLessThanOrEqual(countTokens(text) + 1 + countTokens(long));
      }
    },
  );

  it.each(['A. B. ', 'Ok go. ', '好。', 'a '])(
    'is counted in linear time for 60,000 characters of %j, also after many other words',
    (piece) => {
      // More different words than the tokenizer remembers.
      for (let word = 0; word < 120_000; word += 1) countTokens(` ${word.toString(36)}q`);

      const growth = growthOf((size) => {
        chunk([paragraph(piece.repeat(size / piece.length))], 400);
      }, 60_000);

      expect(growth).toBeLessThan(LINEAR);
    },
    60_000,
  );
});
