import { z } from 'zod';
import { isAppError, notFound } from '../../../shared/errors.js';
import { createAskWeb, mayAsk, toListingFailure, WebAddress } from '../../ask-web.js';
import { SourceFailed, type Listed, type OpenSource, type SourceKind } from '../../kind.js';
import { crawl, toPath, type Site } from './crawl.js';

const Settings = z.strictObject({
  url: WebAddress.describe(
    'A page to begin at, or a sitemap. Pages below its folder are listed, and no others.',
  ),
  maxPages: z
    .int()
    .min(1)
    .max(20_000)
    .default(2000)
    .describe('A site with more pages fails the run.'),
});
type Settings = z.output<typeof Settings>;

const MAX_FILE_BYTES = 8 * 1024 ** 3;
const READ_TIMEOUT_MS = 600_000;

/** A public website, read from its sitemap or by following links, as far as its robots.txt allows. */
export const website: SourceKind<Settings> = {
  name: 'website',
  settings: Settings,
  address: ({ url }, { externalId }) => `${new URL(url).origin}${externalId}`,
  problems: ({ url }, { web }) =>
    mayAsk(web, url)
      ? []
      : [
          {
            path: 'settings.url',
            message: 'must be a public https address, or one that the operator allows',
          },
        ],
  open: ({ url, maxPages }, { web }) =>
    openSite({ ask: createAskWeb(web), start: new URL(url), maxPages }),
};

const openSite = (site: Site): OpenSource => {
  const list = async function* (signal: AbortSignal): AsyncGenerator<Listed> {
    try {
      yield* crawl(site, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw toListingFailure(error);
    }
  };
  const get = async (externalId: string, signal: AbortSignal) => {
    const { href: url } = toAddress(site, externalId);
    const asked = { url, maxBytes: MAX_FILE_BYTES, timeoutMs: READ_TIMEOUT_MS };
    const answer = await site.ask(asked, signal);
    if (answer.status === 200) return answer.content;
    answer.content.destroy();
    throw notFound();
  };
  return {
    list,
    test: async (signal) => {
      const name = 'read the first page';
      try {
        const { content } = await site.ask(
          { url: site.start.href, maxBytes: MAX_FILE_BYTES },
          signal,
        );
        content.destroy();
        return [{ name, ok: true, message: 'The first page can be read.' }];
      } catch (error) {
        const failure = toListingFailure(error);
        if (!(failure instanceof SourceFailed)) throw failure;
        return [{ name, ok: false, message: failure.message }];
      }
    },
    look: async ({ externalId }, signal) => {
      try {
        (await get(externalId, signal)).destroy();
        return { path: toPath(site.start, toAddress(site, externalId)) };
      } catch (error) {
        if (isAppError(error) && (error.code === 'not_found' || error.code === 'forbidden')) {
          return null;
        }
        throw error;
      }
    },
    read: ({ externalId }, signal) => get(externalId, signal),
  };
};

/** The address is not resolved like a link, because a path that begins with two slashes would name another host. */
const toAddress = ({ start }: Site, externalId: string): URL =>
  new URL(`${start.origin}${externalId}`);
