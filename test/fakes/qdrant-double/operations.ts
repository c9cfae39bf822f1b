import { z } from 'zod';
import { Collection, type Switches } from './collection.js';
import { Refusal } from './refusal.js';
import { CollectionSettings, Filter, Point, Query, Selector } from './shapes.js';

export type State = {
  collections: Map<string, Collection>;
  aliases: Map<string, string>;
  switches: Switches;
};

type Input = { state: State; name: string; body: unknown };
type Operation = { method: string; path: string; run: (input: Input) => unknown };

const find = ({ state, name }: Input): Collection => {
  const collection = state.collections.get(state.aliases.get(name) ?? name);
  if (!collection) throw new Refusal(404, `Not found: Collection \`${name}\` doesn't exist!`);
  return collection;
};

const updated = { operation_id: 0, status: 'completed' };

const NewIndex = z.object({
  field_name: z.string(),
  field_schema: z.union([z.string(), z.looseObject({ type: z.string() })]),
});
const AliasAction = z.union([
  z.object({ create_alias: z.object({ alias_name: z.string(), collection_name: z.string() }) }),
  z.object({ delete_alias: z.object({ alias_name: z.string() }) }),
]);

const Scroll = z.object({
  filter: Filter,
  limit: z.int(),
  offset: z.string().optional(),
  with_payload: z.union([z.boolean(), z.array(z.string())]).default(true),
  with_vector: z.union([z.boolean(), z.array(z.string())]).default(false),
});

const toInfo = (collection: Collection) => {
  const { vectors, sparse_vectors: sparse, hnsw_config: hnsw } = collection.settings;
  return {
    status: 'green',
    optimizer_status: 'ok',
    points_count: collection.count(undefined),
    segments_count: 1,
    config: {
      params: { vectors, sparse_vectors: sparse },
      hnsw_config: { m: 16, ef_construct: 100, full_scan_threshold: 10_000, ...hnsw },
      optimizer_config: { default_segment_number: 0, flush_interval_sec: 5 },
    },
    payload_schema: Object.fromEntries(
      [...collection.indexes].map(([field, index]) => [
        field,
        { ...index, points: collection.count(undefined) },
      ]),
    ),
  };
};

const changeAliases = ({ state, body }: Input): boolean => {
  const { actions } = z.object({ actions: z.array(AliasAction) }).parse(body);
  for (const action of actions) {
    if ('delete_alias' in action) {
      state.aliases.delete(action.delete_alias.alias_name);
      continue;
    }
    const { alias_name: alias, collection_name: name } = action.create_alias;
    if (!state.collections.has(name)) throw new Refusal(404, `Not found: Collection \`${name}\``);
    state.aliases.set(alias, name);
  }
  return true;
};

const createCollection = ({ state, name, body }: Input): boolean => {
  if (state.collections.has(name)) {
    throw new Refusal(409, `Wrong input: Collection \`${name}\` already exists!`);
  }
  state.collections.set(name, new Collection(CollectionSettings.parse(body), state.switches));
  return true;
};

const createIndex = (input: Input) => {
  const { field_name: field, field_schema: schema } = NewIndex.parse(input.body);
  const index =
    typeof schema === 'string' ? { data_type: schema } : { data_type: schema.type, params: schema };
  find(input).indexes.set(field, index);
  return updated;
};

const setPayload = (input: Input) => {
  const { payload } = z.object({ payload: z.record(z.string(), z.unknown()) }).parse(input.body);
  for (const point of find(input).select(Selector.parse(input.body))) {
    Object.assign(point.payload, payload);
  }
  return updated;
};

/** By the order of the ids, like the real one; `offset` is the id that a page begins with. */
const scroll = (input: Input) => {
  const { filter, limit, offset = '', with_payload, with_vector } = Scroll.parse(input.body);
  const points = find(input)
    .select({ filter })
    .filter(({ id }) => String(id) >= offset)
    .toSorted((left, right) => (String(left.id) < String(right.id) ? -1 : 1));
  return {
    points: points.slice(0, limit).map(({ id, payload, vector }) => ({
      id,
      ...(with_vector === false ? {} : { vector }),
      ...(with_payload === false ? {} : { payload: pick(payload, with_payload) }),
    })),
    next_page_offset: points[limit]?.id ?? null,
  };
};

const pick = (payload: Record<string, unknown>, fields: true | string[]) =>
  fields === true
    ? payload
    : Object.fromEntries(Object.entries(payload).filter(([field]) => fields.includes(field)));

const COLLECTION = '/collections/{collection_name}';

const operations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/collections',
    run: ({ state }) => ({
      collections: [...state.collections.keys()].map((name) => ({ name })),
    }),
  },
  {
    method: 'GET',
    path: '/aliases',
    run: ({ state }) => ({
      aliases: [...state.aliases].map(([alias, name]) => ({
        alias_name: alias,
        collection_name: name,
      })),
    }),
  },
  { method: 'POST', path: '/collections/aliases', run: changeAliases },
  { method: 'PUT', path: COLLECTION, run: createCollection },
  { method: 'GET', path: COLLECTION, run: (input) => toInfo(find(input)) },
  {
    method: 'DELETE',
    path: COLLECTION,
    run: ({ state, name }) => state.collections.delete(name),
  },
  {
    method: 'GET',
    path: `${COLLECTION}/exists`,
    run: ({ state, name }) => ({ exists: state.collections.has(state.aliases.get(name) ?? name) }),
  },
  { method: 'PUT', path: `${COLLECTION}/index`, run: createIndex },
  {
    method: 'PUT',
    path: `${COLLECTION}/points`,
    run: (input) => {
      const { points } = z.object({ points: z.array(Point) }).parse(input.body);
      find(input).upsert(points);
      return updated;
    },
  },
  {
    method: 'POST',
    path: `${COLLECTION}/points/delete`,
    run: (input) => {
      find(input).remove(Selector.parse(input.body));
      return updated;
    },
  },
  { method: 'POST', path: `${COLLECTION}/points/payload`, run: setPayload },
  {
    method: 'POST',
    path: `${COLLECTION}/points/count`,
    run: (input) => {
      const { filter } = z.object({ filter: Filter.optional() }).parse(input.body);
      return { count: find(input).count(filter) };
    },
  },
  {
    method: 'POST',
    path: `${COLLECTION}/points/scroll`,
    run: scroll,
  },
  {
    method: 'POST',
    path: `${COLLECTION}/points/query/batch`,
    run: (input) => {
      const { searches } = z.object({ searches: z.array(Query) }).parse(input.body);
      return searches.map((search) => ({ points: find(input).query(search) }));
    },
  },
];

/** The operation behind a request line, with the collection's name. */
export const findOperation = (method: string, path: string) => {
  const exact = operations.find((one) => one.method === method && one.path === path);
  if (exact) return { operation: exact, name: '' };
  const [, root, name = '', ...rest] = path.split('/');
  if (root !== 'collections') return null;
  const pattern = [COLLECTION, ...rest].join('/');
  const operation = operations.find((one) => one.method === method && one.path === pattern);
  return operation ? { operation, name: decodeURIComponent(name) } : null;
};
