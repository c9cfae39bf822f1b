import { createBuckets } from '../../src/platform/files/s3-buckets.js';
import type { Reach } from '../../src/sources/kind.js';

/** A server whose operator allows no buckets. */
export const NO_BUCKETS: Reach['buckets'] = {
  allowed: [],
  reader: createBuckets({ endpoint: null, region: 'none', credentials: null }),
};
