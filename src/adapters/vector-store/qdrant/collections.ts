import { z } from 'zod';
import type { QdrantClient } from '@qdrant/js-client-rest';
import { AppError } from '../../../domain/errors.js';
import { statusOf } from './client.js';
import type { Client } from './client.js';

export type CollectionKind = 'chunks' | 'memories';

/** Aliases, for people and their tools; we address collections by their full names. */
const ALIASES: Record<CollectionKind, string> = {
  chunks: 'document_chunks',
  memories: 'long_term_memories',
};
const KINDS = ['chunks', 'memories'] as const;

const KEYWORDS: Record<CollectionKind, readonly string[]> = {
  chunks: ['document_id', 'visibility', 'owner_id', 'language'],
  memories: ['user_id', 'memory_type'],
};

export const LEXICAL = 'lexical';
export const DENSE = 'dense';

export type CollectionsOptions = {
  client: Client;
  fingerprint: string;
  dimensions: number | null;
};

const toSettings = (dimensions: number | null) => ({
  vectors:
    dimensions === null ? {} : { [DENSE]: { size: dimensions, distance: 'Cosine' as const } },
  sparse_vectors: { [LEXICAL]: { modifier: 'idf' as const } },
  // No graph over all tenants, one per tenant: every search is filtered by tenant.
  hnsw_config: { m: 0, payload_m: 16 },
  // A filter on a field without an index is refused instead of scanning every tenant.
  strict_mode_config: {
    enabled: true,
    unindexed_filtering_retrieve: false,
    unindexed_filtering_update: false,
  },
});

const createIndexes = async (client: QdrantClient, name: string, kind: CollectionKind) => {
  const wait = true;
  const tenant = { type: 'keyword' as const, is_tenant: true };
  await client.createPayloadIndex(name, { field_name: 'tenant_id', field_schema: tenant, wait });
  for (const field of KEYWORDS[kind]) {
    await client.createPayloadIndex(name, { field_name: field, field_schema: 'keyword', wait });
  }
  if (kind !== 'chunks') return;
  await client.createPayloadIndex(name, { field_name: 'version', field_schema: 'integer', wait });
};

const DenseConfig = z.object({ [DENSE]: z.object({ size: z.int() }).optional() });

const readDimensions = async (client: QdrantClient, name: string): Promise<number | null> => {
  const { config } = await client.getCollection(name);
  return DenseConfig.parse(config.params.vectors ?? {})[DENSE]?.size ?? null;
};

/** True when it was made; false when it was there. */
const create = async (client: QdrantClient, name: string, settings: object): Promise<boolean> => {
  const { exists } = await client.collectionExists(name);
  if (exists) return false;
  try {
    await client.createCollection(name, settings);
    return true;
  } catch (error) {
    // Another process was faster.
    if (statusOf(error) === 409) return false;
    throw error;
  }
};

const pointAlias = async (client: QdrantClient, alias: string, name: string): Promise<void> => {
  const { aliases } = await client.getAliases();
  const current = aliases.find(({ alias_name }) => alias_name === alias)?.collection_name;
  if (current === name) return;
  await client.updateCollectionAliases({
    actions: [
      ...(current === undefined ? [] : [{ delete_alias: { alias_name: alias } }]),
      { create_alias: { alias_name: alias, collection_name: name } },
    ],
  });
};

/** One collection per kind and fingerprint, made on first use. */
export const createCollections = ({ client, fingerprint, dimensions }: CollectionsOptions) => {
  const nameOf = (kind: CollectionKind): string => `${ALIASES[kind]}_${fingerprint}`;
  const ready = new Map<CollectionKind, Promise<void>>();

  const prepare = (kind: CollectionKind): Promise<void> =>
    client.call(async (qdrant) => {
      const name = nameOf(kind);
      await create(qdrant, name, toSettings(dimensions));
      const stored = await readDimensions(qdrant, name);
      if (stored !== dimensions) {
        throw new AppError(
          'vector_store_unavailable',
          `Collection ${name} holds vectors of ${stored ?? 'no'} dimensions, not ${dimensions ?? 'none'}.`,
        );
      }
      // Also for a collection that was there: its maker may have died in between.
      await createIndexes(qdrant, name, kind);
      await pointAlias(qdrant, ALIASES[kind], name);
    });

  const ensure = async (kind: CollectionKind): Promise<string> => {
    const preparing = ready.get(kind) ?? prepare(kind);
    ready.set(kind, preparing);
    try {
      await preparing;
    } catch (error) {
      if (ready.get(kind) === preparing) ready.delete(kind);
      throw error;
    }
    return nameOf(kind);
  };

  return {
    ensure,
    /** A collection that vanished behind our back is made anew on next use. */
    forget: (kind: CollectionKind): boolean => ready.delete(kind),
    ensureAll: async (): Promise<void> => {
      for (const kind of KINDS) await ensure(kind);
    },
    dropStale: (): Promise<void> =>
      client.call(async (qdrant) => {
        const { collections } = await qdrant.getCollections();
        const stale = collections
          .map(({ name }) => name)
          .filter((name) =>
            KINDS.some((kind) => name.startsWith(`${ALIASES[kind]}_`) && name !== nameOf(kind)),
          );
        for (const name of stale) await qdrant.deleteCollection(name);
      }),
  };
};

export type Collections = ReturnType<typeof createCollections>;
