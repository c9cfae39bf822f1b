/** Imported on first use, so that a Qdrant deployment never loads the native binary. */
export const loadSdk = async () => {
  const [lancedb, arrow] = await Promise.all([import('@lancedb/lancedb'), import('apache-arrow')]);
  return { ...lancedb, arrow };
};

export type Sdk = Awaited<ReturnType<typeof loadSdk>>;
export type { Connection, Table } from '@lancedb/lancedb';
