/**
 * Measures how much more of the processor some work takes for four times as much: about 4 where it is linear, 16 where every part meets
 * every other. Measures again, up to five times, when it looks like more: other work of the machine makes it look so at times, but not
 * always.
 */
export const growthOf = (work: (size: number) => void, size: number): number => {
  const small = Math.floor(size / 4);
  work(small);
  let growth = Infinity;
  for (let tries = 0; tries < 5 && growth >= LINEAR; tries += 1) {
    growth = Math.min(growth, costOf(() => work(size)) / costOf(() => work(small)));
  }
  return growth;
};

/** More than sorting would, far less than looking at every pair. */
export const LINEAR = 9;

const costOf = (work: () => void): number => Math.min(...[1, 2].map(() => costOfOne(work)));

/** Repeated until it can be told from nothing. */
const costOfOne = (work: () => void): number => {
  const before = process.cpuUsage();
  for (let times = 1; ; times += 1) {
    work();
    const { user, system } = process.cpuUsage(before);
    if (user + system > MEASURABLE_US) return (user + system) / times;
  }
};

const MEASURABLE_US = 10_000;
