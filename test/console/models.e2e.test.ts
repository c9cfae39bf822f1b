import { describe, expect, it } from '@jest/globals';
import { useConsole } from '../support/console-house.js';
import { findProgramOfTests } from '../support/installed.js';

const CHROMIUM = findProgramOfTests('chromium', 'choosing models is not tried in a browser.');
const FLOW_MS = 60_000;
/** No test sends a request there. */
const NOWHERE = 'http://127.0.0.1:9/v1';

const house = useConsole(CHROMIUM, undefined, () =>
  Promise.resolve({
    LLM_BACKENDS: 'fast,strong',
    LLM_FAST_BASE_URL: NOWHERE,
    LLM_FAST_MODEL: 'small-1',
    LLM_STRONG_BASE_URL: NOWHERE,
    LLM_STRONG_MODEL: 'large-1',
  }),
);
const { open, choose } = house;

describe('GET /v1/models', () => {
  it('lists all models for the operator', async () => {
    const headers = { Authorization: `Bearer ${house.server.operatorKey}` };
    const answer = await fetch(`${house.server.url}/v1/models`, { headers });

    expect(await answer.json()).toEqual({
      items: [
        { name: 'fast', model: 'small-1', isOpen: null },
        { name: 'strong', model: 'large-1', isOpen: null },
      ],
    });
  });
});

if (CHROMIUM !== undefined) {
  describe('models in the console', () => {
    it(
      'can be enabled for questions and assigned to an assistant by an admin',
      async () => {
        const { page, seen } = await open('/settings');
        await page.getByRole('checkbox', { name: 'strong (large-1)' }).check();
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Saved.').waitFor();
        await page.getByRole('link', { name: 'Assistants' }).click();
        await choose(page, 'default', 'Change');
        await page.getByText('More settings').click();
        await page.getByLabel('Language model').selectOption({ label: 'strong (large-1)' });
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });

        const settings = await house.server.call('GET', '/v1/tenant');
        const assistant = await house.server.call('GET', '/v1/assistants/default');
        expect(settings.json).toMatchObject({ policy: { models: ['strong'] } });
        expect(assistant.json).toMatchObject({ model: 'strong' });
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );

    it(
      "are listed on the operator's health screen",
      async () => {
        const { page } = await open('/tenants/health', {}, house.server.operatorKey);

        await page.getByRole('row', { name: 'strong' }).getByText('large-1').waitFor();
        expect(await page.getByRole('row', { name: 'fast' }).getByText('small-1').count()).toBe(1);
      },
      FLOW_MS,
    );
  });
}
