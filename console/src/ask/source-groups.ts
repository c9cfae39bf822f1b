type Cited = { number: number; documentId?: string | undefined };

/** Citations by the document that they are of, in the order in which an answer first names it; each number stays its own passage. */
export const groupByDocument = <Citation extends Cited>(
  citations: readonly Citation[],
): readonly (readonly Citation[])[] => {
  const groups = new Map<string, Citation[]>();
  for (const citation of citations) {
    const key = citation.documentId ?? `number ${citation.number}`;
    groups.set(key, [...(groups.get(key) ?? []), citation]);
  }
  return [...groups.values()];
};
