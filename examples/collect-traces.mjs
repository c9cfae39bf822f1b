// node examples/collect-traces.mjs [port]: takes traces (OTLP over HTTP, JSON) and prints each as a tree, with milliseconds.
import { createServer } from 'node:http';
import process from 'node:process';
import { json } from 'node:stream/consumers';
import { clearTimeout, setTimeout } from 'node:timers';

const QUIET_MS = 2000;

/** By the id of their trace, until nothing more has come for a while. */
const traces = new Map();

const take = (span) => {
  const { spans = [], timer } = traces.get(span.traceId) ?? {};
  clearTimeout(timer);
  traces.set(span.traceId, {
    spans: [...spans, span],
    timer: setTimeout(() => print(span.traceId), QUIET_MS),
  });
};

const print = (traceId) => {
  const { spans } = traces.get(traceId);
  traces.delete(traceId);
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const roots = spans.filter(({ parentSpanId }) => !ids.has(parentSpanId));
  process.stdout.write(`${roots.flatMap((root) => toLines(root, spans, 0)).join('\n')}\n\n`);
};

const toLines = (span, spans, depth) => {
  const ms = Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6;
  const below = spans
    .filter(({ parentSpanId }) => parentSpanId === span.spanId)
    .sort((one, other) => Number(BigInt(one.startTimeUnixNano) - BigInt(other.startTimeUnixNano)));
  return [
    `${'  '.repeat(depth)}${span.name} ${ms.toFixed(0)} ms${span.status?.code === 2 ? ' FAILED' : ''}`,
    ...below.flatMap((child) => toLines(child, spans, depth + 1)),
  ];
};

const server = createServer(async (request, response) => {
  const { resourceSpans = [] } = await json(request);
  for (const { scopeSpans } of resourceSpans) {
    for (const { spans } of scopeSpans) spans.forEach(take);
  }
  response.setHeader('Content-Type', 'application/json').end('{}');
});

server.listen(Number(process.argv[2] ?? 4318), '127.0.0.1', () => {
  process.stdout.write(`Taking traces at http://127.0.0.1:${server.address().port}\n`);
});
