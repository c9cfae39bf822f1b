import { z } from 'zod';
import { SignedIn } from '../shared/holders.js';
import type { InTenant } from '../platform/database/in-tenant.js';
import { toBytesColumn } from '../platform/database/rows.js';
import { sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { SignInId, UserId, type ApiKeyId, type TenantId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import { readingGroups } from '../tenancy/opens-content.js';

const Account = z.object({
  userId: UserId,
  userStatus: z.string(),
  tenantStatus: z.string(),
  passwordHash: z.string().nullable(),
  /** Someone else has set the password, and knows it. */
  isInitial: z.boolean(),
  /** Someone has signed in to it from that address within 30 days. */
  isKnown: z.boolean(),
});
export type Account = z.infer<typeof Account>;

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

const RefreshableSignIn = z.object({
  signInId: SignInId,
  userId: UserId,
  userStatus: z.string(),
  tenantStatus: z.string(),
  /** The hash of the only valid token; all others of the sign-in have been used. */
  tokenHash: bytes,
  /** When it became the valid one; null for the first. */
  renewedAt: z.date().nullable(),
  isOver: z.boolean(),
});
export type RefreshableSignIn = z.infer<typeof RefreshableSignIn>;

type NewSignIn = {
  id: SignInId;
  userId: UserId;
  apiKeyId: ApiKeyId | null;
  expiresAt: Date;
  familyHash: Uint8Array;
  tokenHash: Uint8Array;
  addressHash: Uint8Array;
};

const InvitedAccount = z.object({
  userId: UserId,
  userStatus: z.string(),
  tenantStatus: z.string(),
  isForNewPassword: z.boolean(),
});
type InvitedAccount = z.infer<typeof InvitedAccount>;

type InvitationState = 'open' | 'used' | 'expired';

type NewInvitation = { userId: UserId; tokenHash: Uint8Array; expiresAt: Date };

export type PasswordRepository = ReturnType<typeof createPasswordRepository>;
export type InvitationRepository = ReturnType<typeof createInvitationRepository>;
export type SignInRepository = ReturnType<typeof createSignInRepository>;
export type SignInLookup = ReturnType<typeof createSignInLookup>;

export const createPasswordRepository = (tx: Transaction, { tenantId }: Scope) => ({
  /**
   * The account with that address, and its password if valid: one set by someone else is not, once its holder has signed in another way.
   */
  findAccount: async (email: string, addressHash: Uint8Array): Promise<Account | null> => {
    // One statement for existing and unknown addresses, so that timing does not distinguish them.
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT u.id AS "userId", u.status AS "userStatus", t.status AS "tenantStatus", p.hash AS "passwordHash",
             COALESCE(p.is_initial, false) AS "isInitial",
             EXISTS (SELECT FROM sign_ins s WHERE s.tenant_id = u.tenant_id AND s.user_id = u.id
               AND s.address_hash = ${addressHash}) AS "isKnown"
      FROM users u
      JOIN tenants t ON t.id = u.tenant_id
      LEFT JOIN user_passwords p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
        AND NOT (p.is_initial AND COALESCE(u.activated_at > p.changed_at, false))
      WHERE u.tenant_id = ${tenantId}::uuid AND u.email = ${email} AND u.application_id IS NULL`;
    return rows[0] ? Account.parse(rows[0]) : null;
  },
  /** A password that the user has chosen. */
  findOwn: async (userId: UserId): Promise<string | null> => {
    const where = { tenantId, userId, isInitial: false };
    const row = await tx.models.userPassword.findFirst({ where, select: { hash: true } });
    return row?.hash ?? null;
  },
  /** Stores a password chosen by the user. */
  set: async (userId: UserId, hash: string): Promise<void> => {
    const chosen = { hash, isInitial: false, changedAt: await tx.$now() };
    await tx.models.userPassword.upsert({
      where: { tenantId_userId: { tenantId, userId } },
      create: { tenantId, userId, ...chosen },
      update: chosen,
    });
  },
  /** Sets the password of a new account, chosen by the account's creator. */
  setInitial: async (userId: UserId, hash: string): Promise<void> => {
    const data = { tenantId, userId, hash, isInitial: true, changedAt: await tx.$now() };
    await tx.models.userPassword.create({ data });
  },
  /** Replaces that password by one that the user has chosen; of several concurrent tries one succeeds. */
  replace: async (userId: UserId, before: string | null, hash: string): Promise<boolean> => {
    if (before === null) return false;
    const { count } = await tx.models.userPassword.updateMany({
      where: { tenantId, userId, hash: before },
      data: { hash, isInitial: false, changedAt: await tx.$now() },
    });
    return count > 0;
  },
});

/**
 * Invitations to accounts that nobody has signed in to yet, and links for a new password. An expired one stays until a new one replaces it.
 */
export const createInvitationRepository = (tx: Transaction, scope: Scope) => ({
  ...createInviting(tx, scope),
  ...createAccepting(tx, scope),
});

const createInviting = (tx: Transaction, { tenantId }: Scope) => ({
  create: async ({ userId, tokenHash, expiresAt }: NewInvitation): Promise<void> => {
    const data = { tenantId, userId, tokenHash: toBytesColumn(tokenHash), expiresAt };
    await tx.models.invitation.create({ data });
  },
  /** Creates a link with which the account's holder chooses a new password, replacing any earlier link. */
  linkToNewPassword: async ({ userId, tokenHash, expiresAt }: NewInvitation): Promise<void> => {
    const link = {
      tokenHash: toBytesColumn(tokenHash),
      createdAt: await tx.$now(),
      expiresAt,
      usedAt: null,
      isForNewPassword: true,
    };
    await tx.models.invitation.upsert({
      where: { tenantId_userId: { tenantId, userId } },
      create: { tenantId, userId, ...link },
      update: link,
    });
  },
  /** Replaces the existing one; false if there is none. */
  renew: async ({ userId, tokenHash, expiresAt }: NewInvitation): Promise<boolean> => {
    const { count } = await tx.models.invitation.updateMany({
      where: { tenantId, userId, usedAt: null },
      data: { tokenHash: toBytesColumn(tokenHash), expiresAt, createdAt: await tx.$now() },
    });
    return count > 0;
  },
  /** Makes every account wait for an invitation that nobody has yet, because an import contains no credentials. */
  awaitAll: async (): Promise<void> => {
    await tx.$executeRaw`
      INSERT INTO invitations (tenant_id, user_id, token_hash, expires_at)
      SELECT tenant_id, id, sha256(gen_random_uuid()::text::bytea), now() FROM users
      WHERE tenant_id = ${tenantId}::uuid AND application_id IS NULL AND NOT managed`;
    const where = { tenantId, managed: false };
    await tx.models.user.updateMany({ where, data: { activatedAt: null } });
  },
});

const createAccepting = (tx: Transaction, { tenantId }: Scope) => ({
  /** Null if this is not an invitation, or one that was replaced. */
  state: async (tokenHash: Uint8Array, now: Date): Promise<InvitationState | null> => {
    const row = await tx.models.invitation.findFirst({
      where: { tenantId, tokenHash: toBytesColumn(tokenHash) },
      include: { user: { select: { activatedAt: true } } },
    });
    if (row === null) return null;
    const isTaken = row.user.activatedAt !== null && !row.isForNewPassword;
    if (row.usedAt !== null || isTaken) return 'used';
    return row.expiresAt <= now ? 'expired' : 'open';
  },
  /** It can no longer be accepted. */
  close: async (userId: UserId, now: Date): Promise<void> => {
    const where = { tenantId, userId, usedAt: null };
    await tx.models.invitation.updateMany({ where, data: { usedAt: now } });
  },
  /** Uses it up: of several who accept it at once, one finds it open. */
  take: async (tokenHash: Uint8Array, now: Date): Promise<InvitedAccount | null> => {
    const { invitation, user } = tx.models;
    const [taken] = await invitation.updateManyAndReturn({
      where: {
        tenantId,
        tokenHash: toBytesColumn(tokenHash),
        usedAt: null,
        expiresAt: { gt: now },
      },
      data: { usedAt: now },
      select: { userId: true, isForNewPassword: true },
    });
    if (taken === undefined) return null;
    const { userId, isForNewPassword } = taken;
    const { status, tenant } = await user.findFirstOrThrow({
      where: { tenantId, id: userId },
      select: { status: true, tenant: { select: { status: true } } },
    });
    return InvitedAccount.parse({
      userId,
      userStatus: status,
      tenantStatus: tenant.status,
      isForNewPassword,
    });
  },
});

/** True if the sign-in `s` did not come from a key, or its key `k` is still valid. */
const keyIsGood = (now: Date) => sql`(s.api_key_id IS NULL OR (k.revoked_at IS NULL
  AND k.confirmed_at IS NOT NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})))`;

/** How many sign-ins of a user are kept; the oldest are deleted with their tokens. */
const KEPT_SIGN_INS = 100;

export const createSignInRepository = (tx: Transaction, scope: Scope) => ({
  ...createSigningIn(tx, scope),
  ...createRefreshing(tx, scope),
});

const createSigningIn = (tx: Transaction, { tenantId }: Scope) => ({
  start: async (signIn: NewSignIn): Promise<void> => {
    const { userId } = signIn;
    await tx.models.signIn.create({
      data: {
        ...signIn,
        tenantId,
        familyHash: toBytesColumn(signIn.familyHash),
        tokenHash: toBytesColumn(signIn.tokenHash),
        addressHash: toBytesColumn(signIn.addressHash),
      },
    });
    const oldest = await tx.models.signIn.findFirst({
      where: { tenantId, userId },
      select: { id: true },
      orderBy: { id: 'desc' },
      skip: KEPT_SIGN_INS,
    });
    if (oldest === null) return;
    await tx.models.signIn.deleteMany({ where: { tenantId, userId, id: { lte: oldest.id } } });
  },
  /** Everything derived from it, including access tokens, is refused after the commit. */
  end: async (id: SignInId, now: Date): Promise<void> => {
    const where = { tenantId, id, endedAt: null };
    await tx.models.signIn.updateMany({ where, data: { endedAt: now } });
  },
  /** Ends the sign-ins of a user, except the current one. */
  endOthers: async (userId: UserId, kept: SignInId | null, now: Date): Promise<void> => {
    const others = kept === null ? {} : { id: { not: kept } };
    const where = { tenantId, userId, endedAt: null, ...others };
    await tx.models.signIn.updateMany({ where, data: { endedAt: now } });
  },
  /** Removes sign-ins that can no longer be refreshed, with all their tokens. */
  removeExpired: async (): Promise<void> => {
    const where = { tenantId, expiresAt: { lt: await tx.$now() } };
    await tx.models.signIn.deleteMany({ where });
  },
});

const createRefreshing = (tx: Transaction, { tenantId }: Scope) => ({
  /** The sign-in whose refresh tokens begin with this half. */
  findFamily: async (familyHash: Uint8Array, now: Date): Promise<RefreshableSignIn | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT s.id AS "signInId", s.user_id AS "userId", u.status AS "userStatus", t.status AS "tenantStatus",
        s.token_hash AS "tokenHash", s.renewed_at AS "renewedAt",
        s.ended_at IS NOT NULL OR s.expires_at <= ${now} OR NOT ${keyIsGood(now)} AS "isOver"
      FROM sign_ins s
      LEFT JOIN api_keys k ON k.tenant_id = s.tenant_id AND k.id = s.api_key_id
      JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
      JOIN tenants t ON t.id = s.tenant_id
      WHERE s.tenant_id = ${tenantId}::uuid AND s.family_hash = ${familyHash}`;
    return rows[0] ? RefreshableSignIn.parse(rows[0]) : null;
  },
  /**
   * Replaces the valid token by its successor. It may be there already, because a concurrent request used the same token, but not from
   * before `graceBegan`; then it is false, as when the used token was exchanged for a different one.
   */
  renewToken: async (
    id: SignInId,
    { used, next }: { used: Uint8Array; next: Uint8Array },
    { now, graceBegan }: { now: Date; graceBegan: Date },
  ): Promise<boolean> => {
    const { signIn } = tx.models;
    const running = { tenantId, id, endedAt: null };
    const tokenHash = toBytesColumn(next);
    const { count } = await signIn.updateMany({
      where: { ...running, tokenHash: toBytesColumn(used) },
      data: { tokenHash, renewedAt: now },
    });
    if (count > 0) return true;
    const alike = { ...running, tokenHash, renewedAt: { gte: graceBegan } };
    return (await signIn.count({ where: alike })) > 0;
  },
});

/** Reads the user and the rights behind an access token, with every request that carries one. */
export const createSignInLookup = (inTenant: InTenant) => ({
  find: async (
    claim: { tenantId: TenantId; userId: UserId; signInId: SignInId },
    now: Date,
  ): Promise<SignedIn | null> => {
    const rows = await inTenant(
      claim.tenantId,
      (tx) => tx.$queryRaw<unknown[]>`
        SELECT s.tenant_id AS "tenantId", s.id AS "signInId", t.status AS "tenantStatus",
               (t.limits->>'requestsPerMinute')::int AS "requestsPerMinute",
               u.id AS "userId", u.status AS "userStatus", u.role, ${readingGroups()} AS groups,
               k.permissions AS "keyPermissions", k.filter AS "keyFilter", coalesce(k.assistant_ids, '{}') AS "assistantIds"
        FROM sign_ins s
        LEFT JOIN api_keys k ON k.tenant_id = s.tenant_id AND k.id = s.api_key_id
        JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
        JOIN tenants t ON t.id = s.tenant_id
        WHERE s.tenant_id = ${claim.tenantId}::uuid AND s.id = ${claim.signInId}::uuid
          AND s.user_id = ${claim.userId}::uuid AND s.ended_at IS NULL AND s.expires_at > ${now}
          AND ${keyIsGood(now)}`,
      'admission',
    );
    return rows[0] ? SignedIn.parse(rows[0]) : null;
  },
});
