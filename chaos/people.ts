import { z } from 'zod';
import type { Client } from './client.js';

export type Person = { name: string; key: string; userId: string; role: 'admin' | 'member' };
export type Tenant = { number: number; id: string; people: readonly Person[] };

const CreatedTenant = z.object({
  tenant: z.object({ id: z.string() }),
  admin: z.object({ id: z.string() }),
  apiKey: z.string(),
});
const CreatedUser = z.object({ id: z.string() });
const CreatedKey = z.object({ id: z.string(), apiKey: z.string() });

const PERMISSIONS = ['chat', 'search', 'documents:read', 'documents:write', 'memories'];

type Options = { client: Client; operatorKey: string };

/** A tenant with an admin and a member, both of whom may upload. */
export const createTenant = async (
  { client, operatorKey }: Options,
  number: number,
): Promise<Tenant> => {
  const ask = async (
    method: string,
    path: string,
    { key, body }: { key: string; body?: unknown },
  ) => {
    const { json } = await client.call({ act: 'set up', who: 'operator', method, path, key, body });
    return json;
  };
  const slug = `chaos-${number}`;
  const { tenant, admin, apiKey } = CreatedTenant.parse(
    await ask('POST', '/v1/tenants', {
      key: operatorKey,
      body: { slug, name: slug, admin: { email: `admin@${slug}.example` } },
    }),
  );
  await ask('PATCH', '/v1/tenant', { key: apiKey, body: { policy: { memberUploads: true } } });
  const user = { email: `member@${slug}.example`, role: 'member' };
  const { id: userId } = CreatedUser.parse(
    await ask('POST', '/v1/users', { key: apiKey, body: user }),
  );
  const wanted = { name: 'chaos', userId, permissions: PERMISSIONS };
  const made = CreatedKey.parse(await ask('POST', '/v1/api-keys', { key: apiKey, body: wanted }));
  const member = CreatedKey.parse(
    await ask('POST', `/v1/api-keys/${made.id}/confirm`, { key: made.apiKey }),
  );
  return {
    number,
    id: tenant.id,
    people: [
      { name: `admin${number}`, key: apiKey, userId: admin.id, role: 'admin' },
      { name: `member${number}`, key: member.apiKey, userId, role: 'member' },
    ],
  };
};
