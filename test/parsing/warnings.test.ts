import { describe, expect, it } from '@jest/globals';
import { mergeWarnings } from '../../src/parsing/parse-document.js';
import { DocumentWarnings } from '../../src/shared/document-warnings.js';

const detail = 'Pages that hold only a picture were not read.';

describe('the warnings of a document', () => {
  it('name equal ones once, with all their pages in order', () => {
    const merged = mergeWarnings([
      { code: 'pages_unread', detail, pages: [7, 2] },
      { code: 'content_left_out', detail: 'Invisible text was left out.' },
      { code: 'pages_unread', detail, pages: [2, 3] },
    ]);

    expect(merged).toEqual([
      { code: 'pages_unread', detail, pages: [2, 3, 7] },
      { code: 'content_left_out', detail: 'Invisible text was left out.' },
    ]);
  });

  it('stay few and short whatever a file has in it', () => {
    const pages = Array.from({ length: 5_000 }, (_, index) => index + 1);
    const many = pages.slice(0, 100).map((page) => ({
      code: 'content_left_out' as const,
      detail: `${page} ${'very '.repeat(500)}long`,
      pages,
    }));

    const merged = mergeWarnings(many);

    expect(DocumentWarnings.safeParse(merged).success).toBe(true);
    expect(JSON.stringify(merged).length).toBeLessThan(100_000);
  });
});
