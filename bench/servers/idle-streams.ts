import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { reportToDriver } from '../measure.js';
import './collect-garbage.js';

const HEARTBEAT_MS = 15_000;

// The yardstick: an event stream of Express that tells one thing and then keeps its connection alive.
const app = express();
app.post('/events', (_request, response) => {
  response.setHeader('content-type', 'text/event-stream');
  response.write('event: document\ndata: {}\n\n');
  const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS);
  response.once('close', () => clearInterval(heartbeat));
});
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
// A server that listens on a port has an address of this shape.
const { port } = server.address() as AddressInfo;
reportToDriver(port, { path: '/events', headers: {}, body: '{}' });
