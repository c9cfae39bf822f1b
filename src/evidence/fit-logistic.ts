import { toProbability } from './signals.js';

export type Example = { features: readonly number[]; isTrue: boolean };

const STEPS = 30;
/** Keeps weights finite where a few examples are separable without error. */
const PENALTY = 1;

/** Weights of a logistic regression, by Newton's method; the first feature is the constant and is not penalised. */
export const fitLogistic = (examples: readonly Example[], size: number): number[] => {
  const weights = new Array<number>(size).fill(0);
  for (let step = 0; step < STEPS && examples.length > 0; step += 1) {
    const change = solve(...slopesAt(examples, weights));
    for (const [row, by] of change.entries()) weights[row] = (weights[row] ?? 0) + by;
  }
  return weights;
};

/** The curvature and the gradient of the likelihood at these weights. */
const slopesAt = (
  examples: readonly Example[],
  weights: readonly number[],
): [curvature: number[][], gradient: number[]] => {
  const gradient = weights.map((weight, row) => (row === 0 ? 0 : -PENALTY * weight));
  const curvature = weights.map((_, row) =>
    weights.map((__, column) => (row === column ? PENALTY * Number(row > 0) + 1e-9 : 0)),
  );
  for (const { features, isTrue } of examples) {
    const logit = features.reduce((sum, value, row) => sum + value * (weights[row] ?? 0), 0);
    const probability = toProbability(logit);
    const certainty = probability * (1 - probability);
    for (const [row, line] of curvature.entries()) {
      const value = features[row] ?? 0;
      gradient[row] = (gradient[row] ?? 0) + value * (Number(isTrue) - probability);
      for (const [column, other] of features.entries()) {
        line[column] = (line[column] ?? 0) + value * other * certainty;
      }
    }
  }
  return [curvature, gradient];
};

/** Gauss's elimination with pivots; the matrix is small and positive. */
const solve = (matrix: readonly (readonly number[])[], right: readonly number[]): number[] => {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    const pivot = rows
      .slice(column)
      .reduce(
        (best, row) => (Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best),
        rows[column] ?? [],
      );
    const at = rows.indexOf(pivot);
    [rows[column], rows[at]] = [pivot, rows[column] ?? []];
    for (const [index, row] of rows.entries()) {
      if (index === column) continue;
      const factor = (row[column] ?? 0) / (pivot[column] ?? 1);
      for (let cell = column; cell <= size; cell += 1) {
        row[cell] = (row[cell] ?? 0) - factor * (pivot[cell] ?? 0);
      }
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1));
};
