import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { loadQuestions, type EvalQuery } from '../../bench/eval/collection.js';
import { splitChapter } from '../../src/parsing/index.js';
import { evaluate, evaluateRefusals } from '../../bench/eval/evaluate.js';
import type { SearchFunction } from '../../bench/eval/pipeline.js';
import { startApplication, type TestApplication } from '../support/application.js';
import { SAMPLES } from '../support/samples.js';
import { eventually } from '../support/eventually.js';

const GOLDEN = fileURLToPath(new URL('../golden/', import.meta.url));
const FILES = [
  'employee-handbook.pdf',
  'it-security-policy.docx',
  'utazasi-szabalyzat.md',
  'product-warranty-zh.txt',
];
/**
 * The measured values (en .980 and .97, hu 1 and .75, zh .963 and .80, all refused), less one question: what gets worse has to be seen. A
 * document is first scored by the statistics of those indexed before it (en .947 to .967), until the index is written anew in a pause: so
 * each figure is asked for until the index no longer changes.
 */
const FLOORS = {
  en: { ndcg: 0.95, kept: 0.93 },
  hu: { ndcg: 0.97, kept: 0.66 },
  zh: { ndcg: 0.94, kept: 0.7 },
} as const;
const MIN_REFUSED = 0.9;

const Uploaded = z.object({ document: z.object({ id: z.string() }) });
const Found = z.object({
  results: z.array(
    z.object({
      documentId: z.string(),
      chapter: z.string().nullable(),
      evidence: z.boolean(),
      relevance: z.number(),
    }),
  ),
});

describe('retrieval in the sample documents', () => {
  let application: TestApplication;
  let search: SearchFunction;
  let questions: EvalQuery[];

  beforeAll(async () => {
    questions = await loadQuestions(GOLDEN);
    // The search by words alone: what stands here holds without any model.
    application = await startApplication({ variables: { DENSE_WEIGHT: '0' } });
    const { adminKey: key } = await application.tenant();
    const names = new Map<string, string>();
    for (const file of FILES) {
      const uploaded = await application.upload(key, join(SAMPLES, file));
      names.set(Uploaded.parse(uploaded.json).document.id, file);
    }
    for (const id of names.keys()) {
      expect(await application.settled(key, id)).toMatchObject({ status: 'ready' });
    }
    search = async (query) => {
      const { json } = await application.call('POST', '/v1/search', {
        key,
        body: { query, topK: 10 },
      });
      return Found.parse(json).results.map(({ documentId, chapter, evidence, relevance }) => ({
        id: `${names.get(documentId) ?? ''}#${splitChapter(chapter).at(-1) ?? ''}`,
        isEvidence: evidence,
        relevance,
      }));
    };
  }, 120_000);

  afterAll(() => application.close());

  it.each(Object.entries(FLOORS))(
    'has not become worse for %s: passages found, answers kept',
    async (language, floor) => {
      const answerable = questions.filter(
        ({ id, grades }) => id.startsWith(`${language}-`) && grades.size > 0,
      );

      const figures = await eventually(
        () => evaluate({ queries: answerable }, search),
        (measured) => (measured['nDCG@10'] ?? 0) >= floor.ndcg,
      );

      expect(figures['nDCG@10']).toBeGreaterThanOrEqual(floor.ndcg);
      expect(figures['with a relevant document']).toBeGreaterThanOrEqual(floor.kept);
    },
  );

  it('finds no evidence for questions that no document answers', async () => {
    const unanswerable = questions.filter(({ grades }) => grades.size === 0);

    const refused = await evaluateRefusals(unanswerable, search);

    expect(refused).toBeGreaterThanOrEqual(MIN_REFUSED);
  });

  it('is judged by questions about passages that exist', async () => {
    const found = new Set<string>();
    const wanted = questions.flatMap(({ grades }) => [...grades.keys()]);

    for (const id of new Set(wanted)) {
      const chapter = id.slice(id.indexOf('#') + 1);
      for (const result of await search(chapter, { hidden: new Set() })) found.add(result.id);
    }

    expect(questions.length).toBeGreaterThanOrEqual(40);
    expect(wanted.filter((id) => !found.has(id))).toEqual([]);
  });
});
