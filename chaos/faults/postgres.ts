import { setTimeout as delay } from 'node:timers/promises';
import { DEADLINE_MS } from '../timing.js';
import { anyPerson, restart, uploadSome, type Fault, type Scene } from './fault.js';

const askSome = (scene: Scene, count: number) =>
  Array.from({ length: count }, () => {
    const { owner } = anyPerson(scene);
    return scene.client.call({
      act: 'chat',
      who: owner.name,
      key: owner.key,
      method: 'POST',
      path: '/v1/chat',
      body: { message: 'What does the report say about the bridge?' },
      deadlineMs: DEADLINE_MS.chat,
    });
  });

const downAtStart: Fault = {
  number: 13,
  title: 'PostgreSQL down when processes start',
  strike: async (scene) => {
    const { system, random } = scene;
    await system.postgres.down();
    const slots = [system.api, random.pick(system.workers)];
    for (const slot of slots) await restart(slot);
    await delay(4000);
    await system.postgres.up();
    for (const slot of slots) await slot.begun();
    return 1;
  },
};

const downInTheMiddle: Fault = {
  number: 14,
  title: 'PostgreSQL down in the middle of requests',
  isQuick: true,
  strike: async (scene) => {
    const { postgres } = scene.system;
    const uploads = uploadSome(scene, { count: 3, sections: 40 });
    const questions = askSome(scene, 4);
    await delay(scene.random.between(20, 150));
    await postgres.down();
    await delay(2000);
    await postgres.up();
    await Promise.all([uploads, ...questions]);
    return 1;
  },
};

const cutAfterCommit: Fault = {
  number: 15,
  title: 'connection cut after COMMIT, before its answer',
  isQuick: true,
  strike: async (scene) => {
    const stop = scene.system.postgres.cutAfterCommit(8);
    await Promise.all([uploadSome(scene, { count: 4 }), ...askSome(scene, 3)]);
    return stop();
  },
};

export const POSTGRES_FAULTS: readonly Fault[] = [downAtStart, downInTheMiddle, cutAfterCommit];
