import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Entry } from '../ledger.js';
import type { Person, Tenant } from '../people.js';
import type { Loss } from '../postgres-way.js';
import { DEADLINE_MS } from '../timing.js';
import { anyPerson, eventually, restart, uploadSome, type Fault, type Scene } from './fault.js';

const askSome = (scene: Scene, count: number) =>
  Array.from({ length: count }, () => {
    const { owner } = anyPerson(scene);
    return scene.client.call({
      act: 'chat',
      who: owner.name,
      key: owner.key,
      method: 'POST',
      path: '/v1/chat',
      body: { message: 'What does the report say about the bridge?' },
      deadlineMs: DEADLINE_MS.chat,
    });
  });

const takesNoRequest = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    () => false,
    () => true,
  );

const downAtStart: Fault = {
  number: 13,
  title: 'PostgreSQL down when processes start',
  strike: async (scene) => {
    const { system, random } = scene;
    await system.postgres.way.down();
    const slots = [system.api, random.pick(system.workers)];
    for (const slot of slots) await restart(slot);
    const pids = slots.map((slot) => slot.pid());
    await delay(2000);
    if (!(await takesNoRequest(system.url))) {
      scene.violate('L6', 'the public port is open without PostgreSQL', []);
    }
    if (slots.some((slot, index) => slot.pid() !== pids[index])) {
      scene.violate('L6', 'a process ended for want of PostgreSQL', []);
    }
    await system.postgres.way.up();
    for (const slot of slots) await slot.begun();
    return 1;
  },
};

const downInTheMiddle: Fault = {
  number: 14,
  title: 'PostgreSQL down in the middle of requests',
  isQuick: true,
  strike: async (scene) => {
    const { postgres } = scene.system;
    const uploads = uploadSome(scene, { count: 3, sections: 40 });
    const questions = askSome(scene, 4);
    await delay(scene.random.between(20, 150));
    await postgres.way.down();
    await delay(2000);
    await postgres.way.up();
    await Promise.all([uploads, ...questions]);
    return 1;
  },
};

const cutAfterCommit: Fault = {
  number: 15,
  title: 'connection cut after COMMIT, before its answer',
  isQuick: true,
  strike: async (scene) => {
    const stop = scene.system.postgres.way.cutAfterCommit(8);
    await Promise.all([uploadSome(scene, { count: 4 }), ...askSome(scene, 3)]);
    return stop();
  },
};

const listDocuments = ({ client }: Scene, { name, key }: Person) =>
  client.call({ act: 'list', who: name, key, method: 'GET', path: '/v1/documents' });

const uploadAnything = async (scene: Scene): Promise<Entry> => {
  const { owner } = anyPerson(scene);
  const form = new FormData();
  const title = `room-${scene.random.between(1, 1e9)}`;
  form.append('title', title);
  form.append('file', new Blob([`# Room\n\nThere is room for ${title}.`]), 'room.md');
  const { entry } = await scene.client.call({
    act: 'upload',
    who: owner.name,
    key: owner.key,
    method: 'POST',
    path: '/v1/documents',
    body: form,
  });
  return entry;
};

/** Uploads until an upload is refused: what still fits into the pages there are is stored. */
const uploadUntilRefused = async (scene: Scene): Promise<Entry[]> => {
  const refused: Entry[] = [];
  for (let round = 0; round < 25 && refused.length === 0; round += 1) {
    const entries = await Promise.all(Array.from({ length: 6 }, () => uploadAnything(scene)));
    refused.push(...entries.filter(({ status }) => status >= 500));
  }
  return refused;
};

const diskIsFull: Fault = {
  number: 20,
  title: 'disk of the tables full',
  needs: 'disk',
  strike: async (scene) => {
    const { disk } = scene.system.postgres;
    await disk.fill();
    const refused = await uploadUntilRefused(scene);
    const wrong = refused.filter(({ status }) => status !== 503);
    if (wrong.length > 0) scene.violate('L1', 'a full disk was not answered with 503', wrong);
    for (const { people } of scene.tenants) {
      const read = await Promise.all(people.map((person) => listDocuments(scene, person)));
      const unread = read.map(({ entry }) => entry).filter(({ status }) => status !== 200);
      if (unread.length > 0) scene.violate('L1', 'no reading while the disk is full', unread);
    }
    await disk.free();
    const hasRoom = async () => (await uploadAnything(scene)).status === 202;
    if (!(await eventually(hasRoom, 10_000))) {
      scene.violate('L1', 'uploads are refused although there is room again', refused);
    }
    return refused.length;
  },
};

const Listed = z.object({ items: z.array(z.object({ id: z.string() })) });

/** Lists a person's documents. An empty list, or one with another tenant's documents, shows a read without a tenant. */
const readOwn = async (scene: Scene, tenant: Tenant): Promise<void> => {
  const [person] = tenant.people;
  if (person === undefined) return;
  const { entry, json } = await listDocuments(scene, person);
  const ids = Listed.safeParse(json).data?.items.map(({ id }) => id) ?? [];
  const foreign = await scene.system.sql(
    'SELECT FROM documents WHERE id = ANY($1::uuid[]) AND tenant_id <> $2',
    [ids, tenant.id],
  );
  if (foreign.length > 0) scene.violate('L6', "another tenant's documents were listed", [entry]);
  const isEmptied = entry.status === 200 && ids.length === 0;
  if (isEmptied) scene.violate('L6', 'documents that are there were not listed', [entry]);
};

const scopeIsLost = (loss: Loss, title: string): Fault => ({
  number: 21,
  title,
  isQuick: true,
  strike: async (scene) => {
    const { way } = scene.system.postgres;
    await Promise.all(scene.tenants.map((tenant) => uploadFor(scene, tenant)));
    const stop = way.loseScope(loss, 12);
    for (let round = 0; round < 6; round += 1) {
      const read = scene.tenants.map((tenant) => readOwn(scene, tenant));
      await Promise.all([...read, ...askSome(scene, 1)]);
    }
    return stop();
  },
});

const uploadFor = async (scene: Scene, tenant: Tenant): Promise<void> => {
  const [owner] = tenant.people;
  if (owner !== undefined) await scene.library.upload({ tenant, owner, sections: 1 });
};

export const POSTGRES_FAULTS: readonly Fault[] = [
  downAtStart,
  downInTheMiddle,
  cutAfterCommit,
  diskIsFull,
  scopeIsLost('reset', 'connection reset between the naming of its tenant and the query'),
  scopeIsLost('forgotten', 'tenant forgotten between its naming and the query'),
];
