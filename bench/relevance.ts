import { analyze, analyzeQueryWords } from '../src/language/analyzer.js';
import { baselineOfLanguage } from '../src/evidence/baseline.js';
import { judgeRelevance } from '../src/evidence/relevance.js';
import { CANDIDATES_PER_LEG } from './bench-features.js';
import { createProse } from './corpus/prose.js';
import { percentile } from './measure.js';

const QUESTIONS = 500;
const WARM_UP = 50;
/** About as many words as a full chunk has. */
const SENTENCES = 18;
const PASSAGES = 400;

/**
 * Measures what the relevance rule takes for the candidates of one question, each a full chunk: how long a request waits for it, and the
 * CPU time of all threads, which is the same whatever else the machine does and counts the collection of garbage beside it.
 */
export const measureRelevance = (): Promise<void> => {
  const prose = createProse(7);
  const languages = ['en'];
  const passages = Array.from({ length: PASSAGES }, () => ({
    terms: analyze(prose.paragraph(SENTENCES), { languages }),
    documentId: null,
    denseScore: null,
  }));
  const waits: number[] = [];
  const times: number[] = [];
  for (let number = 0; number < WARM_UP + QUESTIONS; number += 1) {
    const questions = [analyzeQueryWords(prose.question(), { languages })];
    const first = (number * CANDIDATES_PER_LEG) % (PASSAGES - CANDIDATES_PER_LEG);
    // New strings, as a store hands them out: none has been hashed yet.
    const candidates = passages
      .slice(first, first + CANDIDATES_PER_LEG)
      .map((passage) => ({ ...passage, terms: ` ${passage.terms.join(' ')}`.slice(1).split(' ') }));
    const [startedAt, usedBefore] = [performance.now(), process.cpuUsage()];
    judgeRelevance(candidates, { questions, baseline: baselineOfLanguage('en'), passage: null });
    const waited = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(usedBefore);
    if (number < WARM_UP) continue;
    waits.push(waited);
    times.push((user + system) / 1000);
  }
  const tell = (measured: readonly number[]): string =>
    `p50 ${percentile(measured, 50).toFixed(2)} ms, p95 ${percentile(measured, 95).toFixed(2)} ms`;
  process.stdout.write(
    `relevance of ${CANDIDATES_PER_LEG} candidates: ${tell(waits)}; CPU ${tell(times)}\n`,
  );
  return Promise.resolve();
};
