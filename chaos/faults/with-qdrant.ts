import type { PlayedQdrant } from '../servers.js';
import type { Fault, Scene } from './fault.js';

export const withQdrant =
  (strike: (qdrant: PlayedQdrant, scene: Scene) => Promise<number>): Fault['strike'] =>
  (scene) => {
    const { qdrant } = scene.system;
    if (qdrant === null) throw new Error('There is no Qdrant.');
    return strike(qdrant, scene);
  };
