import { setTimeout as delay } from 'node:timers/promises';
import type { EmbedderMood, PlayedModel } from '../played-model.js';
import { DEADLINE_MS } from '../timing.js';
import {
  anyPerson,
  countStruck,
  eventually,
  STRIKE_MS,
  uploadSome,
  type Fault,
  type Scene,
} from './fault.js';

const withModel =
  (strike: (model: PlayedModel, scene: Scene) => Promise<number>): Fault['strike'] =>
  (scene) => {
    const { model } = scene.system;
    if (model === null) throw new Error('There is no model.');
    return strike(model, scene);
  };

const embedderIs = (
  mood: EmbedderMood,
  about: Pick<Fault, 'number' | 'title' | 'isQuick' | 'codes'>,
): Fault => ({
  ...about,
  needs: 'servers',
  strike: withModel(async (model, scene) => {
    model.setMood(mood);
    await uploadSome(scene, { count: 2 });
    await eventually(async () => model.moodyAnswers() >= 2, STRIKE_MS);
    await delay(500);
    const struck = model.moodyAnswers();
    model.setMood('well');
    return struck;
  }),
});

const invalid = (mood: EmbedderMood, title: string): Fault =>
  embedderIs(mood, {
    number: 47,
    title: `embedder answers ${title}`,
    codes: ['embedder_invalid_output'],
  });

const memoryIsSlow: Fault = {
  number: 49,
  title: 'create_memory takes longer than it may',
  needs: 'servers',
  strike: async (scene) => {
    const { system, client, random } = scene;
    const { owner } = anyPerson(scene);
    await system.api.begun();
    system.api.order({ do: 'slow memories', ms: 3500 });
    const fact = `Remember that my locker is number ${random.between(1e6, 1e7)}.`;
    const struck = system.api.struck('slow memories', DEADLINE_MS.chat);
    const { entry } = await client.call({
      act: 'chat',
      who: owner.name,
      key: owner.key,
      method: 'POST',
      path: '/v1/chat',
      body: { message: fact },
      deadlineMs: DEADLINE_MS.chat,
    });
    system.api.order({ do: 'slow memories', ms: 0 });
    await delay(4000);
    const rows = await system.sql('SELECT FROM memories WHERE content LIKE $1', [
      `%${fact.slice(14)}%`,
    ]);
    if (rows.length > 1) scene.violate('L5', `create_memory stored ${rows.length} rows`, [entry]);
    return Number(await struck);
  },
};

const memoryVectorFails: Fault = {
  number: 50,
  title: 'row of a memory saved, its vector failed',
  isQuick: true,
  strike: async (scene) => {
    const { system, client, random } = scene;
    for (const worker of system.workers) worker.order({ do: 'fail', call: 'memory', times: 2 });
    for (let count = 0; count < 4; count += 1) {
      const { owner } = anyPerson(scene);
      const content = `The gate of ${owner.name} has code ${random.between(1e6, 1e7)}.`;
      const { entry, json } = await client.call({
        act: 'remember',
        who: owner.name,
        key: owner.key,
        method: 'POST',
        path: '/v1/memories',
        body: { content },
      });
      if (typeof json === 'object' && json !== null && 'id' in json) {
        entry.facts.memoryId = String(json.id);
      }
    }
    return countStruck(system.workers, 'fail memory');
  },
};

export const MODEL_FAULTS: readonly Fault[] = [
  invalid('too few', 'too few vectors'),
  invalid('not a number', 'NaN'),
  invalid('zeros', 'zero vectors'),
  invalid('wrong order', 'ids that nobody asked for'),
  embedderIs('too many requests', {
    number: 48,
    title: 'a storm of 429 from the embedder',
    isQuick: true,
  }),
  memoryIsSlow,
  memoryVectorFails,
];
