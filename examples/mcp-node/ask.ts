// The official client of the Model Context Protocol against this server: only the address and the key are ours.
// MCP_URL=http://127.0.0.1:3000/mcp MCP_API_KEY=kr_… npx tsx examples/mcp-node/ask.ts "How many days?"
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';

const [question = 'What can I ask?'] = process.argv.slice(2);
const { MCP_URL = 'http://127.0.0.1:3000/mcp', MCP_API_KEY = '' } = process.env;

const client = new Client(
  { name: 'example', version: '1.0.0' },
  // Without this the client speaks the protocol of 2025, which is served as well.
  { versionNegotiation: { mode: 'auto' } },
);
const authProvider = { token: async () => MCP_API_KEY };
await client.connect(new StreamableHTTPClientTransport(new URL(MCP_URL), { authProvider }));

const Found = z.object({ results: z.array(z.object({ id: z.string(), title: z.string() })) });
const search = await client.callTool({ name: 'search', arguments: { query: question } });
const [first] = Found.parse(search.structuredContent).results;
if (first !== undefined) {
  const Document = z.object({ text: z.string() });
  const fetched = await client.callTool({ name: 'fetch', arguments: { id: first.id } });
  const { text } = Document.parse(fetched.structuredContent);
  console.error(`Best: ${first.title}, ${text.length} characters`);
}

const Answer = z.object({
  answer: z.string(),
  citations: z.array(z.object({ number: z.int(), title: z.string(), url: z.string().optional() })),
});
const asked = await client.callTool(
  { name: 'ask', arguments: { question } },
  { onprogress: ({ message }) => console.error(`… ${message}`) },
);
const { answer, citations } = Answer.parse(asked.structuredContent);
console.log(answer);
for (const { number, title, url } of citations) console.log(`→ [${number}] ${title}: ${url}`);

await client.close();
