import { z } from 'zod';
import type { BrowserTokenClaims } from '../http/index.js';
import { fromPlain } from '../shared/document-filter.js';
import { ApiKeyId, AssistantId, CollectionId, TenantId } from '../shared/ids.js';
import { Permission } from '../shared/scope.js';
import type { Keys } from './keys.js';
import { createSignedClaims, OURS } from './signed-claims.js';

export const MIN_TTL_SEC = 60;
export const MAX_TTL_SEC = 3600;

/** The contents of a new token; its filter is given as the collections that it names. */
export type NewBrowserToken = Omit<BrowserTokenClaims, 'filter'> & {
  collectionIds: readonly CollectionId[] | null;
};

export type BrowserTokens = ReturnType<typeof createBrowserTokens>;

const Payload = z.strictObject({
  iss: z.literal(OURS.issuer),
  aud: z.literal(OURS.audience),
  jti: z.uuid(),
  tid: TenantId,
  key: ApiKeyId,
  label: z.string(),
  origins: z.array(z.string()),
  permissions: z.array(Permission),
  collections: z.array(CollectionId).optional(),
  assistant: AssistantId.optional(),
  iat: z.int(),
  exp: z.int(),
});

/** Tokens sent by other parties' pages: nothing of them is stored, and their key's row decides about them. */
export const createBrowserTokens = ({ keys, now }: { keys: Keys; now: () => Date }) => {
  const signed = createSignedClaims({ keys, type: 'bt+jwt', maxAgeSec: MAX_TTL_SEC, now });
  return {
    issue: async (
      {
        tokenId: jti,
        tenantId: tid,
        apiKeyId,
        collectionIds,
        assistantId,
        ...rest
      }: NewBrowserToken,
      ttlSec: number,
    ): Promise<{ token: string; expiresAt: Date }> => {
      const iat = Math.floor(now().getTime() / 1000);
      const exp = iat + ttlSec;
      const limits = {
        ...(collectionIds && { collections: collectionIds }),
        ...(assistantId && { assistant: assistantId }),
      };
      const token = await signed.sign({ jti, tid, key: apiKeyId, ...rest, ...limits, iat, exp });
      return { token, expiresAt: new Date(exp * 1000) };
    },
    read: async (token: string): Promise<BrowserTokenClaims | 'expired' | null> => {
      const payload = await signed.verify(token);
      if (payload === null || payload === 'expired') return payload;
      const { data } = Payload.safeParse(payload);
      if (data === undefined) return null;
      const { jti, tid, key: apiKeyId, label, origins, permissions, collections } = data;
      return {
        tokenId: jti,
        tenantId: tid,
        apiKeyId,
        label,
        origins,
        permissions,
        filter: fromPlain({ collectionIds: collections }),
        assistantId: data.assistant ?? null,
      };
    },
  };
};
