export type LegWeights = {
  lexical: number;
  dense: number;
  /** An embedder that knows only English must not vote on Chinese: weight per language of the question. */
  denseByLanguage: Readonly<Record<string, number>>;
};

export type SearchSettings = {
  candidatesPerLeg: number;
  weights: LegWeights;
  minCoverage: number;
  /** Cosine from which the embedder alone makes evidence; null without an embedder. */
  minDenseScore: number | null;
  /** How long the embedder may take before its leg is dropped. */
  embedTimeoutMs: number;
  /** How long the reranker may take before the fused order is kept. */
  rerankTimeoutMs: number;
};
