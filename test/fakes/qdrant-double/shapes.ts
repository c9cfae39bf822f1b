import { z } from 'zod';

export const Sparse = z.object({ indices: z.array(z.int()), values: z.array(z.number()) });
export type Sparse = z.infer<typeof Sparse>;

export const Point = z.object({
  id: z.union([z.uuid(), z.int().nonnegative()]),
  vector: z.record(z.string(), z.union([z.array(z.number()), Sparse])),
  payload: z.record(z.string(), z.unknown()).default({}),
});
export type Point = z.infer<typeof Point>;

const Scalar = z.union([z.string(), z.number(), z.boolean()]);
const FieldCondition = z.strictObject({
  key: z.string(),
  match: z.union([z.strictObject({ value: Scalar }), z.strictObject({ any: z.array(Scalar) })]),
});
const IdCondition = z.strictObject({ has_id: z.array(z.union([z.string(), z.int()])) });

export type Filter = {
  must?: Condition[] | undefined;
  should?: Condition[] | undefined;
  must_not?: Condition[] | undefined;
};
export type Condition = z.infer<typeof FieldCondition> | z.infer<typeof IdCondition> | Filter;

const conditions = z.lazy((): z.ZodType<Condition[]> => z.array(Condition)).optional();
export const Filter: z.ZodType<Filter> = z.strictObject({
  must: conditions,
  should: conditions,
  must_not: conditions,
});
const Condition: z.ZodType<Condition> = z.union([
  FieldCondition,
  IdCondition,
  z.lazy(() => Filter),
]);

export const Query = z.object({
  query: z.union([z.array(z.number()), Sparse]),
  using: z.string(),
  filter: Filter.optional(),
  limit: z.int().positive().default(10),
  with_payload: z.union([z.boolean(), z.array(z.string())]).default(false),
});
export type Query = z.infer<typeof Query>;

export const CollectionSettings = z.looseObject({
  vectors: z
    .record(z.string(), z.object({ size: z.int().positive(), distance: z.literal('Cosine') }))
    .default({}),
  sparse_vectors: z.record(z.string(), z.object({ modifier: z.literal('idf') })).default({}),
  hnsw_config: z.record(z.string(), z.number()).default({}),
});
export type CollectionSettings = z.infer<typeof CollectionSettings>;

export const Selector = z.object({
  points: z.array(z.union([z.string(), z.int()])).optional(),
  filter: Filter.optional(),
});
export type Selector = z.infer<typeof Selector>;
