import { eventually, uploadSome, type Fault } from './fault.js';

const deleteFails: Fault = {
  number: 38,
  title: 'deletion of vectors fails',
  isQuick: true,
  strike: async (scene) => {
    const { qdrant, workers } = scene.system;
    const documents = await uploadSome(scene, { count: 3 });
    let struck = 0;
    if (qdrant !== null) {
      const matches = ({ path }: { path: string }): boolean => {
        if (path.endsWith('/points/delete')) struck += 1;
        return path.endsWith('/points/delete');
      };
      qdrant.inject({ kind: 'status', status: 500 }, { matches, times: 4 });
    } else {
      for (const worker of workers) worker.order({ do: 'fail', call: 'delete', times: 2 });
    }
    await Promise.all(documents.map((document) => scene.library.remove(document)));
    if (qdrant !== null) {
      await eventually(async () => struck > 0, 10_000);
      return struck;
    }
    const told = await Promise.all(workers.map((worker) => worker.struck('fail delete', 5000)));
    return told.filter(Boolean).length;
  },
};

/** LanceDB has no wire to cut: its writer is told to lose what it is given. */
const vectorsGetLost: Fault = {
  number: 33,
  title: 'vectors acknowledged and not stored',
  needs: 'embedded',
  isQuick: true,
  strike: async (scene) => {
    const { workers } = scene.system;
    for (const worker of workers) worker.order({ do: 'lose vectors', times: 2 });
    await uploadSome(scene, { count: 6, sections: 20 });
    const told = await Promise.all(workers.map((worker) => worker.struck('lose vectors', 8000)));
    return told.filter(Boolean).length;
  },
};

const batchFails: Fault = {
  number: 32,
  title: 'a batch of vectors fails between others',
  needs: 'embedded',
  strike: async (scene) => {
    const { workers } = scene.system;
    for (const worker of workers) worker.order({ do: 'fail', call: 'upsert', times: 2 });
    await uploadSome(scene, { count: 4, sections: 150 });
    const told = await Promise.all(workers.map((worker) => worker.struck('fail upsert', 8000)));
    return told.filter(Boolean).length;
  },
};

export const VECTOR_FAULTS: readonly Fault[] = [deleteFails, vectorsGetLost, batchFails];
