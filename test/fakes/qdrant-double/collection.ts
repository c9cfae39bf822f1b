import { matches, refuseUnindexed } from './match-filter.js';
import { Refusal } from './refusal.js';
import { scoreCosine, scoreSparse } from './score-points.js';
import type { CollectionSettings, Filter, Point, Query, Selector } from './shapes.js';

export type Switches = { ignoreFilters: boolean };

type Index = { data_type: string; params?: object };

const checkVector = (settings: CollectionSettings, name: string, vector: unknown): void => {
  const dense = settings.vectors[name];
  if (Array.isArray(vector) && dense) {
    if (vector.length === dense.size) return;
    const sizes = `expected dim: ${dense.size}, got ${vector.length}`;
    throw new Refusal(400, `Wrong input: Vector dimension error: ${sizes}`);
  }
  if (Array.isArray(vector) || !(name in settings.sparse_vectors)) {
    throw new Refusal(400, `Wrong input: Not existing vector name error: ${name}`);
  }
  const { indices, values } = vector as { indices: number[]; values: number[] };
  const isValid =
    new Set(indices).size === indices.length &&
    indices.length === values.length &&
    indices.every((index) => index >= 0 && index <= 0xffffffff);
  if (!isValid) throw new Refusal(422, 'Validation error: indices must be unique 32-bit numbers');
};

const toPayload = ({ payload }: Point, wanted: Query['with_payload']) => {
  if (typeof wanted === 'boolean') return wanted ? payload : undefined;
  return Object.fromEntries(Object.entries(payload).filter(([key]) => wanted.includes(key)));
};

/** One collection in memory, scored exactly: no approximation, no delay of indexing. */
export class Collection {
  readonly settings: CollectionSettings;
  readonly indexes = new Map<string, Index>();
  readonly #points = new Map<Point['id'], Point>();
  readonly #switches: Switches;

  constructor(settings: CollectionSettings, switches: Switches) {
    this.settings = settings;
    this.#switches = switches;
  }

  get points(): Point[] {
    return [...this.#points.values()];
  }

  upsert(points: readonly Point[]): void {
    for (const { vector } of points) {
      for (const name of Object.keys(vector)) checkVector(this.settings, name, vector[name]);
    }
    for (const point of points) this.#points.set(point.id, point);
  }

  select({ points, filter }: Selector): Point[] {
    if (points) return this.points.filter(({ id }) => points.includes(id));
    if (!filter) throw new Refusal(422, 'Validation error: no points and no filter');
    return this.#filtered(filter);
  }

  remove(selector: Selector): void {
    for (const { id } of this.select(selector)) this.#points.delete(id);
  }

  count(filter: Filter | undefined): number {
    return filter ? this.#filtered(filter).length : this.#points.size;
  }

  query({ query, using, filter, limit, with_payload: wanted }: Query) {
    checkVector(this.settings, using, query);
    const scoreOf = Array.isArray(query)
      ? scoreCosine(using, query)
      : scoreSparse(this.points, { name: using, query });
    return (filter ? this.#filtered(filter) : this.points)
      .flatMap((point) => {
        const score = scoreOf(point);
        return score === null ? [] : [{ point, score }];
      })
      .sort((left, right) => right.score - left.score)
      .slice(0, limit)
      .map(({ point, score }) => {
        const payload = toPayload(point, wanted);
        return { id: point.id, version: 0, score, ...(payload ? { payload } : {}) };
      });
  }

  #filtered(filter: Filter): Point[] {
    refuseUnindexed(filter, new Set(this.indexes.keys()));
    if (this.#switches.ignoreFilters) return this.points;
    return this.points.filter((point) => matches(filter, point));
  }
}
