import { join } from 'node:path';
import type { Config } from '../../config/index.js';
import { createExportOwnData, createExportOwnTenant } from '../backup/index.js';
import { readVersion } from './installed-files.js';
import type { Platform } from './platform.js';

type Parts = Pick<
  Parameters<typeof createExportOwnData>[0],
  'limits' | 'sessions' | 'memories' | 'workspaceFiles'
>;

/** The archives that people export over the API: of their tenant, and of their own data. */
export const composeExports = (config: Config, platform: Platform, parts: Parts) => ({
  exportOwnTenant: createExportOwnTenant({
    ...platform,
    limits: parts.limits,
    folder: join(config.dataDir, 'exports'),
    version: readVersion(),
  }),
  exportOwnData: createExportOwnData({ ...platform, ...parts }),
});
