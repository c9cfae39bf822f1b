import { normalize } from 'node:path';
import { z } from 'zod';

/** A folder of the server that sources of one tenant may be in, or, without a slug, of all of them. */
export type AllowedFolder = { slug: string | null; path: string };

export const sourceVariables = {
  SOURCE_FOLDERS: z
    .string()
    .refine((list) => toEntries(list).every((entry) => ENTRY.test(entry)), {
      error: 'must be absolute paths, or SLUG=/path, with commas between them',
    })
    .optional()
    .describe(
      'Comma-separated folders of this machine that sources may be in: acme=/srv/acme for the tenant with this slug alone, /srv/shared for all. Unset: none.',
    ),
};

/** Parses `SOURCE_FOLDERS`; entries that the schema refuses are left out. */
export const toAllowedFolders = (list: string | undefined): AllowedFolder[] =>
  (list === undefined ? [] : toEntries(list)).flatMap((entry) => {
    const { slug = null, path } = ENTRY.exec(entry)?.groups ?? {};
    return path === undefined ? [] : [{ slug, path: normalize(path) }];
  });

const ENTRY = /^(?:(?<slug>[a-z0-9-]+)=)?(?<path>\/.*)$/u;

const toEntries = (list: string): string[] => list.split(',').map((entry) => entry.trim());
