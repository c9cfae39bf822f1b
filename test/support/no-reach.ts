import { createBuckets } from '../../src/platform/files/s3-buckets.js';
import { createSendRequest } from '../../src/platform/web/web-request.js';
import type { Reach } from '../../src/sources/kind.js';

/** A server whose operator allows sources nothing. */
export const NO_REACH: Reach = {
  folders: [],
  buckets: {
    allowed: [],
    reader: createBuckets({ endpoint: null, region: 'none', credentials: null }),
  },
  web: { send: createSendRequest({ userAgent: 'test' }), origins: [], isPublic: false },
};
