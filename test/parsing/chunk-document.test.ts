import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Block, DocumentChunk } from '../../src/parsing/parsed-document.js';
import { chunkDocument, splitChapter } from '../../src/parsing/chunk-document.js';
import { countTokens } from '../../src/language/tokenizer.js';
import { normaliseDocument } from '../../src/parsing/normalise-document.js';

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

  it('name of a very long path the innermost headings, and each title once', () => {
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

  it('leave boilerplate out, never span it, and go on in the same chapter', () => {
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

  it('are their own span of the text, with a hash of what they hold', () => {
    const { text, chunks } = chunk([heading('A', 1), paragraph(sentences(30, 'travel'))]);

    for (const { content, charStart, charEnd, contentHash, index } of chunks) {
      expect(content).toBe(text.slice(charStart, charEnd));
      expect(contentHash).toBe(createHash('sha256').update(content).digest('hex'));
      expect(chunks[index]?.content).toBe(content);
    }
  });

  it('tell the pages on which they begin and end', () => {
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

describe('text without sentences', () => {
  it.each([
    ['one sentence of many words', 'word '.repeat(2000)],
    ['one word of many letters', 'x'.repeat(20_000)],
    ['Chinese without punctuation', '保修期限从购买之日起计算'.repeat(400)],
    ['emoji', '👩‍🔬'.repeat(600)],
    ['what looks like a special token', '<|endoftext|> '.repeat(50)],
  ])('is cut at the limit: %s', (_, long) => {
    const { text, chunks } = chunk([paragraph(long)]);

    expect(Math.max(...chunks.map(({ tokenCount }) => tokenCount))).toBeLessThanOrEqual(60);
    expect(contents(chunks).some((content) => /\p{Cs}/u.test(content))).toBe(false);
    expect(chunks.at(-1)?.charEnd).toBe(text.length);
  });

  it('name the page on which each of their sentences begins and ends', () => {
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
    'count %s beside a word that is too long to be one as they do by itself',
    (text) => {
      const long = 'x'.repeat(200);

      for (const whole of [`${text} ${long}`, `${long}\n${text}`]) {
        expect(countTokens(whole)).toBeLessThanOrEqual(countTokens(text) + 1 + countTokens(long));
      }
    },
  );

  it.each(['A. B. ', 'Ok go. ', '好。', 'a '])(
    'stays linear on 300,000 characters of %j, also after as many other words',
    (piece) => {
      // More different words than the tokenizer remembers.
      for (let word = 0; word < 120_000; word += 1) countTokens(` ${word.toString(36)}q`);

      const started = performance.now();
      chunk([paragraph(piece.repeat(300_000 / piece.length))], 400);

      expect(performance.now() - started).toBeLessThan(20_000);
    },
    60_000,
  );
});
