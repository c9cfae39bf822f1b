import { setTimeout as delay } from 'node:timers/promises';
import type { KnownDocument } from '../library.js';
import type { Place } from '../protocol.js';
import type { Slot } from '../slot.js';
import { DEADLINE_MS } from '../timing.js';
import {
  anyPerson,
  beforeSettled,
  countStruck,
  LONG,
  restart,
  STRIKE_MS,
  untilStruck,
  uploadSome,
  whenSettled,
  type Fault,
  type Scene,
} from './fault.js';

const anyWorker = ({ system, random }: Scene): Slot => random.pick(system.workers);

const strokes = (ending: NodeJS.Signals | number | null): number => (ending === 'SIGKILL' ? 1 : 0);

const apiDiesAt = (number: number, at: Place): Fault => ({
  number,
  title: `kill -9 of the API: ${at}`,
  strike: async (scene) => {
    const { api } = scene.system;
    await api.begun();
    api.order({ do: 'die', at });
    const struck = await untilStruck(async () => {
      const ended = api.ended(STRIKE_MS / 2);
      await uploadSome(scene, { count: 2 });
      return strokes(await ended);
    });
    await api.begun();
    return struck;
  },
});

const apiDiesAfterAnswer: Fault = {
  number: 3,
  title: 'kill -9 of the API after its answer',

  strike: async (scene) => {
    const { api } = scene.system;
    await uploadSome(scene, { count: 1 });
    await restart(api);
    await api.begun();
    return 1;
  },
};

const workerDiesAt = (at: Place): Fault => ({
  number: 4,
  title: `kill -9 of a worker: ${at}`,
  isQuick: at === 'upsert',
  strike: async (scene) => {
    const { workers } = scene.system;
    for (const worker of workers) await worker.begun();
    for (const worker of workers) worker.order({ do: 'die', at });
    const struck = await untilStruck(async () => {
      let struck = 0;
      const endings = workers.map(async (worker) => {
        struck += strokes(await worker.ended(2 * STRIKE_MS));
      });
      const documents = await uploadSome(scene, { count: 4, sections: 80 });
      await beforeSettled(scene, Promise.race(endings), documents);
      return struck;
    });
    for (const worker of workers) worker.order({ do: 'die', at: null });
    return struck;
  },
});

const workerDiesTenTimes: Fault = {
  number: 5,
  title: 'kill -9 of a worker ten times over one job',
  strike: async (scene) => {
    const [first, second] = scene.system.workers;
    await second.vacate('SIGKILL');
    const documents = await uploadSome(scene, { count: 1, sections: 20 });
    let struck = 0;
    await first.vacate('SIGKILL');
    for (let death = 0; death < 10; death += 1) {
      first.fill([{ do: 'die', at: 'embed' }]);
      const ending = await first.ended(STRIKE_MS);
      await first.vacate('SIGKILL');
      struck += strokes(ending);
    }
    for (const worker of [first, second]) worker.fill();
    await whenSettled(scene, documents, 60_000);
    return struck;
  },
};

const standingFirst = async (workers: readonly Slot[]) => {
  const slots: Slot[] = [];
  for (const worker of workers) if (await worker.struck('stand still', 0)) slots.push(worker);
  const isStanding = Number(slots.length > 0);
  return { isStanding, slots: [...slots, ...workers.filter((worker) => !slots.includes(worker))] };
};

/** Enough sections for so many batches that the writers' lock is released between some of them. */
const LONGER = 900;

/** A worker stands still in the middle of a document; what happens meanwhile is done by another. */
const workerStandsStill = (title: string, isDeleted: boolean): Fault => ({
  number: 6,
  title,
  strike: async (scene) => {
    const { workers } = scene.system;
    for (const worker of workers) await worker.begun();
    for (const worker of workers) worker.order({ do: 'stand still', isOn: true });
    const documents: KnownDocument[] = [];
    const struck = await untilStruck(async () => {
      documents.push(...(await uploadSome(scene, { count: 3, sections: LONGER })));
      await beforeSettled(scene, countStruck(workers, 'stand still'), documents);
      return (await standingFirst(workers)).isStanding;
    });
    // One stands still; the other, which may have come there in the same moment, goes on.
    const [worker, ...others] = (await standingFirst(workers)).slots;
    for (const other of others) {
      other.order({ do: 'stand still', isOn: false });
      other.signal('SIGCONT');
    }
    const isStanding = struck > 0;
    if (isStanding && isDeleted) {
      await Promise.all(documents.map((document) => scene.library.remove(document)));
    }
    // Whatever lock it holds is taken from it after twenty seconds.
    if (isStanding) await whenSettled(scene, documents, 60_000);
    worker?.signal('SIGCONT');
    await delay(2000);
    return struck;
  },
});

const workerIsBlocked: Fault = {
  number: 7,
  title: 'the event loop of a worker blocked for two leases',
  strike: async (scene) => {
    const worker = anyWorker(scene);
    await worker.begun();
    await uploadSome(scene, { count: 4, sections: 80 });
    worker.order({ do: 'block', ms: 6000 });
    return Number(await worker.struck('block', STRIKE_MS));
  },
};

const apiStopsDuringStreams: Fault = {
  number: 8,
  title: 'SIGTERM to the API during 20 streams',
  strike: async (scene) => {
    const { system, client, random } = scene;
    await system.api.begun();
    system.model?.setPause(40);
    const streams = Array.from({ length: 20 }, () => {
      const { owner } = anyPerson(scene);
      return client.call({
        act: 'stream',
        who: owner.name,
        key: owner.key,
        method: 'POST',
        path: '/v1/chat',
        body: { message: `What do the reports say about harvest ${random.between(1, 999)}?` },
        headers: { Accept: 'text/event-stream' },
        deadlineMs: DEADLINE_MS.chat,
      });
    });
    await delay(400);
    await restart(system.api, 'SIGTERM');
    for (const { entry } of await Promise.all(streams)) {
      const isCut = entry.error !== undefined && !/ECONNREFUSED|ECONNRESET/.test(entry.error);
      if (isCut) scene.violate('L7', 'SIGTERM cut a stream without a last event', [entry]);
    }
    system.model?.setPause(0);
    await system.api.begun();
    return 1;
  },
};

const workerStops: Fault = {
  number: 9,
  title: 'SIGTERM to a worker in the middle of its jobs',

  strike: async (scene) => {
    const worker = anyWorker(scene);
    await worker.begun();
    const documents = await uploadSome(scene, { count: 4, sections: LONG });
    await restart(worker, 'SIGTERM');
    const ids = documents.flatMap(({ id }) => id ?? []);
    const counted = await scene.system.sql(
      'SELECT FROM ingestion_tasks WHERE failures > 0 AND subject_id = ANY($1::uuid[])',
      [ids],
    );
    if (counted.length > 0) scene.violate('L1', 'SIGTERM counted as a failure of a document', []);
    await worker.begun();
    return 1;
  },
};

export const PROCESS_FAULTS: readonly Fault[] = [
  apiDiesAt(1, 'file written'),
  apiDiesAt(2, 'document committed'),
  apiDiesAfterAnswer,
  ...(['parse', 'chunk', 'embed', 'upsert', 'verify', 'ready'] as const).map(workerDiesAt),
  workerDiesTenTimes,
  workerStandsStill('a worker stands still, another finishes its documents', false),
  workerStandsStill('a worker stands still, its documents are deleted', true),
  workerIsBlocked,
  apiStopsDuringStreams,
  workerStops,
];
