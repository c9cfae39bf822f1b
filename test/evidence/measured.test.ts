import { describe, expect, it } from '@jest/globals';
import { judgeByCosines, LEVELS } from '../../src/evidence/index.js';
import { findMeasured } from '../../src/evidence/measured-models.js';

const E5 = { queryPrefix: 'query: ', passagePrefix: 'passage: ' };

const measuredE5 = () => {
  const measured = findMeasured('multilingual-e5-small', E5);
  if (measured === null) throw new Error('There is no calibration.');
  return measured;
};

/** Passages that words find equally relevant, with these cosines. */
const toJudged = (relevance: number, cosines: readonly (number | null)[]) =>
  cosines.map((denseScore) => ({ candidate: { denseScore }, relevance, coverage: 0.5 }));

const FAR = new Array<number>(20).fill(0.79);

describe('the calibration that ships for a model', () => {
  it("is found by the model's name, whoever serves it", () => {
    expect(findMeasured('intfloat/multilingual-e5-small:latest', E5)).toBe(measuredE5());
    expect(findMeasured('bge-m3', { queryPrefix: '', passagePrefix: '' })).toBeNull();
  });

  it('is not used if questions and passages are prefixed in another way', () => {
    expect(findMeasured('multilingual-e5-small', { ...E5, queryPrefix: '' })).toBeNull();
  });
});

describe('a passage ranked by cosine similarity', () => {
  it('is raised if it is near, and lowered if it has the words but is far', () => {
    const compared = { measured: measuredE5(), isAcross: () => false };

    const [near] = judgeByCosines(toJudged(0.3, [0.89, ...FAR]), compared);
    const [far] = judgeByCosines(toJudged(0.6, [0.8, ...FAR]), compared);

    expect(near?.relevance).toBeGreaterThan(LEVELS.sure);
    expect(far?.relevance).toBeLessThan(LEVELS.answer);
  });

  it("answers a question in another language if it is nearer than all in the question's language", () => {
    const isAcross = ({ denseScore }: { denseScore: number | null }) => denseScore === 0.86;
    const compared = { measured: measuredE5(), isAcross };

    const [ahead] = judgeByCosines(toJudged(0.02, [0.86, ...FAR]), compared);
    const [behind] = judgeByCosines(toJudged(0.02, [0.86, 0.89, ...FAR]), compared);

    expect(ahead?.relevance).toBeGreaterThan(LEVELS.sure);
    expect(behind?.relevance).toBeLessThan(0.3);
  });

  it('answers a question in a language of no document by how far it stands out from the others', () => {
    const compared = { measured: measuredE5(), isAcross: () => true };

    const [ahead] = judgeByCosines(toJudged(0.02, [0.9, ...FAR]), compared);
    const [among] = judgeByCosines(toJudged(0.02, [0.86, ...FAR.map(() => 0.84)]), compared);

    expect(ahead?.relevance).toBeGreaterThan(LEVELS.sure);
    expect(among?.relevance).toBeLessThan(0.3);
  });

  it('keeps its rank by words if the embedder found nothing', () => {
    const judged = toJudged(0.4, [null, null]);

    expect(judgeByCosines(judged, { measured: measuredE5(), isAcross: () => false })).toEqual(
      judged,
    );
  });
});
