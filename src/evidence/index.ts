export { baselineOfLanguage } from './baseline.js';
export { judgeEvidence } from './coverage.js';
export {
  LEVELS,
  SearchOutcome,
  bestOf,
  isEvidence,
  levelOf,
  pickReadable,
  pickShown,
  toOutcome,
} from './levels.js';
export { type Calibration, type MeaningWeights, type NearLevel, cosineOf } from './meaning.js';
export { type Focus, type Judged, judgeRelevance, weighWords } from './relevance.js';
export { rarityOf } from './rarity.js';
export { createWordMatcher } from './word-matching.js';
export { isDenseScript, isUnspacedScript } from './word-similarity.js';
