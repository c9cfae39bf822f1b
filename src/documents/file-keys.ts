import type { Transaction } from '../platform/database/transaction.js';

/** The row is locked against its deletion, so that whoever lets go of a file sees the reference that is being made. */
export const fileKeyOf = async (
  tx: Transaction,
  tenantId: string,
  sha256: string,
): Promise<string | null> => {
  const rows = await tx.$queryRaw<{ fileKey: string }[]>`
    SELECT file_key AS "fileKey" FROM document_versions
    WHERE tenant_id = ${tenantId}::uuid AND sha256 = ${sha256} LIMIT 1 FOR KEY SHARE SKIP LOCKED`;
  return rows[0]?.fileKey ?? null;
};

/** Of these keys, those that some version still refers to. */
export const referencedFileKeys = async (
  tx: Transaction,
  tenantId: string,
  keys: readonly string[],
): Promise<string[]> => {
  if (keys.length === 0) return [];
  const rows = await tx.$queryRaw<{ fileKey: string }[]>`
    SELECT DISTINCT file_key AS "fileKey" FROM document_versions
    WHERE tenant_id = ${tenantId}::uuid AND file_key = ANY(${[...keys]}::text[])`;
  return rows.map(({ fileKey }) => fileKey);
};

/** Of these keys, those that nothing refers to any more. */
export const unreferencedFileKeys = async (
  tx: Transaction,
  tenantId: string,
  keys: readonly string[],
): Promise<string[]> => {
  const referenced = new Set(await referencedFileKeys(tx, tenantId, keys));
  return [...new Set(keys)].filter((key) => !referenced.has(key));
};
