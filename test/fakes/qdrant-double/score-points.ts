import type { Point, Sparse } from './shapes.js';

const isSparse = (vector: unknown): vector is Sparse =>
  typeof vector === 'object' && vector !== null && 'indices' in vector;

const weightsOf = ({ indices, values }: Sparse): Map<number, number> =>
  new Map(indices.map((index, place) => [index, values[place] ?? 0]));

/** Σ query × document × ln(1 + (N − df + ½) ÷ (df + ½)), statistics over the whole collection as the server has them. */
export const scoreSparse = (
  points: readonly Point[],
  { name, query }: { name: string; query: Sparse },
): ((point: Point) => number | null) => {
  const stored = new Map(
    points.flatMap((point) => {
      const vector = point.vector[name];
      return isSparse(vector) ? [[point, weightsOf(vector)] as const] : [];
    }),
  );
  const wanted = [...weightsOf(query)].map(([index, weight]) => {
    const containing = [...stored.values()].filter((weights) => weights.has(index)).length;
    const idf = Math.log(1 + (stored.size - containing + 0.5) / (containing + 0.5));
    return { index, weight: weight * idf };
  });
  return (point) => {
    const weights = stored.get(point);
    const shared = wanted.filter(({ index }) => weights?.has(index));
    if (!weights || shared.length === 0) return null;
    return shared.reduce((sum, { index, weight }) => sum + weight * (weights.get(index) ?? 0), 0);
  };
};

const dot = (left: readonly number[], right: readonly number[]): number =>
  left.reduce((sum, value, place) => sum + value * (right[place] ?? 0), 0);

export const scoreCosine =
  (name: string, query: readonly number[]) =>
  (point: Point): number | null => {
    const vector = point.vector[name];
    if (!Array.isArray(vector)) return null;
    const length = Math.sqrt(dot(vector, vector) * dot(query, query));
    return length === 0 ? 0 : dot(vector, query) / length;
  };
