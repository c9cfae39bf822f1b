import type { IncomingMessage, ServerResponse } from 'node:http';
import { startWebServer } from './web-server.js';

type File = { text: string; etag: string };

/** An answer in the place of the one that the server would give, for requests whose method and path this names. */
type Fault = { when: RegExp; status: number; headers?: Record<string, string>; body?: string };

const ACCOUNT = { username: 'reader', password: 'correct horse' };

/** A WebDAV server in this process, whose files a test sets; it tells Nextcloud's shares if a test sets these. */
export const startWebDavServer = async (root = '/dav/') => {
  const files = new Map<string, File>();
  const asked: string[] = [];
  let faults: Fault[] = [];
  let shares: { own: unknown[]; foreign: unknown[] } | null = null;
  let changes = 0;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', 'http://server');
    const line = `${request.method ?? ''} ${url.pathname}`;
    asked.push(line);
    const fault = faults.find(({ when }) => when.test(line));
    if (fault !== undefined) {
      response.writeHead(fault.status, fault.headers).end(fault.body);
      return;
    }
    const pair = Buffer.from(`${ACCOUNT.username}:${ACCOUNT.password}`).toString('base64');
    if (request.headers.authorization !== `Basic ${pair}`) response.writeHead(401).end();
    else if (url.pathname.endsWith('/shares')) {
      const isForeign = url.searchParams.has('shared_with_me');
      const data = isForeign ? shares?.foreign : shares?.own;
      response.writeHead(shares === null ? 403 : 200).end(JSON.stringify({ ocs: { data } }));
    } else if (request.method === 'PROPFIND')
      describe({ files, root, path: url.pathname }, request, response);
    else {
      const file = files.get(decodeURIComponent(url.pathname.slice(root.length)));
      response.writeHead(file === undefined ? 404 : 200).end(file?.text);
    }
  };
  const { url, close } = await startWebServer(answer);
  return {
    url: `${url}${root}`,
    origin: url,
    account: ACCOUNT,
    /** Methods and paths in the order in which they were asked. */
    asked,
    put: (path: string, text: string): void => {
      changes += 1;
      files.set(path, { text, etag: `"${changes}"` });
    },
    remove: (path: string): void => {
      files.delete(path);
    },
    clear: (): void => {
      files.clear();
    },
    share: (own: unknown[], foreign: unknown[] = []): void => {
      shares = { own, foreign };
    },
    fail: (...given: Fault[]): void => {
      faults = given;
    },
    close,
  };
};

type Described = { files: ReadonlyMap<string, File>; root: string; path: string };

const describe = (
  { files, root, path }: Described,
  { headers }: IncomingMessage,
  response: ServerResponse,
): void => {
  const name = decodeURIComponent(path.slice(root.length));
  const file = files.get(name);
  const below = name.replace(/(?<=.)\/?$/u, '/');
  const inside = [...files].flatMap(([one, content]): [string, File][] =>
    one.startsWith(below) ? [[one.slice(below.length), content]] : [],
  );
  if (file === undefined && inside.length === 0 && below !== '') {
    response.writeHead(404).end();
    return;
  }
  const entries = file === undefined ? [toFolder(path)] : [toFile(path, file)];
  if (file === undefined && headers['depth'] === '1') {
    const folders = inside.flatMap(([one]) => /^[^/]+\//u.exec(one) ?? []);
    entries.push(...[...new Set(folders)].map((one) => toFolder(`${path}${encodeURI(one)}`)));
    for (const [one, content] of inside) {
      if (!one.includes('/')) entries.push(toFile(`${path}${encodeURIComponent(one)}`, content));
    }
  }
  response.writeHead(207, { 'Content-Type': 'application/xml' });
  response.end(`<D:multistatus xmlns:D="DAV:">${entries.join('')}</D:multistatus>`);
};

const toFolder = (href: string): string =>
  `<D:response><D:href>${href}</D:href><D:propstat><D:prop><D:resourcetype><D:collection/></D:resourcetype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat><D:propstat><D:prop><D:getetag/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>`;

const toFile = (href: string, { text, etag }: File): string =>
  `<D:response><D:href>${href}</D:href><D:propstat><D:prop><D:resourcetype/><D:getetag>${etag}</D:getetag><D:getcontentlength>${Buffer.byteLength(text)}</D:getcontentlength></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
