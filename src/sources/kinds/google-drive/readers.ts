import { z } from 'zod';
import { isAppError } from '../../../shared/errors.js';
import type { ListedGroup } from '../../kind.js';
import type { DriveApi } from './api.js';

/** A permission as returned by Google. */
export const Permission = z.object({
  type: z.string(),
  emailAddress: z.string().optional(),
  domain: z.string().optional(),
  /** False if only people with the link can open the file. */
  allowFileDiscovery: z.boolean().optional(),
  deleted: z.boolean().optional(),
  /** Set for permissions that do not give access to the content. */
  view: z.string().optional(),
});
export type Permission = z.infer<typeof Permission>;

export const PERMISSION_FIELDS = 'type,emailAddress,domain,allowFileDiscovery,deleted,view';

type Shared = {
  id: string;
  permissions?: Permission[] | undefined;
  permissionIds?: string[] | undefined;
};

type Options = {
  api: DriveApi;
  files: string;
  /** The domain whose members are all users here; if null, a permission for a domain grants nothing. */
  domain: string | null;
};

/** The maximum number of permissions remembered during a run, each for a person or a group. */
const MAX_KNOWN = 100_000;

/**
 * Finds out who reads a file. Google resolves inheritance. For files of shared drives it returns only permission ids; each id is looked up
 * once, because it stands for the same person or group in every file. Links that anyone can open give nobody access.
 */
export const createReadersOf = ({ api, files, domain }: Options) => {
  const known = new Map<string, string | null>();
  const toReader = ({ type, ...permission }: Permission): string | null => {
    const { emailAddress: address, allowFileDiscovery: isListed = true } = permission;
    if (permission.deleted === true || permission.view !== undefined) return null;
    if (type === 'user') return address === undefined ? null : `email:${address}`;
    if (type === 'group') {
      return address === undefined ? null : `member-of:${address.toLowerCase()}`;
    }
    if (!isListed) return null;
    if (type === 'domain') return permission.domain === domain ? 'everyone' : null;
    return type === 'anyone' ? 'everyone' : null;
  };
  /** A permission that cannot be read grants nothing; the file's other permissions count. */
  const lookUp = async (id: string, file: string, signal: AbortSignal): Promise<string | null> => {
    const kept = known.get(id);
    if (kept !== undefined) return kept;
    const url = `${files}/${encodeURIComponent(file)}/permissions/${encodeURIComponent(id)}`;
    const query = { fields: PERMISSION_FIELDS, supportsAllDrives: 'true' };
    const found = await api.read({ url, query }, signal).catch((error: unknown) => {
      if (isAppError(error)) return null;
      throw error;
    });
    const permission = Permission.safeParse(found);
    const reader = permission.success ? toReader(permission.data) : null;
    if (known.size < MAX_KNOWN) known.set(id, reader);
    return reader;
  };
  return async (file: Shared, signal: AbortSignal): Promise<string[] | null> => {
    const { id: fileId, permissions, permissionIds } = file;
    if (permissions !== undefined) return permissions.flatMap((one) => toReader(one) ?? []);
    if (permissionIds === undefined) return null;
    const readers: string[] = [];
    for (const id of permissionIds) {
      const reader = await lookUp(id, fileId, signal);
      if (reader !== null) readers.push(reader);
    }
    return readers;
  };
};

const Members = z.object({
  members: z
    .array(
      z.object({
        email: z.string().optional(),
        type: z.string(),
        status: z.string().default('ACTIVE'),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
});

/** Lists the people in these groups and in their nested groups, one page at a time. */
export async function* listMembers(
  { api, directory }: { api: DriveApi; directory: string },
  named: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<ListedGroup> {
  for (const id of named) {
    const url = `${directory}/groups/${encodeURIComponent(id)}/members`;
    let pageToken: string | undefined;
    do {
      const query = { includeDerivedMembership: 'true', maxResults: '200', pageToken };
      const asked = { url, query, scope: 'members' as const };
      // If a group is gone or not accessible, only its own members are unknown.
      const answer = await api.read(asked, signal).catch((error: unknown) => {
        if (isAppError(error)) return null;
        throw error;
      });
      if (answer === null) {
        yield { id, members: null };
        break;
      }
      const { members, nextPageToken } = Members.parse(answer);
      const people = members.filter(({ type, status }) => type === 'USER' && status === 'ACTIVE');
      yield { id, members: people.flatMap(({ email }) => (email ? [`email:${email}`] : [])) };
      pageToken = nextPageToken;
    } while (pageToken !== undefined);
  }
}
