import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openProxiedFetch } from '../../../src/platform/web/outgoing-proxy.js';
import { createSendRequest } from '../../../src/platform/web/web-request.js';
import { startForwardProxy } from '../../support/forward-proxy.js';
import { startWebServer } from '../../support/web-server.js';

const POLICY = { allowedHosts: null, maxBytes: 1000, timeoutMs: 5000 };
const NOBODY = new AbortController().signal;

describe('a request to a plain http address through a proxy', () => {
  let web: Awaited<ReturnType<typeof startWebServer>>;
  let proxy: Awaited<ReturnType<typeof startForwardProxy>>;

  beforeAll(async () => {
    web = await startWebServer((_, response) => response.end('Three days.'));
    proxy = await startForwardProxy({ portOf: () => web.port, credentials: 'kr:a%20secret' });
  });
  afterAll(async () => {
    await proxy.close();
    await web.close();
  });

  const settings = (url = proxy.url) => ({ https: url, http: url, except: ['.direct.example'] });
  const send = (url: string, { through = proxy.url, knows = [] as string[] } = {}) => {
    const request = createSendRequest({
      userAgent: 'test',
      proxy: settings(through),
      resolve: async () => {
        if (knows.length === 0) throw new Error('Nobody here knows this name.');
        return knows.map((address) => ({ address, family: 4 }));
      },
    });
    return request({ url }, POLICY, NOBODY);
  };

  it('sends the proxy the whole address and its credentials, and the host sees neither', async () => {
    const answer = await send('http://pages.example/a?b=c');

    expect(answer.status).toBe(200);
    expect(proxy.asked).toEqual(['GET http://pages.example/a?b=c']);
    expect(web.requests.at(-1)).toMatchObject({
      url: '/a?b=c',
      headers: { host: 'pages.example' },
    });
    expect(JSON.stringify(web.requests)).not.toMatch(/proxy-authorization/i);
    answer.content.destroy();
  });

  it('is refused for a name that resolves to a private address, and the proxy is not contacted', async () => {
    const before = proxy.asked.length;

    const sent = send('http://wiki.example/', { knows: ['10.0.0.7'] });

    await expect(sent).rejects.toMatchObject({ code: 'url_refused' });
    expect(proxy.asked).toHaveLength(before);
  });

  it('fails as unreachable if the proxy refuses to tunnel', async () => {
    const stranger = proxy.url.replace('kr:a%20secret@', '');

    const sent = send('https://pages.example/', { through: stranger });

    await expect(sent).rejects.toMatchObject({
      code: 'url_unreachable',
      cause: { message: 'The outgoing proxy answered with status 407.' },
    });
  });

  it('goes to this machine and to excepted hosts without the proxy', async () => {
    const before = proxy.asked.length;
    const fetchThrough = await openProxiedFetch(settings());

    const text = await (await fetchThrough(`${web.url}/direct`)).text();

    expect(text).toBe('Three days.');
    await expect(send('http://a.direct.example/')).rejects.toMatchObject({ code: 'url_refused' });
    expect(proxy.asked).toHaveLength(before);
  });
});
