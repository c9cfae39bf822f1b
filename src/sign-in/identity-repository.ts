import { z } from 'zod';
import { selectOf, toBytesColumn } from '../platform/database/rows.js';
import { sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { UserId } from '../shared/ids.js';
import { TenantRole, type Scope } from '../shared/scope.js';
import { Account } from '../shared/holders.js';
import { readingGroups } from '../tenancy/opens-content.js';

export const IdentityProvider = z.object({
  issuer: z.string(),
  clientId: z.string(),
  groupsClaim: z.string().nullable(),
  roleClaim: z.string().nullable(),
  roleMapping: z.record(z.string(), TenantRole),
  allowedEmailDomains: z.array(z.string()),
});
export type IdentityProvider = z.infer<typeof IdentityProvider>;

const StoredProvider = IdentityProvider.extend({
  clientSecret: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
export type StoredProvider = z.infer<typeof StoredProvider>;

const Attempt = z.object({
  browserHash: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  nonce: z.string(),
  codeVerifier: z.string(),
});
export type Attempt = z.infer<typeof Attempt>;

export type Account = z.infer<typeof Account>;

export type IdentityRepository = ReturnType<typeof createIdentityRepository>;

/** A tenant's identity provider, the people known through it, and sign-ins in progress there. */
export const createIdentityRepository = (tx: Transaction, { tenantId }: Scope) => ({
  ...providerMethods(tx, { tenantId }),
  /** The user whom the provider identifies by this subject. */
  find: async (issuer: string, subject: string): Promise<UserId | null> => {
    const where = { tenantId, issuer, subject };
    const row = await tx.models.externalIdentity.findFirst({ where, select: { userId: true } });
    return row && UserId.parse(row.userId);
  },
  /** The current account, with those of its groups that have one of the names; null: with all of them. */
  account: async (userId: UserId, groupNames: readonly string[] | null): Promise<Account> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT t.status AS "tenantStatus", (t.limits->>'requestsPerMinute')::int AS "requestsPerMinute",
        u.id AS "userId", u.status AS "userStatus", u.role, ${readingGroups(groupsNamed(groupNames))} AS groups
      FROM users u JOIN tenants t ON t.id = u.tenant_id
      WHERE u.tenant_id = ${tenantId}::uuid AND u.id = ${userId}::uuid`;
    return Account.parse(rows[0]);
  },
  /** Finds the account with that address; `isWaiting` while it is invited and not activated. */
  findByEmail: async (email: string, now: Date) => {
    const row = await tx.models.user.findFirst({
      where: { tenantId, email, applicationId: null },
      select: {
        id: true,
        activatedAt: true,
        invitation: { select: { expiresAt: true, usedAt: true } },
      },
    });
    if (row === null) return null;
    const { id, activatedAt, invitation } = row;
    const isInvited =
      invitation !== null && invitation.usedAt === null && invitation.expiresAt > now;
    return { userId: UserId.parse(id), isWaiting: activatedAt === null && isInvited };
  },
  link: async (userId: UserId, issuer: string, subject: string): Promise<void> => {
    await tx.models.externalIdentity.create({ data: { tenantId, issuer, subject, userId } });
  },
  begin: async (
    attempt: Attempt & { stateHash: Uint8Array; expiresAt: Date },
    now: Date,
  ): Promise<void> => {
    const { signInAttempt } = tx.models;
    await signInAttempt.deleteMany({ where: { tenantId, expiresAt: { lte: now } } });
    await signInAttempt.create({
      data: {
        ...attempt,
        tenantId,
        stateHash: toBytesColumn(attempt.stateHash),
        browserHash: toBytesColumn(attempt.browserHash),
      },
    });
  },
  /** Deletes it, because a state may be used once. */
  takeAttempt: async (stateHash: Uint8Array, now: Date): Promise<Attempt | null> => {
    const { signInAttempt } = tx.models;
    const where = { tenantId, stateHash: toBytesColumn(stateHash), expiresAt: { gt: now } };
    const found = await signInAttempt.findFirst({ where, select: selectOf(Attempt) });
    if (found === null) return null;
    // If several have read it, the one that deletes it gets it.
    const { count } = await signInAttempt.deleteMany({ where });
    return count > 0 ? Attempt.parse(found) : null;
  },
});

const providerMethods = (tx: Transaction, { tenantId }: Pick<Scope, 'tenantId'>) => ({
  provider: async (): Promise<StoredProvider | null> => {
    const { identityProvider } = tx.models;
    const row = await identityProvider.findFirst({ where: { tenantId }, select: STORED });
    return row && StoredProvider.parse(row);
  },
  setProvider: async (provider: StoredProvider): Promise<void> => {
    const stored = {
      ...provider,
      clientSecret: toBytesColumn(provider.clientSecret),
      updatedAt: await tx.$now(),
    };
    await tx.models.identityProvider.upsert({
      where: { tenantId },
      create: { tenantId, ...stored },
      update: stored,
    });
  },
  /** Replaces the secret by the same one sealed again, unless it was changed meanwhile. */
  resealProvider: async (sealed: Uint8Array, anew: Uint8Array): Promise<void> => {
    await tx.models.identityProvider.updateMany({
      where: { tenantId, clientSecret: toBytesColumn(sealed) },
      data: { clientSecret: toBytesColumn(anew) },
    });
  },
  removeProvider: async (): Promise<boolean> => {
    const { count } = await tx.models.identityProvider.deleteMany({ where: { tenantId } });
    return count > 0;
  },
});

const STORED = selectOf(StoredProvider);

/** The groups of user `u` with one of the names; null: all. */
const groupsNamed = (names: readonly string[] | null) => sql`ARRAY(
  SELECT held FROM unnest(u.groups) AS held WHERE ${names === null} OR EXISTS (
    SELECT FROM groups g WHERE g.tenant_id = u.tenant_id AND g.key = held AND g.name = ANY(${[...(names ?? [])]}::text[])))`;
