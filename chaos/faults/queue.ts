import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { RealRedis } from '../servers.js';
import { restart, uploadSome, type Fault, type Scene } from './fault.js';
import { IngestionJob } from '../../src/platform/queue/job-queue.js';

const withRedis =
  (strike: (redis: RealRedis, scene: Scene) => Promise<number>): Fault['strike'] =>
  (scene) => {
    const { redis } = scene.system;
    if (redis === null) throw new Error('There is no Redis.');
    return strike(redis, scene);
  };

const expectAccepted = async (scene: Scene): Promise<void> => {
  const before = scene.ledger.entries.length;
  await uploadSome(scene, { count: 2 });
  const refused = scene.ledger.entries
    .slice(before)
    .filter(({ act, status }) => act === 'upload' && status >= 500);
  if (refused.length > 0) scene.violate('L1', 'an upload was refused for want of Redis', refused);
};

const downAtStart: Fault = {
  number: 22,
  title: 'Redis down when processes start',
  needs: 'servers',
  strike: withRedis(async (redis, scene) => {
    const { api, workers } = scene.system;
    await redis.way.down();
    for (const slot of [api, workers[0]]) await restart(slot);
    await api.begun();
    await expectAccepted(scene);
    await redis.way.up();
    await workers[0].begun();
    return 1;
  }),
};

const downInTheMiddle: Fault = {
  number: 23,
  title: 'Redis down during ingestion',
  needs: 'servers',
  isQuick: true,
  strike: withRedis(async (redis, scene) => {
    await uploadSome(scene, { count: 4, sections: 40 });
    await redis.way.down();
    await expectAccepted(scene);
    await delay(4000);
    await redis.way.up();
    return 1;
  }),
};

const emptied: Fault = {
  number: 24,
  title: 'FLUSHALL with jobs waiting',
  needs: 'servers',
  isQuick: true,
  strike: withRedis(async (redis, scene) => {
    const uploads = uploadSome(scene, { count: 10, sections: 20 });
    const uploading = { isOver: false };
    void uploads.finally(() => (uploading.isOver = true));
    let struck = 0;
    // Jobs wait for a moment only: most often enough, one of them is met.
    for (; !uploading.isOver || struck < 40; struck += 1) {
      await redis.flushAll();
      await delay(25);
    }
    return struck;
  }),
};

const killed: Fault = {
  number: 25,
  title: 'kill -9 of Redis (AOF every second) during uploads',
  needs: 'servers',
  strike: withRedis(async (redis, scene) => {
    const uploads = uploadSome(scene, { count: 10, sections: 10 });
    await delay(200);
    await redis.kill();
    await delay(1000);
    await redis.restart();
    await uploads;
    return 1;
  }),
};

const COPIES = 20;

const deliveredTwice: Fault = {
  number: 28,
  title: 'every job delivered twenty times',
  isQuick: true,
  strike: async (scene) => {
    const uploads = uploadSome(scene, { count: 5, sections: 40 });
    let struck = 0;
    for (let time = 0; time < 5 || (struck === 0 && time < 50); time += 1) {
      await delay(150);
      const rows = await scene.system.sql(
        `SELECT 1 AS schema, tenant_id AS "tenantId", id AS "taskId", subject_kind AS "subjectKind", subject_id AS "subjectId", version
         FROM ingestion_tasks WHERE state IN ('due', 'running') LIMIT 3`,
      );
      const copies = rows.flatMap((row) =>
        Array.from({ length: COPIES }, () => ({
          id: randomUUID(),
          payload: IngestionJob.parse(row),
        })),
      );
      const isAdded = await scene.system.queue.add(copies).then(
        () => true,
        () => false,
      );
      if (isAdded) struck += copies.length;
    }
    await uploads;
    return struck;
  },
};

export const QUEUE_FAULTS: readonly Fault[] = [
  downAtStart,
  downInTheMiddle,
  emptied,
  killed,
  deliveredTwice,
];
