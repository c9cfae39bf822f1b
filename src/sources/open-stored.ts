import type { TenantId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import { seal, unseal, type Keys } from '../sign-in/index.js';
import type { Database } from './database.js';
import type { OpenSource, Reach } from './kind.js';
import type { FindKind } from './kinds/index.js';
import { SourceCredentials, type SourceRecord } from './schema.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  findKind: FindKind;
  reachOf: (scope: { tenantId: TenantId }) => Promise<Reach>;
  /** Null if this installation has no secret for encrypting. */
  atRest: Keys | null;
};

export type OpenStored = ReturnType<typeof createOpenStored>;

type Stored = Pick<SourceRecord, 'id' | 'kind' | 'settings'>;

/** Opens a source with its credentials, or returns the reason why it cannot be opened. */
export const createOpenStored =
  ({ database, findKind, reachOf, atRest }: Deps) =>
  async (
    scope: Scope,
    { id, kind: name, settings }: Stored,
  ): Promise<OpenSource | 'kind_gone' | 'credentials_unreadable'> => {
    const kind = await findKind(name);
    if (kind === null) return 'kind_gone';
    const sealed = await database.withScope(scope, (tx) => tx.sources.credentials(id));
    const credentials = sealed && openCredentials(atRest, scope.tenantId, sealed);
    if (sealed !== null && credentials === null) return 'credentials_unreadable';
    return kind.open({ settings, credentials }, await reachOf(scope)) ?? 'kind_gone';
  };

export const sealCredentials = (
  keys: Keys,
  tenantId: TenantId,
  credentials: SourceCredentials,
): Uint8Array => seal(keys, tenantId, JSON.stringify(credentials));

const openCredentials = (
  keys: Keys | null,
  tenantId: TenantId,
  sealed: Uint8Array,
): SourceCredentials | null => {
  const text = keys && unseal(keys, tenantId, sealed);
  return text === null ? null : SourceCredentials.parse(JSON.parse(text));
};
