import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';

/** The eras of the protocol: `auto` speaks the newest, as the server has it. */
export const ERAS = ['legacy', 'auto'] as const;
export type Era = (typeof ERAS)[number];

type Where = { url: string; key: string; era: Era; path?: string };

/** A client of the protocol's own package that knows nothing of us but an address and a key. */
export const connectMcp = async ({ url, key, era, path = '/mcp' }: Where): Promise<Client> => {
  const client = new Client(
    { name: 'a-test', version: '1.0.0' },
    { versionNegotiation: { mode: era } },
  );
  const authProvider = { token: async () => key };
  await client.connect(new StreamableHTTPClientTransport(new URL(path, url), { authProvider }));
  return client;
};

const Result = z.looseObject({
  isError: z.boolean().optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
});

type Call = { name: string; args?: Record<string, unknown> };

/** Calls a tool; returns its structured content, and the text of its items. */
export const callMcp = async (client: Client, { name, args = {} }: Call) => {
  const result = Result.parse(await client.callTool({ name, arguments: args }));
  return {
    isError: result.isError === true,
    value: result.structuredContent ?? {},
    texts: result.content.map(({ text }) => text ?? ''),
  };
};
