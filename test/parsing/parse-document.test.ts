import { describe, expect, it } from '@jest/globals';
import { toFoundTitle } from '../../src/parsing/parse-document.js';
import { parseBytes, parseFile, samplePath } from '../support/parsing.js';

describe('the title found in a file', () => {
  it.each([
    ['Employee  Handbook\n2026', 'Employee Handbook 2026'],
    ['Sổ tay Cài đặt', 'Sổ tay Cài đặt'],
    ['保修条款', '保修条款'],
    ['Index of Prices', 'Index of Prices'],
  ])('is used: %j', (written, title) => {
    expect(toFoundTitle(written)).toBe(title);
  });

  it.each([
    '',
    ' ',
    '12',
    'ab',
    'Untitled',
    'Document1',
    'Microsoft Word - rules.doc',
    'rules-final.DOCX',
    'winword.exe',
    'rates.ods',
    'Flyer_3.cdr',
    'plan 2.DWG',
    'PowerPoint Presentation',
    'index',
    'Table of Contents',
    'Inhaltsverzeichnis:',
    '目次',
    '(anonymous)',
    'x'.repeat(201),
    null,
    undefined,
  ])('is ignored: %j', (written) => {
    expect(toFoundTitle(written)).toBeNull();
  });

  it.each([
    ['Markdown', 'a.md', '# Contents\n\nFees, Rules\n\n# Fees\n\nThe mole is free.\n'],
    ['a web page', 'a.html', '<title>Contents</title><h1>Contents</h1><p>Fees</p><h1>Fees</h1>'],
  ])('is not a heading of %s that only announces a table of contents', async (_, name, source) => {
    expect((await parseBytes(source, name)).title).not.toBe('Contents');
  });

  it('is the one in the head of a web page, not the one of a drawing', async () => {
    const read = async (page: string) => (await parseBytes(Buffer.from(page), 'a.html')).title;
    const body = '<body><h1>Pumps</h1><p>Service them.</p><svg><title>Arrow</title></svg></body>';

    expect(await read(`<html><head><title>Pumps &amp; gates</title></head>${body}</html>`)).toBe(
      'Pumps & gates',
    );
    expect(await read(`<html><head></head>${body}</html>`)).toBeNull();
  });

  it('is the first heading of Markdown', async () => {
    const { title } = await parseBytes(Buffer.from('Intro.\n\n# Pumps\n\n## Filters\n'), 'a.md');

    expect(title).toBe('Pumps');
  });

  it.each([
    ['title: Care of pumps', 'Care of pumps'],
    ['tags: x\ntitle: "Pumps: a guide" # of 2024', 'Pumps: a guide'],
    ["Title: 'Pumps'", 'Pumps'],
    ['title: Pumps # draft', 'Pumps'],
    ['subtitle: Pumps', 'Heading'],
    ['title: |', 'Heading'],
  ])('is the one in the front matter of Markdown: %j', async (line, title) => {
    const source = `---\n${line}\n---\nIntro.\n\n# Heading\n\nText.\n`;

    expect((await parseBytes(source, 'a.md')).title).toBe(title);
  });

  it.each([
    ['employee-handbook.pdf', 'Employee Handbook'],
    ['product-warranty-zh.txt', null],
  ])('is, for %s, %s', async (file, title) => {
    expect((await parseFile(samplePath(file))).title).toBe(title);
  });
});
