import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import express from 'express';
import { reportToDriver } from '../measure.js';
import { timedPieces } from './timed-pieces.js';

// The yardstick: Express, JSON in and out, and a compiled graph of five nodes that do nothing.
const State = Annotation.Root({ query: Annotation<string>(), answer: Annotation<string>() });

const graph = new StateGraph(State)
  .addNode('initialize', () => ({}))
  .addNode('prepare_query', () => ({}))
  .addNode('agent_decide', () => ({}))
  .addNode('tools', () => ({}))
  .addNode('finalize', () => ({ answer: 'Nothing.' }))
  .addEdge(START, 'initialize')
  .addEdge('initialize', 'prepare_query')
  .addEdge('prepare_query', 'agent_decide')
  .addEdge('agent_decide', 'tools')
  .addEdge('tools', 'finalize')
  .addEdge('finalize', END)
  .compile();

const app = express();
app.use(express.json());
app.post('/v1/chat', async (request, response) => {
  const { message } = request.body as { message: string };
  const { answer } = await graph.invoke({ query: message });
  response.json({ answer });
});

// The same as an event stream: an event when the graph is through, then pieces of text that say when they were made.
app.post('/v1/stream', async (request, response) => {
  const { message } = request.body as { message: string };
  response.setHeader('content-type', 'text/event-stream');
  await graph.invoke({ query: message });
  const write = (event: string, data: object) =>
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  write('execution', { executionId: 'none' });
  for await (const text of timedPieces()) write('delta', { text });
  response.end();
});

const isStreamed = process.argv[2] === 'stream';
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
reportToDriver(port, {
  path: isStreamed ? '/v1/stream' : '/v1/chat',
  headers: {},
  body: JSON.stringify({ message: 'How many days a week may I work remotely?' }),
});
