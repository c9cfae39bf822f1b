import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './client.js';
import type { KnownDocument, Library } from './library.js';
import type { Person, Tenant } from './people.js';
import type { Random } from './random.js';
import { commonWord, toMark } from './texts.js';
import { DEADLINE_MS } from './timing.js';

type Deps = { client: Client; library: Library; random: Random; tenants: readonly Tenant[] };

export type Traffic = { stop(): Promise<void> };

type Turn = { tenant: Tenant; person: Person; random: Random };

/** More than this at work, and the client waits: it measures what is promised, not what is too much. */
const MAX_WAITING = 12;

const isAlive = ({ id, deleteSentAtMs, failsWith, isDoomed }: KnownDocument): boolean =>
  id !== null && deleteSentAtMs === null && failsWith === null && !isDoomed;

const isWaiting = (document: KnownDocument): boolean =>
  isAlive(document) && !document.readyAtMs.has(document.edition);

const ofTenant = ({ library }: Deps, { id }: Tenant): KnownDocument[] =>
  library.documents.filter(({ tenant }) => tenant.id === id);

const upload = async (deps: Deps, { tenant, person, random }: Turn): Promise<void> => {
  if (ofTenant(deps, tenant).filter(isWaiting).length >= MAX_WAITING) return;
  const sections = random.next() < 0.1 ? 80 : random.between(1, 6);
  await deps.library.upload({ tenant, owner: person, isPrivate: random.next() < 0.2, sections });
};

const change = async (deps: Deps, { tenant, random }: Turn): Promise<void> => {
  const candidates = ofTenant(deps, tenant).filter(
    (document) => isAlive(document) && !document.isReplacing,
  );
  if (candidates.length < 5) return;
  const document = random.pick(candidates);
  const dice = random.next();
  if (dice < 0.5) await deps.library.replace(document, random.between(1, 6));
  else if (dice < 0.75) await deps.library.remove(document);
  else await deps.library.reprocess(document);
};

const read = async (deps: Deps, { tenant, random }: Turn): Promise<void> => {
  const waiting = ofTenant(deps, tenant).filter(isWaiting);
  if (waiting.length > 0) await deps.library.read(random.pick(waiting));
};

/** Asks for what is there, for what was there, and for what is somebody else's. */
const toQuestion = ({ library }: Deps, random: Random): string => {
  if (library.documents.length === 0 || random.next() < 0.3) return commonWord(random);
  const { tenant, number, edition } = random.pick(library.documents);
  return toMark(tenant.number, number, random.between(1, edition + 1));
};

const search = async (deps: Deps, { person, random }: Turn): Promise<void> => {
  await deps.client.call({
    act: 'search',
    who: person.name,
    key: person.key,
    method: 'POST',
    path: '/v1/search',
    body: { query: toQuestion(deps, random), topK: 50 },
  });
};

const chat = async (deps: Deps, { person, random }: Turn): Promise<void> => {
  const isStreamed = random.next() < 0.3;
  await deps.client.call({
    act: isStreamed ? 'stream' : 'chat',
    who: person.name,
    key: person.key,
    method: 'POST',
    path: '/v1/chat',
    body: { message: `What does report ${toQuestion(deps, random)} say?` },
    headers: isStreamed ? { Accept: 'text/event-stream' } : {},
    deadlineMs: DEADLINE_MS.chat,
  });
};

const createRemember = () => {
  let count = 0;
  return async ({ client }: Deps, { person, random }: Turn): Promise<void> => {
    count += 1;
    const content = `The ${commonWord(random)} number ${count} of ${person.name} is ${random.between(1, 9999)}.`;
    const asked = { who: person.name, key: person.key };
    const { entry, json } = await client.call({
      ...asked,
      act: 'remember',
      method: 'POST',
      path: '/v1/memories',
      body: { content },
    });
    if (entry.status !== 201 || typeof json !== 'object' || json === null || !('id' in json))
      return;
    const memoryId = String(json.id);
    entry.facts.memoryId = memoryId;
    if (random.next() > 0.3) return;
    await client.insist({
      ...asked,
      act: 'forget',
      method: 'DELETE',
      path: `/v1/memories/${memoryId}`,
      facts: { memoryId },
    });
  };
};

/** With no key, a wrong key, or a right one in another tenant: nothing of it may ever be answered. */
const intrude = async (
  { client, library, tenants }: Deps,
  { tenant, random }: Turn,
): Promise<void> => {
  const other = random.pick(tenants.filter(({ id }) => id !== tenant.id));
  const target = library.documents.find(
    ({ tenant: owner, id }) => owner.id === tenant.id && id !== null,
  );
  const key = random.pick(['', 'kr_wrong_0123456789', random.pick(other.people).key]);
  const path = `/v1/documents/${target?.id ?? '00000000-0000-7000-8000-000000000000'}`;
  await client.call({ act: 'intrude', who: 'intruder', method: 'GET', path, key });
};

/** Runs clients of every tenant, each doing one thing after the other, until they are stopped. */
export const startTraffic = (deps: Deps): Traffic => {
  let isStopped = false;
  const remember = createRemember();
  const habits = [
    { act: upload, pauseMs: 350 },
    { act: change, pauseMs: 900 },
    { act: read, pauseMs: 150 },
    { act: search, pauseMs: 250 },
    { act: chat, pauseMs: 300 },
    { act: remember, pauseMs: 1200 },
    { act: intrude, pauseMs: 1500 },
  ];
  const live = async (tenant: Tenant, { act, pauseMs }: (typeof habits)[number]): Promise<void> => {
    const random = deps.random.fork();
    while (!isStopped) {
      await act(deps, { tenant, person: random.pick(tenant.people), random });
      await delay(pauseMs * (0.5 + random.next()));
    }
  };
  const lives = deps.tenants.flatMap((tenant) => habits.map((habit) => live(tenant, habit)));
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(lives);
    },
  };
};
