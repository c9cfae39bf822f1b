/** Numbers of citations that were set by hand; those that were fitted stand with their regression (`confidence.ts`). */
export const TUNING = {
  /** Beyond it more relevance makes no answer righter (bench/answers/relevance.md). */
  mostRelevant: 0.98,
} as const;
