import { STRIKE_MS, uploadSome, whenSettled, type Fault } from './fault.js';
import { withQdrant } from './with-qdrant.js';

/** Brings back the vectors of what was deleted or replaced since the snapshot, and removes those of what is newer. */
export const olderSnapshot: Fault = {
  number: 37,
  title: 'vectors of an older snapshot: the newest are gone, those of the deleted are back',
  needs: 'servers',
  repairMs: 90_000,
  strike: withQdrant(async (qdrant, scene) => {
    const { library } = scene;
    const older = await uploadSome(scene, { count: 4, sections: 20 });
    await whenSettled(scene, older, STRIKE_MS);
    const snapshots = [...qdrant.state.collections.values()].map((collection) => ({
      collection,
      points: structuredClone(collection.points),
    }));
    const newer = uploadSome(scene, { count: 3, sections: 40 });
    const [deleted, replaced] = older;
    if (deleted !== undefined) await library.remove(deleted);
    if (replaced !== undefined) await library.replace(replaced);
    await whenSettled(scene, [...older, ...(await newer)], STRIKE_MS);
    let lost = 0;
    let returned = 0;
    for (const { collection, points } of snapshots) {
      const past = new Set(points.map(({ id }) => id));
      const present = new Set(collection.points.map(({ id }) => id));
      const newest = [...present].filter((id) => !past.has(id));
      collection.remove({ points: newest });
      collection.upsert(points);
      lost += newest.length;
      returned += [...past].filter((id) => !present.has(id)).length;
    }
    return lost > 0 && returned > 0 ? lost + returned : 0;
  }),
};
