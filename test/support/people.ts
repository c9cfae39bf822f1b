import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Permission, TenantRole } from '../../src/shared/scope.js';
import type { TestApplication } from './application.js';

type Client = Pick<TestApplication, 'call'>;

type Person = {
  role?: TenantRole;
  groups?: readonly string[];
  permissions?: readonly Permission[];
};

const MEMBER = ['chat', 'search', 'documents:read', 'documents:write', 'memories'] as const;

const WithId = z.object({ id: z.string() });
const MadeKey = WithId.extend({ apiKey: z.string() });

/** A user with a working key: made by the admin and confirmed by its holder. */
export const addPerson = async (
  client: Client,
  adminKey: string,
  { role = 'member', groups = [], permissions = MEMBER }: Person = {},
): Promise<{ userId: string; email: string; apiKey: string }> => {
  const ask = async (path: string, key: string, body?: object) =>
    (await client.call('POST', path, { key, ...(body && { body }) })).json;
  const email = `${randomBytes(6).toString('hex')}@people.example`;
  const { id: userId } = WithId.parse(await ask('/v1/users', adminKey, { email, role, groups }));
  const wanted = { name: 'own', userId, permissions };
  const made = MadeKey.parse(await ask('/v1/api-keys', adminKey, wanted));
  const confirmed = await ask(`/v1/api-keys/${made.id}/confirm`, made.apiKey);
  return { userId, email, apiKey: MadeKey.parse(confirmed).apiKey };
};
