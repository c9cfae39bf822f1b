/** A limit that denies a turn: on how many wait, or on how many are in progress at once, in this process. */
export type TurnLimit = {
  kind: 'waiting' | 'at once';
  most: number;
  /** The limit of the process, of which this is a share. */
  whole: number;
} & ({ whose: 'process' | 'tenant' } | { whose: 'user'; userId: string });

/** The settings that the limits come from, if any, and the name of those who share turns if not a tenant and its users. */
export type LimitNames = {
  atOnce?: string;
  maxWaiting?: string;
  maxWaitMs?: string;
  tenant?: string;
  user?: string;
};

type Words = { names: LimitNames; maxWaitMs: number | undefined };

/** Describes whose limit it is, with the setting and its number, as the end of a sentence. */
export const describeLimit = (limit: TurnLimit, { names, maxWaitMs }: Words): string => {
  const { kind, most } = limit;
  const whose = whoseOf(limit, names);
  const setting = settingOf(limit, kind === 'waiting' ? names.maxWaiting : names.atOnce);
  if (kind === 'waiting') return `${whose} may have ${most} waiting${setting}`;
  const late = `none of them was free within ${toSeconds(maxWaitMs)} s`;
  const wait = names.maxWaitMs === undefined ? '' : ` (${names.maxWaitMs})`;
  return `${whose} may have ${most} at once${setting}, and ${late}${wait}`;
};

const whoseOf = (limit: TurnLimit, { tenant = 'this tenant', user }: LimitNames): string => {
  switch (limit.whose) {
    case 'process':
      return 'each process of this installation';
    case 'tenant':
      return tenant;
    case 'user':
      return user ?? `user ${limit.userId}`;
  }
};

/** Names the setting, which applies to the whole process, and says if the limit is a share of it. */
const settingOf = ({ most, whole }: TurnLimit, name: string | undefined): string => {
  const value = name === undefined ? `${whole}` : `${name}=${whole}`;
  if (most < whole) return ` of ${value}`;
  return name === undefined ? '' : ` (${name})`;
};

const toSeconds = (ms = 0): number => Math.round(ms / 1000);
