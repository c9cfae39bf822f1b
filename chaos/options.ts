import { parseArgs } from 'node:util';
import { z } from 'zod';
import { Mutation } from './protocol.js';

/** The stores that the system runs on. */
const Stores = z.enum(['embedded', 'servers']);
export type Stores = z.infer<typeof Stores>;

export type Options = {
  seed: number;
  seconds: number;
  stores: readonly Stores[];
  /** Only the faults that are over in a few seconds. */
  isQuick: boolean;
  /** Only these numbers. */
  only: readonly number[] | null;
  without: Mutation | null;
};

export const USAGE = `npm run chaos -- --seed N --minutes M [options]
  --minutes                   no fault begins later; on SIGTERM, too, what has happened until then is judged
  --stores embedded|servers   LanceDB and jobs on PostgreSQL, or Qdrant and Redis; both, one after the other, when absent
  --redis                     the same as --stores servers
  --quick                     only the faults that are over in a few seconds
  --only 4,24                 only these faults of the list
  --without loop|epoch|verify switches a safeguard off: the run must then find violations
`;

const list = z.string().transform((text) => text.split(',').map(Number));

/** Throws on what is not known. */
export const parseOptions = (args: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '5' },
      stores: { type: 'string' },
      redis: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      without: { type: 'string' },
    },
  });
  const stores = values.redis ? 'servers' : values.stores;
  return {
    seed: z.coerce.number().int().parse(values.seed),
    seconds: z.coerce.number().positive().parse(values.minutes) * 60,
    stores: stores === undefined ? Stores.options : [Stores.parse(stores)],
    isQuick: values.quick,
    only: values.only === undefined ? null : list.parse(values.only),
    without: values.without === undefined ? null : Mutation.parse(values.without),
  };
};
