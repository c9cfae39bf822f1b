import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '../../src/platform/telemetry/logger.js';
import { createTurnLog, type TurnLogPolicy } from '../../src/workflow/turn-log.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { createScenario, type Scenario } from '../support/scenario.js';
import { openServices, type Services } from '../support/services.js';

const DOCUMENT = join(import.meta.dirname, '../../docs/debugging.md');
const QUESTION = 'What is the weather in Budapest, and how much is 500 EUR in HUF?';

const IN_BUDAPEST = { name: 'weather', arguments: { city: 'Budapest' } };
const IN_FORINTS = { name: 'fx_rates', arguments: { base: 'EUR', target: 'HUF', amount: 500 } };

let scenario: Scenario;
let services: Services;

beforeAll(async () => {
  [scenario, services] = await Promise.all([createScenario(), openServices()]);
  services.rates.failWith((_, response) => void response.writeHead(500).end());
});
afterAll(async () => {
  await scenario.destroy();
  await services.close();
});

/** Shows the turn of the document as a terminal does, without colours. */
const showTurn = async (policy: TurnLogPolicy): Promise<string> => {
  const { member } = await scenario.house({ policy: { tools: { weather: true, fx_rates: true } } });
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const turnLog = createTurnLog(
    createLogger({ level: 'info', format: 'pretty', destination }),
    policy,
  );
  const chat = createScriptedChatModel({
    decide: [
      decide.call([IN_BUDAPEST, IN_FORINTS], 'decide'),
      decide.call([IN_BUDAPEST, IN_FORINTS], 'decide'),
      decide.answer(),
    ],
    answer: ['It is 15 °C in Budapest [1].'],
  });
  await scenario.asker({ chat, turnLog, toolSettings: services.toolSettings })(member, QUESTION);
  // eslint-disable-next-line no-control-regex
  const plain = lines.join('').replace(/\u001b\[\d+m/g, '');
  return plain.trimEnd();
};

const withoutTimes = (log: string): string =>
  log.replace(/^\d\d:\d\d:\d\d\.\d{3}/gm, 'TIME').replace(/\d+ ms/g, 'N ms');

describe('the log of a turn in docs/debugging.md', () => {
  it('is what a terminal shows of that turn', async () => {
    const shown = await showTurn({ userQueries: false, turnContent: false });

    const document = await readFile(DOCUMENT, 'utf8');
    const written = [...document.matchAll(/^```\n(\d\d:[^]*?)\n```$/gm)].map(
      ([, block]) => block ?? '',
    );
    expect(written.map(withoutTimes)).toEqual([withoutTimes(shown)]);
    expect(withoutTimes(shown)).not.toMatch(/Budapest|HUF|500/);
  });

  it('shows the question and nothing else if logging of questions is on', async () => {
    const shown = await showTurn({ userQueries: true, turnContent: false });

    expect(shown).toContain(`? question "${QUESTION}"`);
    expect(withoutTimes(shown).replace(QUESTION, '')).not.toMatch(/Budapest|HUF|500/);
  });
});
