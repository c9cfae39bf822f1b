import { describe, expect, it } from '@jest/globals';
import type { CitableSource } from '../../src/citations/citation.js';
import {
  renderSourceList,
  toInline,
  type RenderedCitation,
} from '../../src/citations/source-list.js';
import { citeAnswer } from '../../src/citations/cite-answer.js';

const MANUAL: CitableSource = {
  key: 'manual',
  content: 'Employees may work remotely three days a week. Lunch is free.',
  language: 'en',
};

const rendered: RenderedCitation = {
  number: 1,
  type: 'document',
  title: 'HR Manual',
  chapter: 'Remote work',
  pageStart: 5,
  pageEnd: 5,
  verification: 'exact',
};

const list = (citation: RenderedCitation, language = 'en') =>
  renderSourceList([citation], language);

describe('the list of sources below an answer', () => {
  it.each([
    ['en', '\n\nSources:\n[1] HR Manual – Remote work (p. 5)'],
    ['hu', '\n\nForrások:\n[1] HR Manual – Remote work (5. o.)'],
    ['xx', '\n\nSources:\n[1] HR Manual – Remote work (p. 5)'],
  ])('is written in %s', (language, expected) => {
    expect(list(rendered, language)).toBe(expected);
  });

  it('is empty if nothing is cited', () => {
    expect(renderSourceList([], 'en')).toBe('');
  });

  it('marks statements that their source does not support', () => {
    expect(list({ ...rendered, verification: 'unsupported' })).toContain(
      '(p. 5) – wording not found in the source',
    );
  });

  it('calls a memory private and never quotes it', () => {
    expect(toInline({ type: 'memory', verification: 'exact' }, 'en')).toBe(
      '(Your memory (private))',
    );
  });

  it('removes markers, links and line breaks from a title', () => {
    const title = '[2] Manual\n![x](https://evil.example/y)';

    expect(list({ ...rendered, title, chapter: null })).toBe(
      '\n\nSources:\n[1] (2) Manual x (p. 5)',
    );
  });
});

describe('an answer that names its sources inline', () => {
  const name = { type: 'document', title: 'HR Manual' } as const;
  const pages = [
    { ...MANUAL, name: { ...name, pageStart: 5, pageEnd: 5 } },
    { ...MANUAL, content: 'Pets stay at home.', name: { ...name, pageStart: 9, pageEnd: 10 } },
  ];
  const cite = (text: string) =>
    citeAnswer(text, pages, { language: 'en', style: 'inline' }).answer;

  it('names the pages that each place cites', () => {
    expect(cite('Lunch is free [1]. Pets stay at home [2].')).toBe(
      'Lunch is free (HR Manual, p. 5). Pets stay at home (HR Manual, pp. 9–10).',
    );
  });

  it('marks only the place that its source does not support', () => {
    expect(cite('Lunch is free [1]. Lunch costs 99 EUR [1].')).toBe(
      'Lunch is free (HR Manual, p. 5). Lunch costs 99 EUR (HR Manual, p. 5, wording not found in the source).',
    );
  });

  it('does not make a link out of a word in brackets and a name', () => {
    expect(cite('Lunch is free [really][1].')).toBe('Lunch is free [really] (HR Manual, p. 5).');
  });
});

describe('a marker that is removed or renumbered', () => {
  it.each([
    ['a link', 'see ht[9]tps://evil.example/x', 'see ht tps://evil.example/x'],
    ['a link of a word in brackets', '[word]【9】(/evil)', '[word] (/evil)'],
    ['a link of its own', 'Free 【1】(/evil).', 'Free [1] (/evil).'],
    ['a link by merging', 'Free [1]【1】(/evil).', 'Free [1] (/evil).'],
    ['a definition', '【1】: /evil', '[1] : /evil'],
    ['a tag', '<[9]img src=x onerror=alert(1)>', '< img src=x onerror=alert(1)>'],
    ['an image', '!【9】[a](/evil)', '! a'],
  ])('creates no new link, image or tag: %s', (_, text, expected) => {
    expect(citeAnswer(text, [MANUAL], { language: 'en' }).answer).toBe(expected);
  });
});
