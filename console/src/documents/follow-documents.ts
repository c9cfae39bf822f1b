import { api, bodyOf, type Document } from '../api/client.js';
import { parseProblem, type Problem } from '../api/problem.js';
import { signInState } from '../api/sign-in.js';

/** Called with null when the document can be asked about, with the reason when it could not be read. */
type OnSettled = (problem: Problem | null) => void;

const FIRST_MS = 1000;
const MOST_MS = 15_000;
/** So many are asked about in one request, those that have waited longest first. */
const AT_ONCE = 100;

const followed = new Map<string, OnSettled>();
let timer: ReturnType<typeof setTimeout> | null = null;
let waitMs = FIRST_MS;

/** Looks, ever more rarely while nothing happens, what becomes of a document that is being read. */
export const follow = (id: string, onSettled: OnSettled): void => {
  followed.set(id, onSettled);
  waitMs = FIRST_MS;
  schedule();
};

const schedule = (): void => {
  if (timer !== null || followed.size === 0) return;
  timer = setTimeout(() => {
    look().then(
      (isNews) => again(isNews),
      // A server that is away is asked again later.
      () => again(false),
    );
  }, waitMs);
};

const again = (isNews: boolean): void => {
  timer = null;
  waitMs = isNews ? FIRST_MS : Math.min(waitMs * 1.5, MOST_MS);
  schedule();
};

/** True when one has settled. */
const look = async (): Promise<boolean> => {
  if (signInState() !== 'in') return false;
  const ids = [...followed.keys()].slice(0, AT_ONCE);
  const filter = JSON.stringify({ type: 'in', key: 'documentId', value: ids });
  const query = { limit: AT_ONCE, filter };
  const { items } = bodyOf(await api.GET('/v1/documents', { params: { query } }));
  const known = new Map(items.map((document) => [document.id, document]));
  let isNews = false;
  for (const id of ids) {
    const onSettled = followed.get(id);
    if (onSettled === undefined) continue;
    followed.delete(id);
    const outcome = outcomeOf(known.get(id));
    if (outcome === 'open') {
      followed.set(id, onSettled);
    } else {
      onSettled(outcome);
      isNews = true;
    }
  }
  return isNews;
};

const outcomeOf = (document: Document | undefined): Problem | null | 'open' => {
  if (document === undefined) return toReason({ code: 'not_found', message: '' });
  const { status, error, replacement } = document;
  if (replacement !== null)
    return replacement.status === 'failed' ? toReason(replacement.error) : 'open';
  if (status === 'failed') return toReason(error);
  return status === 'ready' ? null : 'open';
};

const toReason = (error: { code: string; message: string } | null): Problem =>
  parseProblem(error && { code: error.code, detail: error.message }, 422);
