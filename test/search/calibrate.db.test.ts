import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cosineOf } from '../../src/evidence/index.js';
import { analyze } from '../../src/language/index.js';
import type { Embedder } from '../../src/platform/models/model.js';
import type { VectorStore } from '../../src/platform/vectors/vector-store.js';
import { toSetting } from '../../src/search/describe-calibration.js';
import type { ChunkId, DocumentId } from '../../src/shared/ids.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

let bench: Workbench;
let tenant: TestTenant;
const points = new Map<ChunkId, { id: ChunkId; text: string; documentId: DocumentId }>();

const DOCUMENTS = 6;
const PASSAGES = 10;

/** Each passage has a subject of its own, which each of its sentences names by another word: they share none but the subject. */
const passageOf = (subject: number): string =>
  ['aa', 'bb', 'cc', 'dd']
    .map((word) => `The ${word}${subject}${word} was seen on a morning in ${word}land.`)
    .join(' ');

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  for (let number = 0; number < DOCUMENTS; number += 1) {
    const passages = Array.from({ length: PASSAGES }, (_, at) => passageOf(number * PASSAGES + at));
    const knowledge = { owner: tenant.admin, title: `R ${number}`, passages };
    const { documentId, chunkIds } = await addKnowledge(bench, tenant, knowledge);
    chunkIds.forEach((id, at) => points.set(id, { id, text: passages[at] ?? '', documentId }));
  }
  await addKnowledge(bench, tenant, {
    owner: tenant.member,
    title: 'Diary',
    visibility: 'private',
    passages: Array.from({ length: 5 }, (_, at) => `Private ${passageOf(900 + at)}`),
  });
  await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    title: 'Kurz',
    language: 'de',
    passages: ['Das ist ein kurzer Bericht. Er hat nur zwei lange Sätze über das Wetter.'],
  });
});

afterAll(() => bench.destroy());

const DIMENSIONS = 64;

/** Texts of one subject lie near each other, others not. */
const toVector = (text: string): Float32Array => {
  const subject = Number(/(\d+)/.exec(text)?.[1] ?? 0) + 1;
  return Float32Array.from({ length: DIMENSIONS }, (_, at) =>
    Math.sin(subject * (at + 1) * 12.9898 + text.length / 1000),
  );
};

const calibrate = async () => {
  const seen: string[] = [];
  const embedder: Embedder = {
    model: 'e',
    dimensions: DIMENSIONS,
    embed: (texts) => {
      seen.push(...texts);
      return Promise.resolve({ vectors: texts.map(toVector), promptTokens: 1, costUsd: null });
    },
  };
  const vectors: Pick<VectorStore, 'for'> = {
    for: (scope) => {
      const reader = bench.vectors.for(scope);
      const searchChunks: typeof reader.searchChunks = async ({ query, ...request }) => {
        const { vector } = query;
        const found = await reader.searchChunks({ ...request, query: { ...query, vector: null } });
        const dense = [...points.values()].map(({ text, ...hit }) => ({
          ...hit,
          language: 'en',
          terms: analyze(text, { languages: ['en'] }),
          score: vector ? cosineOf(vector, toVector(text)) : 0,
        }));
        return { ...found, dense: dense.sort((left, right) => right.score - left.score) };
      };
      return { ...reader, searchChunks };
    },
  };
  const services = bench.services({ embedder, vectors });
  const lines: string[] = [];
  const { signal } = new AbortController();
  const report = (line: string) => void lines.push(line);
  const calibrated = await services.calibrate(tenant.admin, { signal, report });
  return { calibrated, seen, lines };
};

describe('a calibration from the index of a tenant', () => {
  let made: Awaited<ReturnType<typeof calibrate>>;

  beforeAll(async () => {
    made = await calibrate();
  });

  it('finds, without labels, the cosine from which a passage is relevant to a question', () => {
    const { calibrated, lines } = made;

    const english = calibrated.find(({ language }) => language === 'en');
    expect(english?.passages).toBe(DOCUMENTS * PASSAGES);
    expect(english?.fits?.passage?.error).toBeLessThan(0.2);
    expect(english?.fits?.passage?.error).toBeLessThan(english?.fits?.passage?.errorBefore ?? 0);
    expect(lines).toContain('en: 60 of 60 passages');
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^en: cosine of a passage .* from \d+ questions; [\d.]+ % of a held-out/,
      ),
    );
    expect(toSetting(calibrated, { model: 'e', names: ['passage', 'lines'] })).toMatch(
      /^e:en=-?[\d.]+\/[\d.]+\/[\d.]+/,
    );
  });

  it('reports that a language has too few passages', () => {
    expect(made.lines).toContain('de: 1 passages that can be asked for are too few');
  });

  it('reads nothing that the admin may not read', () => {
    expect(made.seen.filter((text) => text.includes('Private'))).toEqual([]);
  });

  it("removes each question's sentence from its passage", () => {
    const { seen } = made;
    const questions = seen.filter((text) => /^The \w+ was seen on a morning in \w+\.$/.test(text));
    expect(questions.length).toBeGreaterThan(0);
    const cut = seen.find((text) => text.startsWith('The') && text.split('The').length === 4);
    expect(cut).toBeDefined();
  });
});
