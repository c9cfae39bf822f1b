import { describe, expect, it } from '@jest/globals';
import type { Citation } from '../../src/citations/index.js';
import { findMarked, toUrlCitation } from '../../src/openai-api/citations.js';
import { DocumentId, ExecutionId, newId } from '../../src/shared/ids.js';

const executionId = newId(ExecutionId);
const documentId = newId(DocumentId);

const cited = (number: number, more: Partial<Citation>): Citation => ({
  number,
  type: 'memory',
  quote: null,
  score: null,
  highlights: [],
  verification: 'exact',
  ...more,
});

describe('the annotations of an answer', () => {
  it('have a URL for every marker: memories and tool results link to the receipt', () => {
    const answer = {
      answer:
        'Yours is 42. [1] It has 7 keys. [2] Keys are kept. [3]\n\nSources:\n[1] …\n[2] …\n[3] …',
      citations: [
        cited(1, {}),
        cited(2, { type: 'tool', title: 'math_calc' }),
        cited(3, { type: 'document', documentId, title: 'Keys' }),
      ],
    };

    const annotations = findMarked(answer).map((marked) =>
      toUrlCitation(marked, { base: 'https://kr.example', executionId }),
    );

    expect(annotations.map(({ title, url }) => [title, url])).toEqual([
      ['memory', `https://kr.example/e/${executionId}`],
      ['math_calc', `https://kr.example/e/${executionId}`],
      ['Keys', `https://kr.example/d/${documentId}`],
    ]);
  });
});
