import { z } from 'zod';
import { createPasswords } from '../../src/sign-in/passwords.js';
import { TenantId, UserId } from '../../src/shared/ids.js';
import { makeSystemScope } from '../../src/shared/make-scope.js';
import { CHEAP_PASSWORDS, createTenantOverApi, type ApiOverDatabase } from './api-over-database.js';
import type { Answer } from './serve-api.js';

export const PASSWORD = 'correct horse battery staple';

const Tokens = z.object({
  accessToken: z.string(),
  expiresAt: z.iso.datetime(),
  refreshToken: z.string(),
});

export const toTokens = ({ json }: Answer) => Tokens.parse(json);

/** A tenant whose admin has a password, and what they do to sign in. */
export const createTenantWithPassword = async (served: ApiOverDatabase) => {
  const tenant = await createTenantOverApi(served);
  await givePassword(served, { tenantId: tenant.tenantId, userId: tenant.adminId });
  const email = `admin@${tenant.slug}.example`;
  const credentials = { tenant: tenant.slug, email, password: PASSWORD };
  const login = (changes: Partial<typeof credentials> & { newPassword?: string } = {}) =>
    served.api.call('POST', '/v1/auth/login', { body: { ...credentials, ...changes } });
  return { ...tenant, email, login };
};

export const givePassword = async (
  { database }: Pick<ApiOverDatabase, 'database'>,
  person: { tenantId: string; userId: string },
): Promise<void> => {
  const hash = await createPasswords(CHEAP_PASSWORDS).hash(PASSWORD);
  const scope = makeSystemScope(TenantId.parse(person.tenantId));
  await database.withScope(scope, (tx) => tx.passwords.set(UserId.parse(person.userId), hash));
};

/** Actions with their results, oldest first. */
export const readAuditOf = async (
  { api }: Pick<ApiOverDatabase, 'api'>,
  adminKey: string,
): Promise<{ action: string; result: string; actorId: string | null; subjectId: string }[]> => {
  const { json } = await api.call('GET', '/v1/audit?limit=100', { key: adminKey });
  const Entry = z.object({
    action: z.string(),
    result: z.string(),
    actorId: z.string().nullable(),
    subjectId: z.string(),
  });
  return z.object({ items: Entry.array() }).parse(json).items.toReversed();
};
