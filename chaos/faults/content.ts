import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTenant } from '../people.js';
import { anyPerson, eventually, LONG, uploadSome, type Fault } from './fault.js';

const diskIsFull: Fault = {
  number: 56,
  title: 'disk of the files full',
  needs: 'disk',
  isQuick: true,
  strike: async (scene) => {
    const { disk } = scene.system;
    const { owner } = anyPerson(scene);
    await disk.fill();
    const form = new FormData();
    const title = `full-${scene.random.between(1, 1e9)}`;
    form.append('title', title);
    form.append('file', new Blob([`# Full\n\n${title} `.repeat(2000)]), 'full.md');
    const { entry } = await scene.client.call({
      act: 'upload',
      who: owner.name,
      key: owner.key,
      method: 'POST',
      path: '/v1/documents',
      body: form,
    });
    if (entry.status === 202) scene.violate('L1', 'an upload was accepted by a full disk', [entry]);
    const rows = await scene.system.sql('SELECT FROM documents WHERE title = $1', [title]);
    if (rows.length > 0) scene.violate('L1', 'a refused upload left a row', [entry]);
    await disk.free();
    return entry.status === 507 || entry.status === 503 ? 1 : 0;
  },
};

const fileIsMissing: Fault = {
  number: 57,
  title: 'stored file gone before it is read',
  isQuick: true,
  codes: ['file_missing'],
  strike: async (scene) => {
    const { system, library, random } = scene;
    for (const worker of system.workers) worker.signal('SIGSTOP');
    const document = await library.upload({
      ...anyPerson(scene),
      sections: random.between(3, 6),
      failsWith: ['file_missing'],
    });
    const [row] = await system.sql<{ file_key: string; tenant_id: string }>(
      'SELECT file_key, tenant_id FROM document_versions WHERE document_id = $1',
      [document.id],
    );
    const folders = await readdir(system.disk.folder, { recursive: true });
    const path = folders.find((name) => row !== undefined && name.endsWith(row.file_key));
    if (path !== undefined) await rm(join(system.disk.folder, path));
    for (const worker of system.workers) worker.signal('SIGCONT');
    return path === undefined ? 0 : 1;
  },
};

const FIXTURES = join(import.meta.dirname, '../../test/fixtures');

const badFiles: Fault = {
  number: 59,
  title: 'files that hold no text: empty, encrypted, images only, not what they say',
  isQuick: true,
  strike: async (scene) => {
    const fixture = (name: string) => readFile(join(FIXTURES, name));
    const files = [
      { name: 'nothing.txt', bytes: Buffer.alloc(0), code: 'document_empty' },
      { name: 'blank.txt', bytes: Buffer.from(' \n\n '), code: 'document_empty' },
      { name: 'encrypted.pdf', bytes: await fixture('encrypted.pdf'), code: 'document_encrypted' },
      { name: 'scan.pdf', bytes: await fixture('image-only.pdf'), code: 'document_image_only' },
      { name: 'noise.pdf', bytes: Buffer.from('%PDF-1.7\nnot one'), code: 'document_corrupt' },
    ];
    const documents = await Promise.all(
      files.map(({ code, ...file }) =>
        scene.library.upload({ ...anyPerson(scene), file, failsWith: [code] }),
      ),
    );
    return documents.filter(({ id }) => id !== null).length;
  },
};

const replacedInTheMiddle: Fault = {
  number: 60,
  title: 'a document replaced while its first version is read',
  isQuick: true,
  strike: async (scene) => {
    const documents = await uploadSome(scene, { count: 3, sections: LONG });
    await Promise.all(documents.map((document) => scene.library.replace(document, 5)));
    return documents.length;
  },
};

let tenants = 90;

const tenantIsDeleted: Fault = {
  number: 61,
  title: 'a tenant deleted while its documents are read',
  isQuick: true,
  strike: async (scene) => {
    const { system, client, library } = scene;
    tenants += 1;
    const tenant = await createTenant({ client, operatorKey: system.operatorKey }, tenants);
    const [owner] = tenant.people;
    if (owner === undefined) return 0;
    const uploads = Array.from({ length: 4 }, () =>
      library.upload({ tenant, owner, sections: 60, isDoomed: true }),
    );
    await Promise.all(uploads);
    const { entry } = await client.insist({
      act: 'delete',
      who: 'operator',
      key: system.operatorKey,
      method: 'DELETE',
      path: `/v1/tenants/${tenant.id}`,
    });
    const isGone = await eventually(async () => {
      const left = await system.sql('SELECT FROM documents WHERE tenant_id = $1', [tenant.id]);
      return left.length === 0;
    }, 60_000);
    if (!isGone) scene.violate('L3', 'documents of a deleted tenant are left', [entry]);
    // Deleted by an earlier try whose answer was lost, the tenant is no longer found.
    return Number(isGone && entry.status > 0 && entry.status < 500);
  },
};

export const CONTENT_FAULTS: readonly Fault[] = [
  diskIsFull,
  fileIsMissing,
  badFiles,
  replacedInTheMiddle,
  tenantIsDeleted,
];
