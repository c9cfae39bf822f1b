import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { jwtVerify } from 'jose';
import { startWebServer } from './web-server.js';

type Permission = Record<string, unknown> & { id: string; type: string };

type DriveFile = {
  id: string;
  name: string;
  mimeType?: string;
  parents?: string[];
  content?: string;
  trashed?: boolean;
  permissions?: Permission[];
};

const FOLDER = 'application/vnd.google-apps.folder';
const DRIVE_ID = '0AFakeSharedDrive';

type State = {
  files: Map<string, DriveFile>;
  groups: Map<string, { email: string; type: string; status: string }[]>;
  changes: Record<string, unknown>[];
  /** Changes before this are forgotten. */
  oldest: number;
};

/**
 * Google Drive in this process. Its answers are written by hand from Google's documentation of Drive v3, of the Directory API and of OAuth for
 * service accounts; none was recorded from Google. Files of a shared drive have ids of permissions only, as there.
 */
export const startDriveServer = async () => {
  const state: State = { files: new Map(), groups: new Map(), changes: [], oldest: 0 };
  const { files, changes } = state;
  const asked: string[] = [];
  const { grant, privateKey, scopes } = createSignIn();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://drive');
    asked.push(pathname);
    if (pathname === '/token') {
      const token = await grant(request);
      response.writeHead(token === null ? 400 : 200).end(JSON.stringify(token ?? {}));
      return;
    }
    const needed = pathname.startsWith('/admin/') ? 'admin.directory' : 'drive.readonly';
    const isAllowed = request.headers.authorization?.startsWith(`Bearer ${needed}`) === true;
    const found = isAllowed ? answerOf(state, decodeURIComponent(pathname), searchParams) : null;
    response.writeHead(!isAllowed ? 401 : found === null ? 404 : 200);
    response.end(typeof found === 'string' ? found : JSON.stringify(found ?? {}));
  };
  const server = await startWebServer((request, response) => void answer(request, response));
  const change = (id: string): void => {
    const file = files.get(id);
    const shown = file === undefined ? { removed: true } : { file: toShown(file) };
    changes.push({ changeType: 'file', fileId: id, ...shown });
  };
  const serviceAccount = JSON.stringify({
    client_email: ISSUER,
    private_key: privateKey,
    token_uri: `${server.url}/token`,
  });
  return {
    origin: server.url,
    driveId: DRIVE_ID,
    serviceAccount,
    asked,
    groups: state.groups,
    put: (file: DriveFile): void => {
      files.set(file.id, file);
      change(file.id);
    },
    trash: (id: string): void => {
      const file = files.get(id);
      if (file !== undefined) files.set(id, { ...file, trashed: true });
      change(id);
    },
    removeForever: (id: string): void => {
      files.delete(id);
      change(id);
    },
    forgetChanges: (): void => {
      state.oldest = changes.push({ changeType: 'file' });
    },
    withdrawScope: (scope: string): void => {
      scopes.delete(scope);
    },
    close: server.close,
  };
};

const ISSUER = 'reader@example.test';

/** Grants a token for what a service account signs. */
const createSignIn = () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const scopes = new Set(['drive.readonly', 'admin.directory.group.member.readonly']);
  const grant = async (request: IncomingMessage): Promise<object | null> => {
    const assertion = new URLSearchParams(await text(request)).get('assertion') ?? '';
    const { payload } = await jwtVerify(assertion, publicKey, { issuer: ISSUER });
    const scope = String(payload['scope']).replace('https://www.googleapis.com/auth/', '');
    return scopes.has(scope) ? { access_token: scope, expires_in: 3600 } : null;
  };
  return { grant, scopes, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
};

const PAGE = 3;

const answerOf = (state: State, path: string, query: URLSearchParams): object | string | null => {
  if (path === '/drive/v3/files') return listFiles(state, query);
  if (path === '/drive/v3/changes/startPageToken') {
    return { startPageToken: String(state.changes.length) };
  }
  if (path === '/drive/v3/changes') return listChanges(state, query);
  const group = /^\/admin\/directory\/v1\/groups\/(.+)\/members$/u.exec(path)?.[1];
  if (group === undefined) {
    return ofFile(state, path.replace('/drive/v3/files/', '').split('/'), query);
  }
  const members = state.groups.get(group);
  return members === undefined ? null : { members };
};

const listFiles = ({ files }: State, query: URLSearchParams) => {
  const isFolders = query.get('q')?.includes(" = 'application") ?? false;
  const found = [...files.values()].filter(
    ({ mimeType, trashed }) => (mimeType === FOLDER) === isFolders && trashed !== true,
  );
  const at = Number(query.get('pageToken') ?? 0);
  const next = at + PAGE < found.length ? { nextPageToken: String(at + PAGE) } : {};
  return { ...next, files: found.slice(at, at + PAGE).map(toShown) };
};

const listChanges = ({ changes, oldest }: State, query: URLSearchParams) => {
  const at = Number(query.get('pageToken'));
  if (!Number.isInteger(at) || at < oldest) return null;
  const end = Math.min(at + PAGE, changes.length);
  const next = end < changes.length ? 'nextPageToken' : 'newStartPageToken';
  return { [next]: String(end), changes: changes.slice(at, end) };
};

const ofFile = (
  { files }: State,
  [id = '', part, permission]: string[],
  query: URLSearchParams,
) => {
  const file = files.get(id);
  if (file === undefined) return null;
  if (part === 'permissions') return file.permissions?.find((one) => one.id === permission) ?? null;
  const isContent = query.get('alt') === 'media' || part === 'export';
  return isContent ? (file.content ?? '') : toShown(file);
};

const toShown = ({ content = '', permissions, ...fields }: DriveFile) => ({
  mimeType: 'text/markdown',
  parents: [DRIVE_ID],
  trashed: false,
  ...fields,
  size: String(Buffer.byteLength(content)),
  md5Checksum: `md5 of ${content}`,
  permissionIds: permissions?.map(({ id }) => id),
});
