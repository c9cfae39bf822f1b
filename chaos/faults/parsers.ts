import { readFileSync } from 'node:fs';
import { STRIKE_MS, uploadSome, whenSettled, type Fault, type Scene } from './fault.js';

const childrenOf = (pid: number): number[] => {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return children === '' ? [] : children.split(' ').map(Number);
  } catch {
    return [];
  }
};

const killParsers = ({ system }: Scene, signal: NodeJS.Signals): number => {
  let killed = 0;
  for (const pid of system.workers.flatMap((worker) => childrenOf(worker.pid()))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('parser-child')) continue;
      process.kill(pid, signal);
      killed += 1;
    } catch {
      // It has ended by itself.
    }
  }
  return killed;
};

/** Every parser that is started dies, until the document has been given up. */
const parsersDie = (fault: Omit<Fault, 'strike'>, signal: NodeJS.Signals): Fault => ({
  ...fault,
  strike: async (scene) => {
    for (const worker of scene.system.workers) await worker.begun();
    const pids = scene.system.workers.map((worker) => worker.pid());
    let killed = 0;
    const hunt = setInterval(() => (killed += killParsers(scene, signal)), 30);
    const [document] = await uploadSome(scene, { count: 1 });
    if (document) await whenSettled(scene, [document], STRIKE_MS);
    clearInterval(hunt);
    const survivors = scene.system.workers.map((worker) => worker.pid());
    if (pids.join() !== survivors.join())
      scene.violate('L1', 'A dying parser took its worker along', []);
    return killed;
  },
});

export const PARSER_FAULTS: readonly Fault[] = [
  parsersDie(
    {
      number: 11,
      title: 'parsers killed as for want of memory',
      codes: ['parser_out_of_memory'],
    },
    'SIGKILL',
  ),
  parsersDie(
    { number: 58, title: 'parsers crash over and over', codes: ['parser_crashed'] },
    'SIGABRT',
  ),
];
