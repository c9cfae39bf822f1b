import { createHash } from 'node:crypto';
import { z } from 'zod';

const Manifest = z.object({
  source: z.string(),
  entries: z.array(z.object({ path: z.string(), sha256: z.string(), size: z.number() })).max(1000),
});

type Stored = {
  id: string;
  source: string;
  path: string;
  sha256: string;
  version: number;
  isEdited: boolean;
  status: 'ready' | 'processing' | 'failed';
};

type Documents = Map<string, Stored>;
type Put = (file: Pick<Stored, 'source' | 'path' | 'sha256'>) => Stored;
type Handle = (request: { path: string; body: unknown; init: RequestInit }) => Promise<Response>;

/** The part of the API that a sync asks, in memory: it counts what it was asked, and fails on demand. */
export const createFakeDocumentsApi = () => {
  const documents: Documents = new Map();
  const asked: string[] = [];
  /** Looked at before each request; a response takes the place of the answer. */
  const hooks: { before?: (name: string, path: string) => Promise<Response | undefined> } = {};

  const put = createPut(documents);
  const handlers = createHandlers(documents, put);

  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    const { pathname, search } = new URL(url instanceof Request ? url.url : url);
    const isOne = /^\/v1\/documents\/[0-9a-f-]{36}$/.test(pathname);
    const name = `${init.method ?? 'GET'} ${isOne ? '/v1/documents/:id' : pathname}`;
    asked.push(name);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const sent = init.body instanceof FormData ? textOf(init.body, 'sourcePath') : pathname;
    const instead = await hooks.before?.(name, sent);
    if (instead !== undefined) return instead;
    const handle = handlers[name];
    if (handle === undefined) throw new Error(`Nobody answers ${name}.`);
    return handle({ path: `${pathname}${search}`, body, init });
  };

  return {
    fetch,
    hooks,
    documents,
    put,
    /** Counts how often each route was asked since the last call. */
    takeAsked: (): Record<string, number> => {
      const counts: Record<string, number> = {};
      for (const name of asked.splice(0)) counts[name] = (counts[name] ?? 0) + 1;
      return counts;
    },
    paths: (): string[] => [...documents.values()].map(({ path }) => path).sort(),
  };
};

const createPut =
  (documents: Documents): Put =>
  (file) => {
    const key = `${file.source}/${file.path}`;
    const known = documents.get(key);
    const document: Stored = {
      ...file,
      id: known?.id ?? crypto.randomUUID(),
      version: (known?.version ?? 0) + 1,
      isEdited: false,
      status: 'ready',
    };
    documents.set(key, document);
    return document;
  };

const createHandlers = (documents: Documents, put: Put): Record<string, Handle> => ({
  ...createIntake(documents, put),
  ...createChanges(documents),
});

const createIntake = (documents: Documents, put: Put): Record<string, Handle> => ({
  'POST /v1/documents/manifest': async ({ body }) => {
    const { source, entries } = Manifest.parse(body);
    const compared = entries.map(({ path, sha256 }) => {
      const known = documents.get(`${source}/${path}`);
      if (known === undefined) {
        return { path, state: 'new', documentId: null, version: null, isEdited: false };
      }
      const ofSame = known.status === 'ready' ? 'same' : known.status;
      const state = known.sha256 === sha256 ? ofSame : 'changed';
      const { id: documentId, version, isEdited } = known;
      return { path, state, documentId, version, isEdited };
    });
    return Response.json({ source, entries: compared });
  },
  'POST /v1/documents': async ({ init }) => {
    const form = init.body;
    if (!(form instanceof FormData)) throw new Error('An upload is a form.');
    const file = form.get('file');
    if (!(file instanceof Blob)) throw new Error('An upload has a file.');
    const bytes = Buffer.from(await file.arrayBuffer());
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const document = put({
      source: textOf(form, 'source'),
      path: textOf(form, 'sourcePath'),
      sha256,
    });
    return Response.json({ document, duplicate: false }, { status: 202 });
  },
});

const createChanges = (documents: Documents): Record<string, Handle> => ({
  'GET /v1/documents': async ({ path }) => {
    const source = new URL(path, 'http://x').searchParams.get('source');
    const items = [...documents.values()].filter((document) => document.source === source);
    const views = items.map(({ path: sourcePath, ...document }) => ({
      ...document,
      sourcePath,
      replacement: null,
    }));
    return Response.json({ items: views, nextCursor: null });
  },
  'PATCH /v1/documents/:id': async ({ path, body }) => {
    const { sourcePath } = z.object({ sourcePath: z.string() }).parse(body);
    const [key, document] = findById(documents, path.split('/').at(-1));
    documents.delete(key);
    documents.set(`${document.source}/${sourcePath}`, { ...document, path: sourcePath });
    return Response.json(document);
  },
  'POST /v1/documents/bulk': async ({ body }) => {
    const { documentIds } = z.object({ documentIds: z.array(z.string()) }).parse(body);
    for (const id of documentIds) documents.delete(findById(documents, id)[0]);
    return Response.json({
      outcomes: documentIds.map((documentId) => ({ documentId, status: 'done' })),
    });
  },
});

const findById = (documents: Documents, id: string | undefined): [string, Stored] => {
  const found = [...documents].find(([, document]) => document.id === id);
  if (found === undefined) throw new Error(`There is no document ${String(id)}.`);
  return found;
};

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};
