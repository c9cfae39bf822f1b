import { describe, expect, it } from '@jest/globals';
import { SourceName, SourcePath } from '../../../src/documents/many/source-path.js';

const problemOf = (path: string): string | undefined =>
  SourcePath.safeParse(path).error?.issues[0]?.message;

describe('a path in a document source', () => {
  it.each([
    ['plans\\2026\\plan.pdf', 'plans/2026/plan.pdf'],
    ['./plans//plan.pdf', 'plans/plan.pdf'],
    ['plans/./plan.pdf', 'plans/plan.pdf'],
    ['Pe\u0301cs.pdf', 'Pécs.pdf'],
    ['..plan/a..b.pdf', '..plan/a..b.pdf'],
  ])('%j is normalised to %s', (path, spelling) => {
    expect(SourcePath.parse(path)).toBe(spelling);
  });

  it.each([
    ['', 'must name a file'],
    ['plans/', 'must name a file'],
    ['plans/.', 'must name a file'],
    ['/etc/passwd', 'must be relative'],
    ['C:\\plan.pdf', 'must be relative'],
    ['..', 'must not lead out of its folder'],
    ['plans/../../x', 'must not lead out of its folder'],
    ['plans\\..\\x', 'must not lead out of its folder'],
    ['a\0b', 'must not contain control characters'],
    ['a\u2028b', 'must not contain control characters'],
    ['é'.repeat(1_001), 'must have at most 2000 bytes in UTF-8'],
  ])('%j is refused: %s', (path, problem) => {
    expect(problemOf(path)).toBe(problem);
  });
});

describe('the name of a document source', () => {
  it('consists of letters, digits and a few punctuation characters', () => {
    expect(SourceName.safeParse('Ablage_2:büro@nas.local-1').success).toBe(true);
    expect(SourceName.safeParse('a/b').success).toBe(false);
    expect(SourceName.safeParse('x'.repeat(65)).success).toBe(false);
  });
});
