import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../support/parsing.js';

const SQL = `CREATE TABLE gate_log (
  id INT PRIMARY KEY,
  opened_at TIMESTAMP NOT NULL, -- local time
  keeper VARCHAR(40)
);

SELECT keeper, COUNT(*) AS n
FROM gate_log;`;

const COMPOSE = `services:
  gate:
    image: ferd/gate:4
    ports:
      - "8443:443"

  store:
    image: ferd/store:2`;

describe('a source code file', () => {
  it.each([
    ['an SQL script', SQL, 'gate.sql'],
    ['Docker Compose settings', COMPOSE.replace('\n\n', '\n'), 'compose.yaml'],
    ['a Makefile', 'all: gate\n\tcc -o gate gate.c\n\nclean:\n\trm gate', 'rules.mk'],
    ['a program with a Markdown heading', '# Gate\n\n**bold** = 3\nx = [1](2)', 'gate.py'],
    ['a Windows settings file', '[Gate]\nKeeper=Åsa\nHours=7-18', 'gate.ini'],
    ['a patch', '--- a/gate.py\n+++ b/gate.py\n@@ -1 +1 @@\n-open = 7\n+open = 8', 'a.diff'],
  ])('keeps the lines and the indentation of %s', async (_, source, name) => {
    const { format, text } = await parseBytes(source, name);

    expect(format).toBe('code');
    expect(text).toBe(source);
  });

  it('keeps the indentation of a part after a blank line', async () => {
    const { text } = await parseBytes(COMPOSE, 'compose.yml');

    expect(text).toBe(COMPOSE.replace('\n\n', '\n'));
  });

  it('is read in the character set in which it was saved', async () => {
    const { text } = await parseBytes(
      Buffer.from('keeper = "Åsa Lindström från Malmö"\ngate = 4', 'latin1'),
      'gate.py',
    );

    expect(text).toContain('keeper = "Åsa Lindström från Malmö"\ngate = 4');
  });

  it('is read as an HTML page if it is one', async () => {
    const page = '<!doctype html><p>Gate 4 is open.</p>';

    const { format, text } = await parseBytes(page, 'gate.php');

    expect(format).toBe('html');
    expect(text).toBe('Gate 4 is open.');
  });
});

describe('code within plain text', () => {
  it.each([
    ['SQL', SQL],
    ['YAML', COMPOSE.replace('\n\n', '\n')],
  ])('keeps its lines if it is %s', async (_, source) => {
    const written = `Run this at the gate.\n\n${source}\n\nThen wait.`;

    const { text } = await parseBytes(written, 'a.txt');

    expect(text.replace(/\n+/gu, '\n')).toBe(written.replace(/\n+/gu, '\n'));
  });
});
