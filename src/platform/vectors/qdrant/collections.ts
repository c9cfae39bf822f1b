import type { QdrantClient } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { createLazy } from '../../../shared/async.js';
import { DimensionMismatch } from '../errors.js';
import { STORED_AS } from '../points.js';
import type { PointKind } from '../vector-store.js';
import { statusOf, type Client } from './client.js';

const KINDS = ['chunks', 'memories'] as const;

export const LEXICAL = 'lexical';
export const DENSE = 'dense';

type Options = { client: Client; fingerprint: string; dimensions: number | null };
type NameOf = (kind: PointKind) => string;

export type Collections = ReturnType<typeof createCollections>;

/**
 * One collection per kind and fingerprint, created on first use. The names in STORED_AS are aliases, for people and their tools. We address
 * collections by their full names, so a query of one embedding model never meets vectors of another, wherever the alias points.
 */
export const createCollections = ({ client, fingerprint, dimensions }: Options) => {
  const nameOf: NameOf = (kind) => `${STORED_AS[kind]}_${fingerprint}`;
  const prepare = (kind: PointKind): Promise<void> =>
    client.call(async (qdrant) => {
      const name = nameOf(kind);
      await create(qdrant, name, toSettings(dimensions));
      const stored = await readDimensions(qdrant, name);
      if (stored !== dimensions) {
        throw new DimensionMismatch({ place: `Collection ${name}`, stored, wanted: dimensions });
      }
      // Also for an existing collection, because its creator may have died before this.
      await createIndexes(qdrant, name, kind);
      // An older collection keeps its alias until all documents are in the new one.
      await pointAlias(qdrant, { alias: STORED_AS[kind], name }, { onlyIfUnset: true });
    });
  const makeReady = (kind: PointKind) => createLazy(() => prepare(kind));
  const ready = { chunks: makeReady('chunks'), memories: makeReady('memories') };

  const ensureAll = async (): Promise<void> => {
    for (const kind of KINDS) await ready[kind].get();
  };

  return {
    ensureAll,
    /** Runs work on a collection, and once more if the collection was deleted meanwhile. */
    run: async <Result>(
      kind: PointKind,
      work: (client: QdrantClient, name: string) => Promise<Result>,
    ): Promise<Result> => {
      const attempt = async () => {
        await ready[kind].get();
        return client.call((qdrant) => work(qdrant, nameOf(kind)));
      };
      try {
        return await attempt();
      } catch (error) {
        if (statusOf(error) !== 404) throw error;
        ready[kind] = makeReady(kind);
        return attempt();
      }
    },
    /** Runs work on an existing collection without creating it. */
    runThere: <Result>(
      kind: PointKind,
      work: (client: QdrantClient, name: string) => Promise<Result>,
    ): Promise<Result> => client.call((qdrant) => work(qdrant, nameOf(kind))),
    /** Call once all documents are in the collections of this fingerprint. */
    dropStale: async (): Promise<void> => {
      await ensureAll();
      await client.call((qdrant) => dropOthers(qdrant, nameOf));
    },
  };
};

const create = async (client: QdrantClient, name: string, settings: object): Promise<void> => {
  const { exists } = await client.collectionExists(name);
  if (exists) return;
  try {
    await client.createCollection(name, settings);
  } catch (error) {
    // Another process has created it first.
    if (statusOf(error) !== 409) throw error;
  }
};

const toSettings = (dimensions: number | null) => ({
  vectors:
    dimensions === null ? {} : { [DENSE]: { size: dimensions, distance: 'Cosine' as const } },
  sparse_vectors: { [LEXICAL]: { modifier: 'idf' as const } },
  // One graph per tenant instead of one over all, since every search filters by tenant.
  hnsw_config: { m: 0, payload_m: 16 },
  // Filters on unindexed fields are refused, instead of scanning every tenant.
  strict_mode_config: {
    enabled: true,
    unindexed_filtering_retrieve: false,
    unindexed_filtering_update: false,
  },
});

const DenseConfig = z.object({ [DENSE]: z.object({ size: z.int() }).optional() });

const readDimensions = async (client: QdrantClient, name: string): Promise<number | null> => {
  const { config } = await client.getCollection(name);
  return DenseConfig.parse(config.params.vectors ?? {})[DENSE]?.size ?? null;
};

const KEYWORDS: Record<PointKind, readonly string[]> = {
  chunks: ['document_id', 'visibility', 'owner_id', 'language'],
  memories: ['user_id', 'memory_type'],
};

const createIndexes = async (client: QdrantClient, name: string, kind: PointKind) => {
  const wait = true;
  const tenant = { type: 'keyword' as const, is_tenant: true };
  await client.createPayloadIndex(name, { field_name: 'tenant_id', field_schema: tenant, wait });
  for (const field of KEYWORDS[kind]) {
    await client.createPayloadIndex(name, { field_name: field, field_schema: 'keyword', wait });
  }
  if (kind !== 'chunks') return;
  await client.createPayloadIndex(name, { field_name: 'version', field_schema: 'integer', wait });
};

type Target = { alias: string; name: string };

const pointAlias = async (
  client: QdrantClient,
  { alias, name }: Target,
  { onlyIfUnset }: { onlyIfUnset: boolean },
): Promise<void> => {
  const { aliases } = await client.getAliases();
  const current = aliases.find(({ alias_name }) => alias_name === alias)?.collection_name;
  if (current === name || (onlyIfUnset && current !== undefined)) return;
  // One request, so that the alias always points somewhere.
  await client.updateCollectionAliases({
    actions: [
      ...(current === undefined ? [] : [{ delete_alias: { alias_name: alias } }]),
      { create_alias: { alias_name: alias, collection_name: name } },
    ],
  });
};

const dropOthers = async (client: QdrantClient, nameOf: NameOf): Promise<void> => {
  for (const kind of KINDS) {
    const target = { alias: STORED_AS[kind], name: nameOf(kind) };
    await pointAlias(client, target, { onlyIfUnset: false });
  }
  const { collections } = await client.getCollections();
  const stale = collections
    .map(({ name }) => name)
    .filter((name) =>
      KINDS.some((kind) => name.startsWith(`${STORED_AS[kind]}_`) && name !== nameOf(kind)),
    );
  for (const name of stale) await client.deleteCollection(name);
};
