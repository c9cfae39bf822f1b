import type { Client } from './client.js';
import type { Entry, Ledger } from './ledger.js';
import type { Person, Tenant } from './people.js';
import type { Random } from './random.js';
import { toMark, writeText } from './texts.js';

/** The client's knowledge of one of its documents. */
export type KnownDocument = {
  number: number;
  tenant: Tenant;
  owner: Person;
  isPrivate: boolean;
  id: string | null;
  /** The newest text that was acknowledged; the system counts versions of its own, for a retried replacement is one more. */
  edition: number;
  isReplacing: boolean;
  sentAtMs: number;
  /** When a delete was first asked for, and when it was acknowledged. */
  deleteSentAtMs: number | null;
  deletedAtMs: number | null;
  /** When the client was told that this edition answers. */
  readyAtMs: Map<number, number>;
  /** A document that is to fail, with one of these codes. */
  failsWith: readonly string[] | null;
  /** Its tenant is to go with all it has. */
  isDoomed: boolean;
};

type Upload = {
  tenant: Tenant;
  owner: Person;
  isPrivate?: boolean;
  sections?: number;
  failsWith?: readonly string[];
  file?: { name: string; bytes: Uint8Array };
  isDoomed?: boolean;
};

export type Library = {
  readonly documents: readonly KnownDocument[];
  upload(upload: Upload): Promise<KnownDocument>;
  replace(document: KnownDocument, sections?: number): Promise<void>;
  remove(document: KnownDocument): Promise<void>;
  reprocess(document: KnownDocument): Promise<void>;
  /** Asks for its state, and notes when the newest edition answers. */
  read(document: KnownDocument): Promise<void>;
};

type Deps = { client: Client; ledger: Ledger; random: Random };

const toForm = (name: string, bytes: Uint8Array, fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([Uint8Array.from(bytes)]), name);
  return form;
};

/** Never changed, and so without the edition. */
const titleOf = ({ tenant, number }: KnownDocument): string => `paper-${tenant.number}-${number}`;

const markOf = ({ tenant, number }: KnownDocument, edition: number): string =>
  toMark(tenant.number, number, edition);

const callFor = ({ owner, id }: KnownDocument) => ({
  who: owner.name,
  key: owner.key,
  ...(id !== null && { facts: { documentId: id } }),
});

const isAccepted = ({ status }: Entry): boolean => status === 200 || status === 202;

const begin = (deps: Deps & { documents: KnownDocument[] }, wish: Upload): KnownDocument => {
  const document: KnownDocument = {
    number: deps.documents.length + 1,
    tenant: wish.tenant,
    owner: wish.owner,
    isPrivate: wish.isPrivate ?? false,
    id: null,
    edition: 1,
    isReplacing: false,
    sentAtMs: deps.ledger.nowMs(),
    deleteSentAtMs: null,
    deletedAtMs: null,
    readyAtMs: new Map(),
    failsWith: wish.failsWith ?? null,
    isDoomed: wish.isDoomed ?? false,
  };
  deps.documents.push(document);
  return document;
};

const createUpload =
  (deps: Deps & { documents: KnownDocument[] }): Library['upload'] =>
  async (wish) => {
    const { client, random } = deps;
    const document = begin(deps, wish);
    const mark = markOf(document, 1);
    const title = titleOf(document);
    const text = () => Buffer.from(writeText(random, { mark, sections: wish.sections ?? 3 }));
    const { name, bytes } = wish.file ?? { name: `${mark}.md`, bytes: text() };
    const visibility = document.isPrivate ? 'private' : 'tenant';
    const { entry } = await client.insist({
      ...callFor(document),
      act: 'upload',
      method: 'POST',
      path: '/v1/documents',
      body: toForm(name, bytes, { title, visibility }),
      headers: { 'Idempotency-Key': title },
      facts: { mark, key: title },
    });
    if (isAccepted(entry)) document.id = entry.facts.documentId ?? null;
    return document;
  };

const createReplace =
  ({ client, random }: Deps): Library['replace'] =>
  async (document, sections = 3) => {
    const edition = document.edition + 1;
    const mark = markOf(document, edition);
    document.isReplacing = true;
    const text = writeText(random, { mark, sections });
    const { entry } = await client.insist({
      ...callFor(document),
      act: 'replace',
      method: 'PUT',
      path: `/v1/documents/${document.id ?? ''}/file`,
      body: toForm(`${mark}.md`, Buffer.from(text), {}),
      facts: { mark, documentId: document.id ?? '' },
    });
    if (!isAccepted(entry)) return;
    document.edition = edition;
    document.isReplacing = false;
  };

const createRead =
  ({ client }: Deps): Library['read'] =>
  async (document) => {
    const path = `/v1/documents/${document.id ?? ''}`;
    const { edition, isReplacing } = document;
    const { entry } = await client.call({ ...callFor(document), act: 'read', method: 'GET', path });
    const { state, isBeingReplaced } = entry.facts;
    const isAnswering = state === 'ready' && isBeingReplaced === false && !isReplacing;
    if (isAnswering && !document.readyAtMs.has(edition)) {
      document.readyAtMs.set(edition, entry.endedMs);
    }
  };

/** The client's documents, and what it does with them. */
export const createLibrary = (deps: Deps): Library => {
  const documents: KnownDocument[] = [];
  const { client, ledger } = deps;
  return {
    documents,
    upload: createUpload({ ...deps, documents }),
    replace: createReplace(deps),
    remove: async (document) => {
      document.deleteSentAtMs ??= ledger.nowMs();
      const path = `/v1/documents/${document.id ?? ''}`;
      const call = { ...callFor(document), act: 'delete', method: 'DELETE', path } as const;
      const { entry } = await client.insist(call);
      // 404: an earlier try of ours had come through.
      if (entry.status === 202 || entry.status === 404) document.deletedAtMs = entry.endedMs;
    },
    reprocess: async (document) => {
      const path = `/v1/documents/${document.id ?? ''}/reprocess`;
      await client.call({ ...callFor(document), act: 'reprocess', method: 'POST', path });
    },
    read: createRead(deps),
  };
};
