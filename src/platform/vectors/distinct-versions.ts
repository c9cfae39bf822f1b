import type { DocumentId } from '../../shared/ids.js';

type Version = { documentId: DocumentId; version: number };

/** Each version once, of rows that are a chunk each. */
export const distinctVersions = (rows: readonly Version[]): Version[] => [
  ...new Map(
    rows.map(({ documentId, version }) => [`${documentId}/${version}`, { documentId, version }]),
  ).values(),
];
