import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const Value = z.object({
  stringValue: z.string().optional(),
  intValue: z.coerce.number().optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
});

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(z.object({ key: z.string(), value: Value })).default([]),
  status: z.object({ code: z.number().default(0), message: z.string().optional() }),
});

const Body = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value: Value })) }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

type ReceivedSpan = z.infer<typeof Span> & { values: Record<string, unknown> };

export type OtlpReceiver = {
  endpoint: string;
  spans: ReceivedSpan[];
  /** Everything that came in, as it came in. */
  bodies: string[];
  headers: Record<string, unknown>[];
  close: () => Promise<void>;
};

const toPlain = ({ key, value }: { key: string; value: z.infer<typeof Value> }) =>
  [key, value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue] as const;

/** A collector that keeps what it is sent. */
export const startOtlpReceiver = async (): Promise<OtlpReceiver> => {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const headers: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      bodies.push(body);
      headers.push({ url: request.url, ...request.headers });
      for (const { scopeSpans } of Body.parse(JSON.parse(body)).resourceSpans) {
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
          spans.push({ ...span, values: Object.fromEntries(span.attributes.map(toPlain)) });
        }
      }
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    headers,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
