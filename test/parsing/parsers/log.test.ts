import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../support/parsing.js';

const lines = (...all: string[]): string => all.join('\n');

const NGINX = lines(
  '203.0.113.9 - - [12/Mar/2026:10:00:00 +0100] "GET /gate HTTP/1.1" 200 512 "-" "curl/8.5"',
  '203.0.113.9 - anna [12/Mar/2026:10:00:02 +0100] "POST /gate HTTP/1.1" 502 157 "-" "curl/8.5"',
  '203.0.113.7 - - [12/Mar/2026:10:00:04 +0100] "GET /keeper HTTP/1.1" 200 98 "-" "Wget"',
);
const SYSLOG = lines(
  'Mar  1 10:00:00 kestrel sshd[811]: Accepted publickey for anna',
  'Mar  1 10:00:04 kestrel kernel: disk sda1 is full',
  'Mar 12 10:00:09 kestrel cron[99]: (root) CMD (sweep)',
);
const LOG4J = lines(
  '2026-03-01 10:00:00,123 INFO  [main] Gate - started on port 8817',
  '2026-03-01 10:00:04,007 ERROR [main] Gate - cannot open',
  'java.lang.IllegalStateException: gate 4 is locked',
  '    at kell.Gate.open(Gate.java:41)',
  '    at kell.Main.main(Main.java:7)',
  '2026-03-01 10:00:05,000 INFO  [main] Gate - stopped',
);
const DOCKER = lines(
  '2026-03-01T10:00:00.123456789Z gate-1  | ready',
  '2026-03-01T10:00:01.000000000Z gate-1  | **bold** [4](5)',
  '2026-03-01T10:00:02.000000000Z # not a heading',
);

describe('a log file', () => {
  it.each([
    ['nginx', NGINX],
    ['syslog', SYSLOG],
    ['Log4j, with a stack trace', LOG4J],
    ['Docker', DOCKER],
  ])('of %s keeps its lines, whatever its name is', async (_, source) => {
    const named = await parseBytes(source, 'a.log');
    const unnamed = await parseBytes(source, 'a.txt');

    expect(named).toMatchObject({ format: 'log', text: source });
    expect(unnamed).toMatchObject({ format: 'log', text: source });
  });

  it('is read without its terminal colours', async () => {
    const { text } = await parseBytes(
      '\u001b[32m10:00\u001b[0m started\n\u001b[31m10:04\u001b[0m code E\u001b[1m-5521\u001b[0m',
      'a.log',
    );

    expect(text).toBe('10:00 started\n10:04 code E-5521');
  });

  it.each([
    ['CSV whose rows begin with a time', 'at,gate,keeper\n', '2026-03-01 10:00:00,4,Anna'],
    ['columns separated by bars', '', '2026-03-01 10:00:00 | 4 | Anna'],
    ['sentences with dates', '', 'On 2026-03-01 at 10:00:00 the gate was opened.'],
  ])('is not confused with other text: %s', async (_, head, line) => {
    const { format } = await parseBytes(head + `${line}\n`.repeat(4), 'a.txt');

    expect(format).not.toBe('log');
  });
});
