export { baselineOfLanguage } from './baseline.js';
export {
  type Fits,
  type Observed,
  type ObservedQuestion,
  type SignalName,
  fitSignals,
} from './fit-signals.js';
export {
  LEVELS,
  SearchOutcome,
  bestOf,
  isEvidence,
  levelOf,
  sortByLevel,
  pickReadable,
  pickShown,
  toOutcome,
} from './levels.js';
export {
  type Calibration,
  type Curve,
  type ModelSignals,
  cosineOf,
  fillCosines,
  joinSignal,
  logOddsOf,
  raiseBySignal,
  toProbability,
} from './signals.js';
export { type Focus, type Judged, judgeRelevance, rarityOf, weighWords } from './relevance.js';
export { createWordMatcher } from './word-matching.js';
export { isDenseScript } from './word-similarity.js';
export { type Compared, judgeByCosines } from './measured.js';
export type { MeasuredModel } from './measured-models.js';
