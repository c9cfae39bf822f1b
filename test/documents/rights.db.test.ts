import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createReadDocuments } from '../../src/documents/read.js';
import { toTextUpload } from '../../src/documents/upload.js';
import type { UserScope } from '../../src/shared/scope.js';
import { TenantPolicy } from '../../src/tenancy/schema.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createTestIngestion, type TestIngestion } from '../support/ingestion.js';
import type { TestTenant } from '../support/tenant.js';

describe('rights on documents', () => {
  let test: TestDatabase;
  let tenant: TestTenant;
  let system: TestIngestion;
  let colleague: UserScope;

  beforeAll(async () => {
    test = await createTestDatabase();
    system = await createTestIngestion({ database: test.database, databaseUrl: test.url });
  });
  afterAll(async () => {
    await system.close();
    await test.destroy();
  });
  beforeEach(async () => {
    tenant = await test.tenant();
    colleague = await tenant.addUser({ groups: ['hr'] });
  });

  const allowMembers = () =>
    test.database.withScope(tenant.system, (tx) =>
      tx.settings.update({ policy: TenantPolicy.parse({ memberUploads: true }) }),
    );
  const read = () => createReadDocuments(system);

  it('let members upload only if the policy says so', async () => {
    await expect(system.upload(tenant.member, 'text')).rejects.toMatchObject({ code: 'forbidden' });

    await allowMembers();

    await expect(system.upload(tenant.member, 'text')).resolves.toMatchObject({
      status: 'queued',
      ownerId: tenant.member.userId,
    });
  });

  it('name the field if a group does not exist or the member is not in it', async () => {
    await allowMembers();
    const refusal = { code: 'validation_failed', errors: [{ path: 'visibility' }] };

    const byAdmin = system.upload(tenant.admin, 'text', 'group:nobody');
    const byMember = system.upload(tenant.member, 'text', 'group:hr');

    await expect(byAdmin).rejects.toMatchObject(refusal);
    await expect(byMember).rejects.toMatchObject(refusal);
    await expect(system.upload(tenant.admin, 'text', 'group:hr')).resolves.toBeDefined();
    await expect(system.upload(colleague, 'text', 'group:hr')).resolves.toBeDefined();
  });

  it('make a foreign document look nonexistent', async () => {
    await allowMembers();
    const { id } = await system.upload(tenant.member, 'mine', 'private');
    const stranger = await test.tenant();

    for (const scope of [colleague, stranger.admin]) {
      await expect(read().get(scope, id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(system.remove(scope, id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(system.update(scope, id, { title: 'x' })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });

  it('show an admin that a private document exists, not its content, and let them delete it', async () => {
    await allowMembers();
    const { id } = await system.upload(tenant.member, 'mine', 'private');

    await expect(read().get(tenant.admin, id)).resolves.toMatchObject({ visibility: 'private' });
    await expect(read().chunks(tenant.admin, id, { limit: 5 })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(system.update(tenant.admin, id, { visibility: 'tenant' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await system.remove(tenant.admin, id);
    await expect(read().get(tenant.member, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('do not let a reader who is neither owner nor admin change anything', async () => {
    const { id } = await system.upload(tenant.admin, 'ours');

    await expect(system.remove(tenant.member, id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(system.update(tenant.member, id, { title: 'x' })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('record a change of visibility in the audit, separately from other changes', async () => {
    const { id } = await system.upload(tenant.admin, 'ours');

    await system.update(tenant.admin, id, { visibility: 'private' });
    await system.update(tenant.admin, id, { title: 'Ours', visibility: 'private' });

    const entries = await test.database.withScope(tenant.admin, (tx) =>
      tx.audit.list({ limit: 10 }),
    );
    expect(entries.items.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['document.update', id],
      ['document.change_visibility', id],
      ['document.create', id],
    ]);
  });

  it('allow equal bytes again for another visibility, another owner and after deletion', async () => {
    await allowMembers();
    const first = await system.upload(tenant.admin, 'same');

    const again = await system.upload(tenant.admin, 'same');
    const isPrivate = await system.upload(tenant.admin, 'same', 'private');
    const others = await system.upload(tenant.member, 'same');
    await system.remove(tenant.admin, first.id);
    const anew = await system.upload(tenant.admin, 'same');

    expect(again.id).toBe(first.id);
    expect(new Set([first.id, isPrivate.id, others.id, anew.id]).size).toBe(4);
  });

  it('treat a name as a label: no path, no control characters', () => {
    const { filename } = toTextUpload({
      title: '../../etc/pass\u0000wd',
      text: 'x',
      visibility: 'tenant',
      metadata: {},
    });

    expect(filename).toBe('passwd.md');
  });
});
