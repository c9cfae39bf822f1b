import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startApplication, type TestApplication } from '../support/application.js';
import { addPerson } from '../support/people.js';

let application: TestApplication;
beforeAll(async () => {
  application = await startApplication();
}, 60_000);
afterAll(() => application.close());

const Group = z.strictObject({
  id: z.string(),
  name: z.string(),
  members: z.int(),
  createdAt: z.string(),
});
const Groups = z.object({ items: z.array(Group), nextCursor: z.string().nullable() });
const Users = z.object({ items: z.array(z.object({ id: z.string() })) });
const Uploaded = z.object({ document: z.object({ id: z.string() }) });
const Found = z.object({ results: z.array(z.object({ documentId: z.string() })) });
const Audit = z.object({ items: z.array(z.looseObject({ action: z.string() })) });

const call = (asked: string, key: string, body?: object) => {
  const [method = '', path = ''] = asked.split(' ');
  return application.call(method, path, { key, ...(body && { body }) });
};

const createGroup = async (key: string, name: string) =>
  Group.parse((await call('POST /v1/groups', key, { name })).json);

const listGroups = async (key: string) =>
  Groups.parse((await call('GET /v1/groups', key)).json).items;

/** A tenant with a group, one member inside it and one outside, and a document for the group. */
const createHouse = async () => {
  const { adminKey } = await application.tenant();
  const group = await createGroup(adminKey, 'hr');
  const [inside, outside] = [
    await addPerson(application, adminKey, { groups: ['hr'] }),
    await addPerson(application, adminKey),
  ];
  const text = 'The quokka allowance is four hundred euros a year.';
  const body = { title: 'Allowances', text, visibility: 'group:hr' };
  const { document } = Uploaded.parse((await call('POST /v1/documents', adminKey, body)).json);
  await application.settled(adminKey, document.id);
  const reads = async ({ apiKey }: { apiKey: string }) => {
    const found = await call('POST /v1/search', apiKey, { query: 'quokka allowance' });
    const read = await call(`GET /v1/documents/${document.id}`, apiKey);
    const { visibility = null } = read.json as { visibility?: string };
    return { found: Found.parse(found.json).results.length, visibility };
  };
  return { adminKey, group, inside, outside, documentId: document.id, reads };
};

const NOTHING = { found: 0, visibility: null };

describe('a group', () => {
  it('is created, listed, renamed and deleted by admins, and all of this is audited', async () => {
    const { adminKey } = await application.tenant();
    const group = await createGroup(adminKey, 'finance');

    const taken = await call('POST /v1/groups', adminKey, { name: 'finance' });
    const renamed = await call(`PATCH /v1/groups/${group.id}`, adminKey, { name: 'money' });
    const listed = await listGroups(adminKey);
    const deleted = await call(`DELETE /v1/groups/${group.id}`, adminKey);
    const gone = await call(`GET /v1/groups/${group.id}`, adminKey);

    expect([taken.status, deleted.status, gone.status]).toEqual([409, 200, 404]);
    expect(listed).toEqual([Group.parse(renamed.json)]);
    expect(listed).toMatchObject([{ id: group.id, name: 'money', members: 0 }]);
    const { items } = Audit.parse((await call('GET /v1/audit?limit=3', adminKey)).json);
    expect(items).toMatchObject(
      ['group.delete', 'group.update', 'group.create'].map((action) => ({
        action,
        subjectId: group.id,
      })),
    );
  });

  it('is invisible to members and to other tenants', async () => {
    const { group, inside } = await createHouse();
    const stranger = await application.tenant();
    const paths = [
      `GET /v1/groups/${group.id}`,
      `DELETE /v1/groups/${group.id}`,
      `GET /v1/groups/${group.id}/members`,
      `PUT /v1/groups/${group.id}/members/${inside.userId}`,
    ];

    const byMember = await Promise.all(paths.map((path) => call(path, inside.apiKey)));
    const byStranger = await Promise.all(paths.map((path) => call(path, stranger.adminKey)));

    expect(byMember.map(({ status }) => status)).toEqual(paths.map(() => 403));
    expect(byStranger.map(({ status }) => status)).toEqual(paths.map(() => 404));
  });

  it('shows its documents to users whom an admin adds, and no longer to users who are removed', async () => {
    const { adminKey, group, inside, outside, reads } = await createHouse();
    const before = [await reads(inside), await reads(outside)];

    const put = await call(`PUT /v1/groups/${group.id}/members/${outside.userId}`, adminKey);
    const taken = await call(`DELETE /v1/groups/${group.id}/members/${inside.userId}`, adminKey);

    const members = await call(`GET /v1/groups/${group.id}/members`, adminKey);
    const seen = { found: 1, visibility: 'group:hr' };
    expect(before).toEqual([seen, NOTHING]);
    expect([put.status, taken.status]).toEqual([204, 204]);
    expect([await reads(inside), await reads(outside)]).toEqual([NOTHING, seen]);
    expect(Users.parse(members.json).items.map(({ id }) => id)).toEqual([outside.userId]);
    const { items } = Audit.parse((await call('GET /v1/audit?limit=2', adminKey)).json);
    expect(items).toMatchObject([
      { action: 'group.remove_member', subjectId: group.id, holderId: inside.userId },
      { action: 'group.add_member', subjectId: group.id, holderId: outside.userId },
    ]);
  });

  it('accepts no user of another tenant', async () => {
    const { adminKey, group } = await createHouse();
    const elsewhere = await createHouse();

    const { status } = await call(
      `PUT /v1/groups/${group.id}/members/${elsewhere.inside.userId}`,
      adminKey,
    );

    expect(status).toBe(404);
  });
});

describe('a renamed group', () => {
  it('shows its documents to the same people as before, under that name', async () => {
    const { adminKey, group, inside, outside, reads } = await createHouse();

    await call(`PATCH /v1/groups/${group.id}`, adminKey, { name: 'people' });

    const me = await call('GET /v1/me', inside.apiKey);
    expect(me.json).toMatchObject({ user: { groups: ['people'] } });
    expect(await reads(inside)).toEqual({ found: 1, visibility: 'group:people' });
    expect(await reads(outside)).toEqual(NOTHING);
  });

  it('passes nothing on to a group that takes its old name', async () => {
    const { adminKey, group, outside, reads } = await createHouse();
    await call(`PATCH /v1/groups/${group.id}`, adminKey, { name: 'people' });

    const { id } = await createGroup(adminKey, 'hr');
    await call(`PUT /v1/groups/${id}/members/${outside.userId}`, adminKey);

    expect(await reads(outside)).toEqual(NOTHING);
  });
});

describe('a deleted group', () => {
  it('is answered with the number of documents that became private, without those still in progress', async () => {
    const { adminKey, group } = await createHouse();
    const share = (title: string) => ({ title, text: title, visibility: 'group:hr' });
    await call('POST /v1/documents', adminKey, share('Travel'));
    const leaving = await call('POST /v1/documents', adminKey, share('Leave'));
    const { document } = Uploaded.parse(leaving.json);
    await call(`DELETE /v1/documents/${document.id}`, adminKey);

    const deleted = await call(`DELETE /v1/groups/${group.id}`, adminKey);

    expect(deleted).toMatchObject({ status: 200, json: { documentsMadePrivate: 2 } });
  });

  it('leaves its documents to their owners only, even if its name is used again', async () => {
    const { adminKey, group, inside, outside, reads } = await createHouse();

    await call(`DELETE /v1/groups/${group.id}`, adminKey);
    const { id } = await createGroup(adminKey, 'hr');
    await call(`PUT /v1/groups/${id}/members/${outside.userId}`, adminKey);

    expect([await reads(inside), await reads(outside)]).toEqual([NOTHING, NOTHING]);
    expect(await reads({ apiKey: adminKey })).toEqual({ found: 1, visibility: 'private' });
    expect((await call('GET /v1/me', inside.apiKey)).json).toMatchObject({ user: { groups: [] } });
  });
});
