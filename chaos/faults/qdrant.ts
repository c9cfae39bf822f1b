import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from '../../test/fakes/qdrant-double/server.js';
import type { PlayedQdrant } from '../servers.js';
import { DEADLINE_MS } from '../timing.js';
import {
  anyPerson,
  eventually,
  restart,
  STRIKE_MS,
  uploadSome,
  type Fault,
  type Scene,
} from './fault.js';
import { olderSnapshot } from './snapshot.js';
import { withQdrant } from './with-qdrant.js';

type Injection = Parameters<PlayedQdrant['inject']>;
type Matches = (call: Call) => boolean;

const isUpsert: Matches = ({ method, path }) => method === 'PUT' && path.endsWith('/points');
const isTo =
  (end: string): Matches =>
  ({ path }) =>
    path.endsWith(end);

const ask = (scene: Scene) => {
  const { owner } = anyPerson(scene);
  return scene.client.call({
    act: 'chat',
    who: owner.name,
    key: owner.key,
    method: 'POST',
    path: '/v1/chat',
    body: { message: 'What does the report say about the turbine?' },
    deadlineMs: DEADLINE_MS.chat,
  });
};

const downAtStart: Fault = {
  number: 29,
  title: 'Qdrant down when processes start',
  needs: 'servers',
  strike: withQdrant(async (qdrant, scene) => {
    const { api, workers } = scene.system;
    await qdrant.way.down();
    for (const slot of [api, workers[1]]) await restart(slot);
    await api.begun();
    const { entry } = await ask(scene);
    if (entry.status >= 500) scene.violate('L7', 'no answer without Qdrant', [entry]);
    await qdrant.way.up();
    await workers[1].begun();
    return 1;
  }),
};

const downInTheMiddle: Fault = {
  number: 30,
  title: 'Qdrant down in the middle of questions and writes',
  needs: 'servers',
  isQuick: true,
  strike: withQdrant(async (qdrant, scene) => {
    const uploads = uploadSome(scene, { count: 4, sections: 80 });
    const questions = Array.from({ length: 4 }, () => ask(scene));
    await delay(scene.random.between(50, 200));
    await qdrant.way.down();
    await delay(2500);
    await qdrant.way.up();
    await Promise.all([uploads, ...questions]);
    return 1;
  }),
};

const slow: Fault = {
  number: 31,
  title: 'three seconds for every search',
  needs: 'servers',
  strike: withQdrant(async (qdrant, scene) => {
    const before = qdrant.calls.length;
    const until = delay(3000);
    qdrant.inject({ kind: 'hold', until }, { matches: isTo('/points/query/batch'), times: 50 });
    await Promise.all(Array.from({ length: 4 }, () => ask(scene)));
    await until;
    return qdrant.calls.slice(before).filter(({ path }) => path.endsWith('/query/batch')).length;
  }),
};

type Switch = { number: number; title: string; injection: Injection; isQuick?: boolean };

/** The third time, a document may be given up. */
const MAX_STROKES = 2;

const documentOf = ({ body }: Call): string =>
  /"document_id".*?([0-9a-f]{8}-[0-9a-f-]{27})/.exec(JSON.stringify(body ?? null))?.[1] ?? '';

/** A fault that the next calls to Qdrant meet while documents are written. */
const onWrites = ({ injection: [fault, options], ...about }: Switch): Fault => ({
  ...about,
  needs: 'servers',
  strike: withQdrant(async (qdrant, scene) => {
    const times = options?.times ?? 1;
    let struck = 0;
    const strokesOf = new Map<string, number>();
    const matches: Matches = (call) => {
      const document = documentOf(call);
      const strokes = strokesOf.get(document) ?? 0;
      const isMet = strokes < MAX_STROKES && options?.matches?.(call) === true;
      if (isMet) strokesOf.set(document, strokes + 1);
      struck += Number(isMet);
      return isMet;
    };
    qdrant.inject(fault, { matches, times });
    await uploadSome(scene, { count: 4, sections: 80 });
    await eventually(async () => struck > 0, STRIKE_MS);
    await eventually(async () => struck >= times, 4000);
    return Math.min(struck, times);
  }),
});

const wrongDimension: Fault = {
  number: 35,
  title: 'collection of another dimension',
  needs: 'servers',
  strike: withQdrant(async (qdrant, scene) => {
    const { api } = scene.system;
    const sizes = [...qdrant.state.collections.values()].flatMap(({ settings }) =>
      Object.values(settings.vectors),
    );
    const real = sizes.map(({ size }) => size);
    for (const vector of sizes) vector.size = 7;
    await restart(api);
    const isStarted = await Promise.race([
      api.ended(2 * STRIKE_MS).then(() => false),
      api.begun().then(
        () => true,
        () => false,
      ),
    ]);
    sizes.forEach((vector, index) => (vector.size = real[index] ?? 0));
    if (isStarted) scene.violate('L6', 'started on a collection of another dimension', []);
    await api.begun();
    return Math.min(1, sizes.length);
  }),
};

export const QDRANT_FAULTS: readonly Fault[] = [
  downAtStart,
  downInTheMiddle,
  slow,
  onWrites({
    number: 32,
    title: 'part of a batch stored, then a reset',
    isQuick: true,
    injection: [
      { kind: 'partial', share: 0.5, then: 'drop' },
      { matches: isUpsert, times: 3 },
    ],
  }),
  onWrites({
    number: 33,
    title: 'vectors acknowledged and not stored',
    isQuick: true,
    injection: [
      { kind: 'partial', share: 0.5, then: 'acknowledge' },
      { matches: isUpsert, times: 3 },
    ],
  }),
  onWrites({
    number: 34,
    title: 'answer lost after vectors were stored',
    injection: [
      { kind: 'drop', after: 'work' },
      { matches: isUpsert, times: 3 },
    ],
  }),
  onWrites({
    number: 39,
    title: 'a replica that lags counts nothing',
    injection: [
      { kind: 'result', result: { count: 0 } },
      { matches: isTo('/points/count'), times: 3 },
    ],
  }),
  wrongDimension,
  olderSnapshot,
];
