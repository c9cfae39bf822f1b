import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createBuckets } from '../../../src/platform/files/s3-buckets.js';

let server: Server | undefined;
afterEach(async () => {
  server?.close();
  server?.closeAllConnections();
  if (server?.listening === true) await once(server, 'close');
});

type Answer = { status: number; body: string };

/** The keys that a listing gives from a server that answers so, the nth time. */
const listFrom = async (answer: (nth: number) => Answer) => {
  let asked = 0;
  server = createServer((_request, response) => {
    asked += 1;
    const { status, body } = answer(asked);
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const endpoint = `http://127.0.0.1:${port}`;
  const buckets = createBuckets({ endpoint, region: 'us-east-1', credentials });
  const keys: string[] = [];
  const listing = async () => {
    const place = { bucket: 'files', prefix: '' };
    for await (const page of buckets.list(place, new AbortController().signal)) {
      keys.push(...page.map(({ key }) => key));
    }
  };
  return {
    failed: await listing().then(
      () => null,
      (error: unknown) => error,
    ),
    keys,
  };
};

const page = (key: string, next: string): Answer => ({
  status: 200,
  body: `<ListBucketResult><Contents><Key>${key}</Key><Size>1</Size><ETag>"a"</ETag></Contents>${next}</ListBucketResult>`,
});
const MORE = '<IsTruncated>true</IsTruncated>';

describe('the listing of an S3 bucket', () => {
  it('fails if S3 says that more follows but not where', async () => {
    const { failed, keys } = await listFrom(() => page('a', MORE));

    expect([keys, failed]).toMatchObject([['a'], { code: 'storage_unavailable' }]);
  });

  it('fails instead of looping if S3 names the same page again', async () => {
    const next = `${MORE}<NextContinuationToken>again</NextContinuationToken>`;

    const { failed, keys } = await listFrom((nth) => page(`k${nth}`, next));

    expect([keys, failed]).toMatchObject([['k1', 'k2'], { code: 'storage_unavailable' }]);
  });

  it('is forbidden if the key may not list, and fails if its second page is refused', async () => {
    const next = `${MORE}<NextContinuationToken>second</NextContinuationToken>`;
    const denied = { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };

    const { failed, keys } = await listFrom((nth) => (nth === 1 ? page('a', next) : denied));

    expect([keys, failed]).toMatchObject([['a'], { code: 'forbidden' }]);
  });
});
