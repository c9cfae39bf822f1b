import { useEffect, useState } from 'preact/hooks';
import type { Document } from '../api/client.js';
import { parseProblem, type Problem } from '../api/problem.js';
import { accessToken } from '../api/sign-in.js';

export type Upload = {
  id: number;
  name: string;
  state: 'waiting' | 'sending' | 'sent' | 'duplicate' | 'failed' | 'cancelled';
  /** From 0 to 1. */
  share: number;
  problem: Problem | null;
};

type Job = { file: File; visibility: string; replaces: string | null };

/** The server takes so many of a person at once. */
const AT_ONCE = 2;

let uploads: readonly Upload[] = [];
let count = 0;
let onSent: (() => void) | null = null;
const jobs = new Map<number, Job>();
const requests = new Map<number, XMLHttpRequest>();
const listeners = new Set<() => void>();

/** Uploads files one after the other, two at a time; they go on while one looks at other pages. */
export const uploadFiles = (
  files: Iterable<File>,
  { visibility, replaces = null }: { visibility: string; replaces?: string | null },
): void => {
  const added = [...files].map((file): Upload => {
    count += 1;
    jobs.set(count, { file, visibility, replaces });
    return { id: count, name: file.name, state: 'waiting', share: 0, problem: null };
  });
  change([...uploads, ...added]);
  startNext();
};

export const cancelUpload = (id: number): void => {
  requests.get(id)?.abort();
  jobs.delete(id);
  update(id, { state: 'cancelled' });
  startNext();
};

/** Takes those from the list that have come to an end. */
export const clearUploads = (): void =>
  change(uploads.filter(({ state }) => state === 'waiting' || state === 'sending'));

/** All uploads of this page; `sent` is called when the server has one more. */
export const useUploads = (sent: () => void): readonly Upload[] => {
  const [, setTurn] = useState(0);
  onSent = sent;
  useEffect(() => {
    const look = () => setTurn((turn) => turn + 1);
    listeners.add(look);
    return () => {
      listeners.delete(look);
      onSent = null;
    };
  }, []);
  return uploads;
};

const startNext = (): void => {
  if (requests.size >= AT_ONCE) return;
  const next = uploads.find(({ id, state }) => state === 'waiting' && !requests.has(id));
  const job = next && jobs.get(next.id);
  if (next === undefined || job === undefined) return;
  const request = new XMLHttpRequest();
  requests.set(next.id, request);
  update(next.id, { state: 'sending' });
  send(request, next.id, job).then(
    (outcome) => finish(next.id, outcome),
    () => finish(next.id, { state: 'failed', problem: parseProblem(null, 0) }),
  );
  startNext();
};

const finish = (id: number, outcome: Partial<Upload>): void => {
  requests.delete(id);
  jobs.delete(id);
  if (uploads.find((one) => one.id === id)?.state !== 'cancelled') update(id, outcome);
  onSent?.();
  startNext();
};

/** By XMLHttpRequest, for fetch does not say how far it has got. */
const send = async (request: XMLHttpRequest, id: number, job: Job): Promise<Partial<Upload>> => {
  const { file, visibility, replaces } = job;
  const token = await accessToken();
  const form = new FormData();
  // Before the file: the server reads a form from its beginning.
  if (replaces === null) form.append('visibility', visibility);
  form.append('file', file);
  const [method, path] =
    replaces === null
      ? (['POST', '/v1/documents'] as const)
      : (['PUT', `/v1/documents/${replaces}/file`] as const);
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => update(id, { share: loaded / total });
    request.onload = () => resolve(readOutcome(request));
    request.onerror = reject;
    request.onabort = reject;
    request.open(method, path);
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.send(form);
  });
};

const readOutcome = (request: XMLHttpRequest): Partial<Upload> => {
  const body = parseJson(request.responseText);
  if (request.status >= 400) {
    const retryAfter = request.getResponseHeader('Retry-After');
    return { state: 'failed', problem: parseProblem(body, request.status, retryAfter) };
  }
  // The API's own answer, of the shape that its document says.
  const { duplicate } = body as { document: Document; duplicate: boolean };
  return { state: duplicate ? 'duplicate' : 'sent', share: 1 };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const change = (next: readonly Upload[]): void => {
  uploads = next;
  for (const listener of listeners) listener();
};

const update = (id: number, changes: Partial<Upload>): void =>
  change(uploads.map((one) => (one.id === id ? { ...one, ...changes } : one)));
