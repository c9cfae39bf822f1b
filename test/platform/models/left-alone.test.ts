import { describe, expect, it } from '@jest/globals';
import {
  leaveSlowEmbedderAlone,
  leaveSlowRerankerAlone,
  type LeftAlone,
} from '../../../src/platform/models/left-alone.js';
import type { CallOptions } from '../../../src/platform/models/model.js';

/** A model that answers unless its caller's limit has passed or the caller has gone, and counts how often it was asked. */
const setUp = () => {
  const told: LeftAlone[] = [];
  const clock = { ms: 0 };
  const asked = { count: 0 };
  const answer = async <Result>({ signal }: CallOptions, result: Result): Promise<Result> => {
    asked.count += 1;
    await Promise.resolve();
    signal.throwIfAborted();
    return result;
  };
  const guarding = {
    logger: { warn: () => undefined },
    now: () => clock.ms,
    onChange: (change: LeftAlone) => void told.push(change),
  };
  const reranker = leaveSlowRerankerAlone(
    {
      model: 'r',
      rerank: (_, texts, options) =>
        answer(
          options,
          texts.map(() => 1),
        ),
    },
    guarding,
  );
  const embedder = leaveSlowEmbedderAlone(
    {
      model: 'e',
      dimensions: 1,
      embed: (texts, options) =>
        answer(options, {
          vectors: texts.map(() => new Float32Array([1])),
          promptTokens: 1,
          costUsd: null,
        }),
    },
    guarding,
  );
  return { told, clock, asked, reranker, embedder };
};

const tooLate = AbortSignal.abort(new DOMException('Too late.', 'TimeoutError'));
const gone = AbortSignal.abort(new DOMException('Gone.', 'AbortError'));
const inTime = new AbortController().signal;

describe('a reranker that misses its limit three times in a row', () => {
  it('is not used until a minute has passed, and is used again once it answers in time', async () => {
    const { reranker, asked, clock, told } = setUp();
    const rerank = (signal: AbortSignal) =>
      reranker.rerank('?', ['a'], { signal }).catch((error: unknown) => String(error));

    for (let call = 0; call < 3; call += 1) await rerank(tooLate);
    const spared = await rerank(inTime);
    const askedBefore = asked.count;
    clock.ms = 61_000;
    const again = [await rerank(inTime), await rerank(inTime)];

    expect(spared).toContain('left alone');
    expect(askedBefore).toBe(3);
    expect(again).toEqual([[1], [1]]);
    expect(told.filter(({ task }) => task === 'rerank').map((one) => one.isLeftAlone)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('is not counted as slow if its callers cancelled', async () => {
    const { reranker, asked } = setUp();

    for (let call = 0; call < 4; call += 1) {
      await reranker.rerank('?', ['a'], { signal: gone }).catch(() => undefined);
    }

    expect(asked.count).toBe(4);
  });
});

describe('an embedder that misses its limit three times in a row', () => {
  it('is not used for questions, but still for documents', async () => {
    const { embedder, asked } = setUp();

    for (let call = 0; call < 4; call += 1) {
      await embedder.embed(['?'], { signal: tooLate, questions: 1 }).catch(() => undefined);
    }
    const askedForQuestions = asked.count;
    const { vectors } = await embedder.embed(['text'], { signal: inTime });

    expect(askedForQuestions).toBe(3);
    expect(vectors).toEqual([new Float32Array([1])]);
  });
});
