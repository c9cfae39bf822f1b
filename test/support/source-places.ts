import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { createBuckets } from '../../src/platform/files/s3-buckets.js';
import type { Reach } from '../../src/sources/kind.js';
import { NO_REACH } from './no-reach.js';
import { startGitServer } from './git-server.js';
import { startMailServer } from './mail-server.js';
import { startS3Server } from './s3-server.js';
import { startWebServer } from './web-server.js';
import { startWebDavServer } from './webdav-server.js';

/** Somewhere that files lie, as a kind of source reads it. */
export type SourcePlace = {
  kind: string;
  settings: Record<string, unknown>;
  credentials?: Record<string, string>;
  reach: Partial<Reach>;
  /** Writes a file; `at` is the time of the change as the other side's clock says, where that side tells times. */
  put(path: string, text: string, at?: Date): Promise<void>;
  remove(path: string): Promise<void>;
  /** A kind whose files never change: a changed one is another, in the place of one that is gone. */
  isAppended?: boolean;
  /** The path of a file as it was put, out of one that a listing shows. */
  asPut?(path: string): string;
  /** The size of a file that was put. */
  sizeOf?(path: string, text: string): number;
  /** Takes all files away. */
  clear(): Promise<void>;
  /** Makes it unreachable until `restart`. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
};

export const startFolder = async (): Promise<SourcePlace> => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'kr-place-')));
  const folder = join(root, 'files');
  await mkdir(folder);
  const put = async (path: string, text: string, at?: Date): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
    if (at !== undefined) await utimes(join(folder, path), at, at);
  };
  return {
    kind: 'folder',
    settings: { path: folder },
    reach: { folders: [root] },
    put,
    remove: (path) => rm(join(folder, path)),
    clear: async () => {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder);
    },
    kill: () => rm(folder, { recursive: true }),
    restart: async () => {
      await mkdir(folder, { recursive: true });
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
};

export const startBucket = async (): Promise<SourcePlace> => {
  const server = await startS3Server();
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, ...keys } = server.variables;
  const credentials = {
    accessKeyId: keys.S3_ACCESS_KEY_ID,
    secretAccessKey: keys.S3_SECRET_ACCESS_KEY,
  };
  const client = new S3({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  const reader = createBuckets({ endpoint, region: 'us-east-1', credentials });
  const object = (path: string) => ({ Bucket: bucket, Key: `files/${path}` });
  const put = async (path: string, text: string): Promise<void> => {
    await client.putObject({ ...object(path), Body: text });
  };
  return {
    kind: 's3',
    settings: { bucket, prefix: 'files/' },
    put,
    reach: { buckets: { allowed: [{ bucket, prefix: '' }], reader } },
    remove: async (path) => {
      await client.deleteObject(object(path));
    },
    clear: async () => {
      const { Contents = [] } = await client.listObjectsV2({ Bucket: bucket });
      for (const { Key } of Contents) await client.deleteObject({ Bucket: bucket, Key });
    },
    kill: server.kill,
    restart: () => server.restart(),
    close: async () => {
      client.destroy();
      await server.close();
    },
  };
};

export const startWebDav = async (): Promise<SourcePlace> => {
  const server = await startWebDavServer();
  return {
    kind: 'webdav',
    settings: { url: `${server.url}files/` },
    credentials: server.account,
    reach: { web: { ...NO_REACH.web, origins: [server.origin] } },
    put: async (path, text) => {
      server.put(`files/${path}`, text);
    },
    remove: async (path) => {
      server.remove(`files/${path}`);
    },
    clear: async () => {
      server.clear();
      server.put('files/.kept', '');
    },
    kill: async () => {
      server.fail({ when: /./u, status: 503 });
    },
    restart: async () => {
      server.fail();
    },
    close: server.close,
  };
};

export const startGit = async (): Promise<SourcePlace> => {
  const server = await startGitServer();
  return {
    kind: 'git',
    settings: { url: server.url },
    credentials: server.account,
    reach: { web: { ...NO_REACH.web, origins: [server.origin] } },
    put: async (path, text, at) => {
      server.put(path, { text }, at);
    },
    remove: async (path) => {
      server.remove(path);
    },
    clear: async () => {
      server.clear();
    },
    kill: async () => {
      server.setAway(true);
    },
    restart: async () => {
      server.setAway(false);
    },
    close: server.close,
  };
};

/** A mailbox in which a file is a mail of this subject, in a folder. */
export const startMailbox = async (): Promise<SourcePlace> => {
  const server = await startMailServer();
  const kept = new Map<string, { text: string; folder: string; uid: number }>();
  const remove = async (path: string): Promise<void> => {
    const mail = kept.get(path);
    if (mail === undefined) return;
    kept.delete(path);
    await server.inFolder(mail.folder, (opened) => opened.messageDelete([mail.uid], { uid: true }));
  };
  return {
    kind: 'imap',
    settings: { url: server.address },
    credentials: server.account,
    reach: { web: { ...NO_REACH.web, origins: [server.address] } },
    isAppended: true,
    asPut: (path) => path.replace(/^INBOX\/|\d+-\d+\/|\.eml$/gu, ''),
    sizeOf: (path, text) => toMail(basename(path), text).length,
    put: async (path, text, at) => {
      if (kept.get(path)?.text === text) return;
      await remove(path);
      const folder = dirname(path) === '.' ? 'INBOX' : dirname(path);
      const uid = await server.append(folder, toMail(basename(path), text), at);
      kept.set(path, { text, folder, uid });
    },
    remove,
    clear: async () => {
      const folders = new Set([...kept.values()].map(({ folder }) => folder));
      for (const folder of folders) {
        await server.inFolder(folder, (opened) => opened.messageDelete('1:*', { uid: true }));
      }
      kept.clear();
    },
    kill: server.kill,
    restart: server.restart,
    close: server.close,
  };
};

const toMail = (subject: string, text: string): string =>
  [
    'From: Anna <anna@example.test>',
    'To: Ben <ben@example.test>',
    'Date: Mon, 30 Nov 2026 10:00:00 +0000',
    `Subject: ${subject}`,
    '',
    text,
    '',
  ].join('\r\n');

/** A site with a sitemap of all its pages. */
export const startWebsite = async (): Promise<SourcePlace> => {
  const pages = new Map<string, { text: string; at: Date | undefined }>();
  let isAway = false;
  const server = await startWebServer(({ url = '' }, response) => {
    const page = pages.get(decodeURI(url.slice(1)));
    if (isAway) response.writeHead(503).end();
    else if (url === '/sitemap.xml') {
      const urls = [...pages.keys()].map((path) => `<url><loc>/${encodeURI(path)}</loc></url>`);
      response.writeHead(200, { 'Content-Type': 'application/xml' });
      response.end(`<urlset>${urls.join('')}</urlset>`);
    } else {
      response.setHeader('Content-Type', 'text/markdown');
      if (page?.at !== undefined) response.setHeader('Last-Modified', page.at.toUTCString());
      response.writeHead(page === undefined ? 404 : 200).end(page?.text);
    }
  });
  return {
    kind: 'website',
    settings: { url: `${server.url}/sitemap.xml` },
    reach: { web: { ...NO_REACH.web, origins: [server.url] } },
    put: async (path, text, at) => {
      pages.set(path, { text, at });
    },
    remove: async (path) => {
      pages.delete(path);
    },
    clear: async () => {
      pages.clear();
    },
    kill: async () => {
      isAway = true;
    },
    restart: async () => {
      isAway = false;
    },
    close: server.close,
  };
};
