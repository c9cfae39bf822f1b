import { countStruck, eventually, STRIKE_MS, uploadSome, type Fault } from './fault.js';

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
      await eventually(async () => struck > 0, STRIKE_MS);
      return struck;
    }
    return countStruck(workers, 'fail delete');
  },
};

/** LanceDB has no connection to cut, so its writer is told to drop what it is given. */
const vectorsGetLost: Fault = {
  number: 33,
  title: 'vectors acknowledged and not stored',
  needs: 'embedded',
  isQuick: true,
  strike: async (scene) => {
    const { workers } = scene.system;
    for (const worker of workers) worker.order({ do: 'lose vectors', times: 2 });
    await uploadSome(scene, { count: 6, sections: 20 });
    return countStruck(workers, 'lose vectors');
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
    return countStruck(workers, 'fail upsert');
  },
};

export const VECTOR_FAULTS: readonly Fault[] = [deleteFails, vectorsGetLost, batchFails];
