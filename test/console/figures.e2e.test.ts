import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Page } from 'playwright-core';
import { violationsOf } from '../support/console.js';
import { useConsole } from '../support/console-house.js';
import { findProgramOfTests } from '../support/installed.js';
import { SAMPLES } from '../support/samples.js';

const CHROMIUM = findProgramOfTests('chromium', 'figures are not read in a browser.');
const QUESTION = 'How many days a week may office staff work from home?';
const FLOW_MS = 60_000;

const Calls = z.object({
  tools: z.array(z.object({ name: z.string(), count: z.int() })),
  models: z.array(z.unknown()),
  assistants: z.array(z.unknown()),
});
const NewUser = z.object({ invitation: z.object({ token: z.string() }) });

const house = useConsole(CHROMIUM, async (server) => {
  await server.upload(join(SAMPLES, 'employee-handbook.pdf'));
  await server.call('POST', '/v1/chat', { message: QUESTION });
  await server.call('POST', '/v1/chat', { message: 'How many days of paid vacation are there?' });
});
const { open } = house;

describe('GET /v1/metrics/calls', () => {
  it('counts the calls of each tool within the range only', async () => {
    const read = (from: Date, to: Date) => {
      const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() });
      return house.server.call('GET', `/v1/metrics/calls?${query.toString()}`);
    };
    const [now, hourMs] = [Date.now(), 3_600_000];

    const all = Calls.parse((await read(new Date(now - hourMs), new Date(now + hourMs))).json);
    const later = Calls.parse(
      (await read(new Date(now + hourMs), new Date(now + 2 * hourMs))).json,
    );
    const tooLong = await read(new Date(now - 100 * 24 * hourMs), new Date(now));

    expect(all.tools.find(({ name }) => name === 'rag_search')?.count).toBe(2);
    expect(all.models).toEqual([]);
    expect(all.assistants).toMatchObject([{ model: null, questions: 2, calls: 0, costUsd: null }]);
    expect(later).toEqual({ tools: [], models: [], assistants: [] });
    expect(tooLong.status).toBe(422);
  });
});

const Report = z.looseObject({ series: z.array(z.looseObject({ from: z.iso.datetime() })) });

/** Lets the page believe that the same had run an hour earlier too: one point is no line. */
const ranBefore = (page: Page) =>
  page.route('**/v1/metrics/nodes?*', async (route) => {
    const response = await route.fetch();
    const report = Report.parse(await response.json());
    const earlier = report.series.map((part) => ({
      ...part,
      from: new Date(Date.parse(part.from) - 3_600_000).toISOString(),
    }));
    await route.fulfill({ response, json: { ...report, series: [...earlier, ...report.series] } });
  });

if (CHROMIUM !== undefined) {
  describe('the metrics screen', () => {
    it(
      'shows each node with its p95 and the calls of each tool, as charts and tables',
      async () => {
        const { page, seen } = await open('/');
        await ranBefore(page);
        await page.getByRole('link', { name: 'Administration' }).click();
        await page.getByRole('link', { name: /^Questions\s*2\b/u }).waitFor();
        await page
          .getByRole('region', { name: 'System health' })
          .getByText('works')
          .first()
          .waitFor();
        await page.getByRole('link', { name: 'Metrics' }).click();
        const nodes = page.getByRole('region', { name: 'Runs of each node' });
        const decide = nodes.getByRole('row', { name: /agent_decide/u });
        await decide.waitFor();
        const flow = page.getByRole('region', { name: 'Workflow' });
        expect(await flow.getByText('slowest').count()).toBe(1);
        await flow.getByRole('link', { name: /finalize/u }).click();
        const turns = page.getByRole('region', { name: 'Turns in which finalize was slow' });
        await turns.getByRole('link').first().waitFor();

        expect(await decide.getByRole('cell').first().textContent()).toBe('2');
        expect(await decide.getByRole('cell').nth(5).textContent()).toMatch(/\d (ms|sec)/u);
        await page.locator('.chart canvas').waitFor();
        await page.getByLabel('Figure', { exact: true }).selectOption('count');
        await page.getByRole('img', { name: 'Runs of each node over time' }).waitFor();
        const overTime = page.getByRole('region', { name: 'Over time' });
        expect(await overTime.getByRole('row').last().textContent()).toMatch(/2/u);
        const tools = page.getByRole('region', { name: 'By tool' });
        await tools.getByRole('row', { name: /rag_search/u }).waitFor();
        const assistants = page.getByRole('region', { name: 'By assistant' });
        const usage = assistants.getByRole('row').nth(1).getByRole('cell');
        expect(await usage.allTextContents()).toEqual(['no model', '2', '0', '0 in, 0 out', '–']);
        await page.getByLabel('Time', { exact: true }).selectOption('month');
        await page.waitForURL('**/metrics?range=month');
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );

    it(
      'stands next to the audit with its filters, and the usage per day and user',
      async () => {
        await house.server.call('PATCH', '/v1/tenant', { policy: { groundedOnly: false } });
        const { page } = await open('/metrics/audit');
        await page.getByRole('row', { name: /uploaded Employee Handbook/u }).waitFor();
        await page.getByText('Answer from documents alone: yes → no').waitFor();
        await page.getByRole('row', { name: 'changed the settings' }).getByText('Details').click();
        await page.getByText('"action": "policy.update"').waitFor();
        await page.getByLabel('What, such as user').fill('tenant.nothing');
        await page.keyboard.press('Enter');
        await page.getByText('No matching entries.').waitFor();
        await page.getByLabel('What, such as user').fill('document');
        await page.keyboard.press('Enter');
        await page.getByRole('row', { name: /uploaded/u }).waitFor();
        expect(page.url()).toContain('action=document');

        await page.getByRole('link', { name: 'Usage' }).click();

        const usage = page.getByRole('region', { name: 'Usage' });
        const today = usage.getByRole('row').nth(1);
        await today.getByText('admin@').waitFor();
        expect(await today.getByRole('cell').nth(1).textContent()).toBe('2');
      },
      FLOW_MS,
    );

    it(
      'is unavailable to a member, who sees neither the link nor the screen',
      async () => {
        const user = { email: 'member@example.com', role: 'member' };
        const created = await house.server.call('POST', '/v1/users', user);
        const { token } = NewUser.parse(created.json).invitation;
        const { page } = await house.visit(`${house.server.url}/metrics#invitation=${token}`);
        await page.getByLabel('New password').fill('a long enough password of a member');
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();

        await page.getByText('You do not have permission to do this.').waitFor();
        expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
        await page.goto(`${house.server.url}/tenants`);
        await page.getByText('belongs to whoever runs this server').waitFor();
        await page.goto(`${house.server.url}/d`);
        await page.getByText('Administrators add documents here.').waitFor();
        await page.getByRole('link', { name: 'Employee Handbook' }).waitFor();
        expect(await page.getByRole('button', { name: 'Upload' }).count()).toBe(0);
        await page.getByRole('row', { name: 'Employee Handbook' }).getByLabel('Actions').click();
        expect(await page.locator('.choices:visible button').allTextContents()).toEqual([
          'Download',
        ]);
      },
      FLOW_MS,
    );
  });

  describe.each(['light', 'dark'] as const)(
    'the operations screens with %s colours',
    (colorScheme) => {
      it(
        'pass axe on metrics, audit, usage and the overview',
        async () => {
          const { page } = await open('/metrics', { colorScheme });
          await ranBefore(page);
          await page.reload();
          await page.locator('.chart canvas').waitFor();
          expect(await violationsOf(page)).toEqual([]);
          await page.goto(`${house.server.url}/metrics/audit`);
          await page.getByRole('row').nth(1).waitFor();
          expect(await violationsOf(page)).toEqual([]);
          await page.goto(`${house.server.url}/metrics/usage`);
          await page.getByRole('region', { name: 'Usage' }).waitFor();
          expect(await violationsOf(page)).toEqual([]);
          expect(await house.violationsAt(page, ['/admin'])).toEqual([]);
        },
        FLOW_MS,
      );
    },
  );
}
