import { setTimeout as delay } from 'node:timers/promises';
import type { Entry } from '../ledger.js';
import { anyPerson, STRIKE_MS, uploadSome, type Fault, type Scene } from './fault.js';

const textOf = (text: string, title: string): FormData => {
  const form = new FormData();
  form.append('title', title);
  form.append('file', new Blob([text]), `${title}.md`);
  return form;
};

const sendAll = async (
  { client }: Scene,
  {
    owner,
    key,
    texts,
    title,
  }: { owner: { name: string; key: string }; key: string | null; texts: string[]; title: string },
): Promise<Entry[]> => {
  const sent = texts.map((text) =>
    client.call({
      act: 'upload',
      who: owner.name,
      key: owner.key,
      method: 'POST',
      path: '/v1/documents',
      body: textOf(text, title),
      ...(key !== null && { headers: { 'Idempotency-Key': key }, facts: { key } }),
    }),
  );
  return (await Promise.all(sent)).map(({ entry }) => entry);
};

const isAccepted = ({ status }: Entry): boolean => status === 200 || status === 202;

const sameUpload = (withKey: boolean): Fault => ({
  number: 53,
  title: `one upload 50 times at once, ${withKey ? 'under one key' : 'without a key'}`,
  isQuick: withKey,
  strike: async (scene) => {
    const { owner } = anyPerson(scene);
    const title = `twin-${scene.random.between(1, 1e9)}`;
    const texts = Array.from({ length: 50 }, () => `# Twins\n\nAll of them say ${title}.`);
    const entries = await sendAll(scene, { owner, key: withKey ? title : null, texts, title });
    const accepted = entries.filter(isAccepted);
    const ids = new Set(accepted.map(({ facts }) => facts.documentId));
    if (ids.size > 1) scene.violate('L2', `equal uploads became ${ids.size} documents`, accepted);
    const rows = await scene.system.sql('SELECT FROM documents WHERE title = $1', [title]);
    if (rows.length > 1) scene.violate('L2', `equal uploads made ${rows.length} rows`, accepted);
    return entries.length;
  },
});

const keyOfAnother: Fault = {
  number: 54,
  title: 'one key with another body',
  isQuick: true,
  strike: async (scene) => {
    const { owner } = anyPerson(scene);
    const title = `reused-${scene.random.between(1, 1e9)}`;
    const asked = { owner, key: title, title };
    const [first] = await sendAll(scene, { ...asked, texts: ['The first text stands.'] });
    const [second] = await sendAll(scene, { ...asked, texts: ['The second text differs.'] });
    if (first === undefined || second === undefined || !isAccepted(first)) return 0;
    if (
      second.status !== 409 &&
      second.status !== 422 &&
      second.status !== 0 &&
      second.status < 500
    ) {
      scene.violate('L2', 'a key was taken for another body', [first, second]);
    }
    return 1;
  },
};

const HOUR_MS = 3_600_000;

const clockJumps: Fault = {
  number: 55,
  title: 'clocks of API and workers an hour off',

  strike: async (scene) => {
    const { api, workers } = scene.system;
    const slots = [api, ...workers];
    let struck = 0;
    for (const offsetMs of [HOUR_MS, -HOUR_MS]) {
      for (const slot of slots) slot.order({ do: 'clock', offsetMs });
      const told = await Promise.all(slots.map((slot) => slot.struck('clock', STRIKE_MS)));
      struck += told.filter(Boolean).length;
      await uploadSome(scene, { count: 3, sections: 40 });
      await delay(1500);
    }
    for (const slot of slots) slot.order({ do: 'clock', offsetMs: 0 });
    return struck;
  },
};

export const CLIENT_FAULTS: readonly Fault[] = [
  sameUpload(true),
  sameUpload(false),
  keyOfAnother,
  clockJumps,
];
