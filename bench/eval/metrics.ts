type Grades = ReadonlyMap<string, number>;

const discount = (index: number): number => 1 / Math.log2(index + 2);

export const ndcgAt = (cut: number, ranked: readonly string[], grades: Grades): number => {
  const gain = ranked
    .slice(0, cut)
    .reduce((sum, id, index) => sum + (grades.get(id) ?? 0) * discount(index), 0);
  const ideal = [...grades.values()]
    .sort((left, right) => right - left)
    .slice(0, cut)
    .reduce((sum, grade, index) => sum + grade * discount(index), 0);
  return ideal === 0 ? 0 : gain / ideal;
};

export const recallAt = (cut: number, ranked: readonly string[], grades: Grades): number =>
  ranked.slice(0, cut).filter((id) => grades.has(id)).length / grades.size;

export const reciprocalRankAt = (
  cut: number,
  ranked: readonly string[],
  grades: Grades,
): number => {
  const index = ranked.slice(0, cut).findIndex((id) => grades.has(id));
  return index === -1 ? 0 : 1 / (index + 1);
};

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};
