import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const Call = z.object({
  model: z.string(),
  query: z.string(),
  documents: z.array(z.string()),
  top_n: z.int(),
});
type Call = z.infer<typeof Call>;

/** `hang` never answers; `text` is sent as it is. */
type Reply = { status?: number; headers?: Record<string, string>; text: string } | 'hang';
type Script = (call: Call) => Reply;

export type RerankServer = {
  /** Up to and including /v1. */
  baseUrl: string;
  calls: (Call & { path: string; authorization: string | undefined })[];
  /** Resolves when the client has closed a connection that was not answered. */
  abandoned: Promise<void>;
  close: () => Promise<void>;
};

export const toReply = (results: readonly unknown[]): Reply => ({
  text: JSON.stringify({ results }),
});

/** Best first, by how often the document says "best". */
const honest: Script = ({ documents }) =>
  toReply(
    documents
      .map((text, index) => ({ index, relevance_score: text.split('best').length - 1 }))
      .sort((left, right) => right.relevance_score - left.relevance_score),
  );

export const startRerankServer = async (script: Script = honest): Promise<RerankServer> => {
  const calls: RerankServer['calls'] = [];
  let abandon = (): void => undefined;
  const abandoned = new Promise<void>((resolve) => {
    abandon = resolve;
  });
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const call = Call.parse(body);
      const { authorization } = request.headers;
      calls.push({ ...call, path: request.url ?? '', authorization });
      const reply = script(call);
      if (reply === 'hang') {
        response.on('close', abandon);
        return;
      }
      const headers = { 'content-type': 'application/json', ...reply.headers };
      response.writeHead(reply.status ?? 200, headers).end(reply.text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    calls,
    abandoned,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
