import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { askOn, violationsOf } from '../support/console.js';
import { useConsole } from '../support/console-house.js';
import { findProgramOfTests } from '../support/installed.js';
import { SAMPLES } from '../support/samples.js';

const CHROMIUM = findProgramOfTests('chromium', 'receipts are not read in a browser.');
const QUESTION = 'How many days a week may office staff work from home?';
const FLOW_MS = 60_000;

const Answered = z.object({ executionId: z.string() });
const NewUser = z.object({ invitation: z.object({ token: z.string() }) });

let policy: string;
const house = useConsole(CHROMIUM, async (server) => {
  await server.upload(join(SAMPLES, 'employee-handbook.pdf'));
  policy = await server.upload(join(SAMPLES, 'it-security-policy.docx'));
});
const { open } = house;

describe('the addresses of a receipt and of a search', () => {
  it('are answered with the console', async () => {
    for (const path of ['/e/any', '/search?q=vacation']) {
      const answer = await fetch(`${house.server.url}${path}`);
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });
});

const Used = z.object({ totals: z.object({ searches: z.number() }) });

describe('asking why a document was not found', () => {
  it('counts as one search, even if the document has to be checked separately', async () => {
    const searches = async () =>
      Used.parse((await house.server.call('GET', '/v1/usage')).json).totals.searches;
    const before = await searches();

    const { json } = await house.server.call('POST', '/v1/search/explain', {
      query: 'zeppelin hangar',
      documentId: policy,
    });

    expect(json).toMatchObject({ outcome: 'no_common_word' });
    expect((await searches()) - before).toBe(1);
  });
});

if (CHROMIUM !== undefined) {
  describe('the receipt of an answer', () => {
    it(
      "opens from the answer with a timeline of nodes, queries, decisions and each passage's fate",
      async () => {
        const { page, seen } = await open('/');
        await askOn(page, QUESTION);
        await page.getByRole('link', { name: 'How this answer came about' }).click();

        const steps = page.getByRole('region', { name: 'Nodes and tools in time' });
        await steps.waitFor();
        const names = ['initialize', 'prepare_query', 'agent_decide', 'tools', 'finalize'];
        for (const name of [...names, 'rag_search']) {
          await steps.getByText(name, { exact: true }).first().waitFor();
        }
        // Each bar lies within its track, and the last node's ends behind the first one's.
        const bars = await steps.locator('.track i').all();
        const [first, last] = [await bars[0]?.boundingBox(), await bars.at(-1)?.boundingBox()];
        expect((last?.x ?? 0) + (last?.width ?? 0)).toBeGreaterThan(
          (first?.x ?? 0) + (first?.width ?? 0),
        );
        await page
          .getByRole('region', { name: 'Searched for' })
          .getByText('work from home')
          .first()
          .waitFor();
        await page.getByRole('region', { name: 'Decisions' }).getByText('use tools').waitFor();
        const candidates = page.getByRole('region', { name: 'Passages that were found' });
        await candidates.getByText('cited', { exact: true }).first().waitFor();
        await page.getByRole('button', { name: 'Source 1: Employee Handbook' }).click();
        await page.locator('aside mark').first().waitFor();
        await page.getByRole('link', { name: 'Go to the conversation' }).click();
        await page.getByRole('heading', { name: QUESTION }).first().waitFor();
        await page.goBack();
        await page.getByRole('link', { name: 'Why not this document?' }).click();
        await page.getByRole('region', { name: 'Why not this document?' }).waitFor();
        expect(await page.getByLabel('Search for').inputValue()).toBe(QUESTION);
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );

    it(
      'shows below the answer what the model wrote before it was corrected',
      async () => {
        const asked = await house.server.call('POST', '/v1/chat', { message: QUESTION });
        const { executionId } = Answered.parse(asked.json);
        const first = 'Office staff may work from home **six** days a week [1].';
        const { page, seen } = await open('/');
        await page.route(`**/v1/executions/${executionId}`, async (route) => {
          const answered = await route.fetch();
          const execution = z.looseObject({}).parse(await answered.json());
          await route.fulfill({ json: { ...execution, textBeforeRepair: first } });
        });
        await page.goto(`${house.server.url}/e/${executionId}`);
        const text = page.getByText(first, { exact: true });
        await page.getByText('Text before it was corrected').waitFor();
        expect(await text.isVisible()).toBe(false);

        await page.getByText('Text before it was corrected').click();

        expect(await text.isVisible()).toBe(true);
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );

    it(
      'shows for each model call how many tokens came from a cache, if any',
      async () => {
        const asked = await house.server.call('POST', '/v1/chat', { message: QUESTION });
        const { executionId } = Answered.parse(asked.json);
        const call = {
          purpose: 'answer',
          model: 'a-model',
          costUsd: 0.5,
          durationMs: 20,
          outcome: 'ok',
          promptTokens: 1000,
          cachedTokens: 0,
          completionTokens: 10,
        };
        const { page, seen } = await open('/');
        await page.route(`**/v1/executions/${executionId}`, async (route) => {
          const answered = await route.fetch();
          const execution = z.looseObject({}).parse(await answered.json());
          const modelCalls = [call, { ...call, cachedTokens: 900 }];
          await route.fulfill({ json: { ...execution, modelCalls } });
        });

        await page.goto(`${house.server.url}/e/${executionId}`);

        const calls = page.getByRole('region', { name: 'Calls of models' });
        await calls.getByText('1,000 in, 10 out', { exact: true }).waitFor();
        await calls.getByText('1,000 in, 10 out (900 from the cache)', { exact: true }).waitFor();
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );

    it(
      'is hidden from a colleague, and shows another administrator the numbers without the text',
      async () => {
        const asked = await house.server.call('POST', '/v1/chat', { message: QUESTION });
        const { executionId } = Answered.parse(asked.json);
        const openAs = async (role: 'member' | 'admin') => {
          const user = { email: `${role}@example.com`, role };
          const created = await house.server.call('POST', '/v1/users', user);
          const { token } = NewUser.parse(created.json).invitation;
          const { page } = await house.visit(
            `${house.server.url}/e/${executionId}#invitation=${token}`,
          );
          await page.getByLabel('New password').fill(`a long enough password of ${role}`);
          await page.getByRole('button', { name: 'Sign in', exact: true }).click();
          return page;
        };

        const ofMember = await openAs('member');
        await ofMember.getByText('It was deleted, or you may not see it.').waitFor();
        const ofAdmin = await openAs('admin');
        await ofAdmin.getByText('The question and answer are not shown').waitFor();

        await ofAdmin.getByRole('region', { name: 'Nodes and tools in time' }).waitFor();
        expect(await ofAdmin.getByText(QUESTION).count()).toBe(0);
        expect(await ofMember.getByText('agent_decide').count()).toBe(0);
      },
      FLOW_MS,
    );
  });

  describe('the search screen', () => {
    it(
      'lists passages with their documents, and says why another document is not among them',
      async () => {
        const { page, seen } = await open('/');
        await page.getByRole('link', { name: 'Search', exact: true }).click();
        await page.getByLabel('Search for').fill('paid vacation');
        await page.getByRole('button', { name: 'Search', exact: true }).click();
        await page.locator('.results').getByText('25 working days of paid vacation').waitFor();

        const why = page.getByRole('region', { name: 'Why not this document?' });
        await why.getByLabel('Title of the document').fill('security');
        await why.getByRole('button', { name: 'IT Security Policy' }).click();

        const reason = await why.getByRole('status').textContent();
        const { json } = await house.server.call('POST', '/v1/search/explain', {
          query: 'paid vacation',
          documentId: policy,
          topK: 10,
        });
        const { outcome } = z.object({ outcome: z.string() }).parse(json);
        const sentences: Readonly<Record<string, RegExp>> = {
          no_common_word: /shares no word/u,
          below_relevance: /best passage is/u,
          not_among_candidates: /Many other passages/u,
          cut_by_top_k: /further down/u,
        };
        expect(reason).toMatch(sentences[outcome] ?? /^$/u);
        expect(page.url()).toContain(`q=paid+vacation&why=${policy}`);
        await why.getByRole('button', { name: 'Choose another document' }).click();
        await why.getByLabel('Title of the document').fill('handbook');
        await why.getByRole('button', { name: 'Employee Handbook' }).click();
        await why.getByText('It is found, at place 1.').waitFor();
        await why.getByRole('cell', { name: /vacat/u }).waitFor();
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );

    it(
      'says if nothing matches, and corrects a misspelt word',
      async () => {
        const { page } = await open('/search?q=zeppelin+hangar');
        await page.getByText('0 passages').waitFor();
        await page.getByText('Results match words only').waitFor();
        const why = page.getByRole('region', { name: 'Why not this document?' });
        await why.getByRole('button', { name: 'IT Security Policy' }).click();
        await why.getByText('It shares no word with the question.', { exact: true }).waitFor();

        await page.getByLabel('Search for').fill('vacatoin');
        await page.keyboard.press('Enter');

        await page.getByText('it was read as “vacation”').waitFor();
      },
      FLOW_MS,
    );
  });

  describe.each(['light', 'dark'] as const)(
    'receipts and searches with %s colours',
    (colorScheme) => {
      it(
        'pass axe, including the reason why a document was not found',
        async () => {
          const asked = await house.server.call('POST', '/v1/chat', { message: QUESTION });
          const { executionId } = Answered.parse(asked.json);
          const { page } = await open(`/e/${executionId}`, { colorScheme });
          await page.locator('.fall').waitFor();
          expect(await violationsOf(page)).toEqual([]);
          await page.goto(`${house.server.url}/search?q=paid+vacation&why=${policy}`);
          await page.locator('.reason').waitFor();
          await page.locator('.results').waitFor();
          expect(await violationsOf(page)).toEqual([]);
        },
        FLOW_MS,
      );
    },
  );
}
