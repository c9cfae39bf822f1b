import { useEffect } from 'preact/hooks';
import { createChanges, useChanges } from '../api/changes.js';
import type { BatchAnswer, Document } from '../api/client.js';
import { parseProblem, type Problem } from '../api/problem.js';
import { accessToken } from '../api/sign-in.js';
import { toParts, type FolderFile } from './folders.js';
import { follow } from './follow-documents.js';

export type Upload = {
  id: number;
  name: string;
  /** `sent`: the server has it and reads it, up to `ready` or `unreadable`. */
  state:
    'waiting' | 'sending' | 'sent' | 'ready' | 'unreadable' | 'duplicate' | 'failed' | 'cancelled';
  /** From 0 to 1. */
  share: number;
  problem: Problem | null;
  /** The outcome of a folder: how many files were taken, were there already, or were refused, and why. */
  folder: FolderOutcome | null;
};

export type FolderOutcome = {
  sent: number;
  known: number;
  refused: readonly FolderFailure[];
  /** The number of sent files that can be asked about, and the files that could not be read. */
  ready: number;
  unreadable: readonly FolderFailure[];
};

type FolderFailure = { name: string; problem: Problem };

type Job =
  | { kind: 'file'; file: File; visibility: string; replaces: string | null }
  | { kind: 'folder'; files: readonly FolderFile[]; visibility: string }
  | { kind: 'mailbox'; file: File; visibility: string };

/** The server takes so many of a person at once. */
const AT_ONCE = 2;

let uploads: readonly Upload[] = [];
let count = 0;
let onSent: (() => void) | null = null;
const jobs = new Map<number, Job>();
const requests = new Map<number, XMLHttpRequest>();
const uploadChanges = createChanges();

/** Uploads files one after the other, two at a time; they go on while one looks at other pages. */
export const uploadFiles = (
  files: Iterable<File>,
  { visibility, replaces = null }: { visibility: string; replaces?: string | null },
): void => {
  add([...files].map((file) => [file.name, toJob(file, { visibility, replaces })]));
};

/** Of a mailbox each mail becomes a document, as each file of a folder does. */
const toJob = (
  file: File,
  { visibility, replaces }: { visibility: string; replaces: string | null },
): Job =>
  replaces === null && MAILBOX.test(file.name)
    ? { kind: 'mailbox', file, visibility }
    : { kind: 'file', file, visibility, replaces };

const MAILBOX = /\.mbox$/iu;

/** Uploads the files of a folder, so many in one request as it may hold; all of them are one line of the list. */
export const uploadFolder = (
  { name, files }: { name: string; files: readonly FolderFile[] },
  { visibility }: { visibility: string },
): void => {
  if (files.length > 0) add([[name, { kind: 'folder', files, visibility }]]);
};

const add = (wanted: readonly (readonly [name: string, job: Job])[]): void => {
  const added = wanted.map(([name, job]): Upload => {
    count += 1;
    jobs.set(count, job);
    return { id: count, name, state: 'waiting', share: 0, problem: null, folder: null };
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
  onSent = sent;
  useChanges(uploadChanges);
  useEffect(
    () => () => {
      onSent = null;
    },
    [],
  );
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
  const sending =
    job.kind === 'file' ? send(request, next.id, job) : sendMany(request, next.id, job);
  sending.then(
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
const send = async (
  request: XMLHttpRequest,
  id: number,
  { file, visibility, replaces }: Extract<Job, { kind: 'file' }>,
): Promise<Partial<Upload>> => {
  const form = new FormData();
  // Before the file: the server reads a form from its beginning.
  if (replaces === null) form.append('visibility', visibility);
  form.append('file', file);
  const [method, path] =
    replaces === null
      ? (['POST', '/v1/documents'] as const)
      : (['PUT', `/v1/documents/${replaces}/file`] as const);
  await post(request, { method, path, form }, (share) => update(id, { share }));
  return readOutcome(request, id);
};

/** Its requests one after the other; what was taken stays when one of them fails. */
const sendMany = async (
  request: XMLHttpRequest,
  id: number,
  job: Extract<Job, { kind: 'folder' | 'mailbox' }>,
): Promise<Partial<Upload>> => {
  const folder = { sent: 0, known: 0, refused: [] as FolderFailure[] };
  const parts = toForms(job);
  const all = parts.reduce((sum, { bytes }) => sum + bytes, 0) || 1;
  let before = 0;
  for (const { form, bytes } of parts) {
    const base = before;
    await post(request, { method: 'POST', path: '/v1/documents/batch', form }, (share) =>
      update(id, { share: Math.min(1, (base + share * bytes) / all) }),
    );
    if (request.status >= 400) {
      return { ...readOutcome(request, id), folder: { ...folder, ...readOf(id) } };
    }
    // The API's own answer, in the documented shape.
    const answer = parseJson(request.responseText) as BatchAnswer;
    for (const { name, status, error, document } of answer.files) {
      if (status === 'accepted') {
        folder.sent += 1;
        if (document !== undefined) follow(document.id, settleFile(id, name));
      } else if (status === 'duplicate') folder.known += 1;
      else folder.refused.push({ name, problem: parseProblem(error ?? null, 422) });
    }
    before += bytes;
    onSent?.();
  }
  const whole = { ...folder, ...readOf(id) };
  return { state: isRead(whole) ? 'ready' : 'sent', share: 1, folder: whole };
};

type Part = { form: FormData; bytes: number };

/** The fields stand before the files: the server reads a form from its beginning. */
const toForms = (job: Extract<Job, { kind: 'folder' | 'mailbox' }>): Part[] => {
  const parts =
    job.kind === 'mailbox'
      ? [[{ field: 'archive', file: job.file, path: job.file.name }]]
      : toParts(job.files).map((part) => part.map((one) => ({ field: 'file', ...one })));
  return parts.map((part) => {
    const form = new FormData();
    form.append('visibility', job.visibility);
    for (const { field, file, path } of part) form.append(field, file, path);
    return { form, bytes: part.reduce((sum, { file }) => sum + file.size, 0) };
  });
};

type Sent = { method: 'POST' | 'PUT'; path: string; form: FormData };

const post = async (
  request: XMLHttpRequest,
  { method, path, form }: Sent,
  onShare: (share: number) => void,
): Promise<void> => {
  const token = await accessToken();
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onShare(loaded / total);
    request.onload = () => resolve();
    request.onerror = reject;
    request.onabort = reject;
    request.open(method, path);
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.send(form);
  });
};

const readOutcome = (request: XMLHttpRequest, id: number): Partial<Upload> => {
  const body = parseJson(request.responseText);
  if (request.status >= 400) {
    const retryAfter = request.getResponseHeader('Retry-After');
    return { state: 'failed', problem: parseProblem(body, request.status, retryAfter) };
  }
  // The API's own answer, in the documented shape.
  const { document, duplicate } = body as { document: Document; duplicate: boolean };
  if (!duplicate) follow(document.id, (problem) => settle(id, problem));
  return { state: duplicate ? 'duplicate' : 'sent', share: 1 };
};

const settle = (id: number, problem: Problem | null): void => {
  update(id, problem === null ? { state: 'ready' } : { state: 'unreadable', problem });
  onSent?.();
};

type Read = Pick<FolderOutcome, 'ready' | 'unreadable'>;

/** The results of the files of folders, by upload: the first may be read before the last is sent. */
const reads = new Map<number, Read>();

const readOf = (id: number): Read => reads.get(id) ?? { ready: 0, unreadable: [] };

const settleFile = (id: number, name: string) => (problem: Problem | null) => {
  const { ready, unreadable } = readOf(id);
  const read =
    problem === null
      ? { ready: ready + 1, unreadable }
      : { ready, unreadable: [...unreadable, { name, problem }] };
  reads.set(id, read);
  const upload = uploads.find((one) => one.id === id);
  if (upload === undefined || upload.folder === null) return;
  const folder = { ...upload.folder, ...read };
  update(id, { folder, ...(upload.state === 'sent' && isRead(folder) && { state: 'ready' }) });
  onSent?.();
};

const isRead = ({ sent, ready, unreadable }: FolderOutcome): boolean =>
  ready + unreadable.length >= sent;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const change = (next: readonly Upload[]): void => {
  uploads = next;
  uploadChanges.tell();
};

const update = (id: number, changes: Partial<Upload>): void =>
  change(uploads.map((one) => (one.id === id ? { ...one, ...changes } : one)));
