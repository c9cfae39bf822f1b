import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { askOn, violationsOf } from '../support/console.js';
import { useConsole } from '../support/console-house.js';
import { findProgramOfTests } from '../support/installed.js';
import { fixturePath } from '../support/parsing.js';
import { SAMPLES } from '../support/samples.js';

const CHROMIUM = findProgramOfTests('chromium', 'pages are not looked at in a browser.');
const QUESTION = 'How many days a week may office staff work from home?';
const QUOTE = 'up to three days a week';
const FLOW_MS = 60_000;

const NewDocument = z.object({ document: z.object({ id: z.string() }) });

let handbook: string;
const house = useConsole(CHROMIUM, async (server) => {
  handbook = await server.upload(join(SAMPLES, 'employee-handbook.pdf'));
});
const { open } = house;

describe('the web address of a document', () => {
  it('is answered with the console, whatever place in the document it names', async () => {
    const answer = await fetch(
      `${house.server.url}/d/${handbook}?version=1&start=10&end=20&page=4`,
    );

    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
  });
});

if (CHROMIUM !== undefined) {
  const addText = async (title: string, text: string): Promise<string> => {
    const { json } = await house.server.call('POST', '/v1/documents', { title, text });
    const { id } = NewDocument.parse(json).document;
    await house.server.settled(id);
    return id;
  };
  /** Presses a key until the element that has the focus is the one. */
  const walk = async (page: Page, key: string, selector: string): Promise<void> => {
    for (let step = 0; step < 60; step += 1) {
      if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`))
        return;
      await page.keyboard.press(key);
    }
    throw new Error(`No ${selector} is reached by ${key}.`);
  };

  describe('a citation in the console', () => {
    it(
      'opens the page as a picture with boxes over the quoted words, and marks the text below',
      async () => {
        const { page, seen } = await open('/');
        await askOn(page, QUESTION);
        await page.locator('button.cite').first().click();
        const picture = page.getByRole('img', { name: 'Page 4 of Employee Handbook' });
        await picture.waitFor();

        const paper = await picture.boundingBox();
        const boxes = await page.locator('.page-picture .box').all();
        const places = await Promise.all(boxes.map((box) => box.boundingBox()));
        expect(places.length).toBeGreaterThan(1);
        for (const place of places) {
          expect(place?.x).toBeGreaterThan(paper?.x ?? 0);
          expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThan(
            (paper?.x ?? 0) + (paper?.width ?? 0),
          );
          // In the upper third of the page, where the sentence stands.
          expect((place?.y ?? 0) - (paper?.y ?? 0)).toBeLessThan((paper?.height ?? 0) / 3);
        }
        expect(await page.locator('aside mark').first().textContent()).toContain(QUOTE);
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );

    it(
      'is reached, opened, followed to its document and left again with the keyboard alone',
      async () => {
        const { page } = await open('/');
        await askOn(page, QUESTION);
        await page.locator('button.cite').first().waitFor();

        await walk(page, 'Shift+Tab', 'button.cite');
        await page.keyboard.press('Enter');
        await page.locator('aside .box').first().waitFor();
        await walk(page, 'Tab', 'aside a');
        await page.keyboard.press('Enter');
        await page.getByRole('img', { name: 'Page 4 of Employee Handbook' }).waitFor();
        await page.keyboard.press('ArrowRight');
        await page.getByRole('img', { name: 'Page 5 of Employee Handbook' }).waitFor();
        await page.goBack();

        await page.locator('button.cite').first().waitFor();
        await walk(page, 'Shift+Tab', 'button.cite');
        expect(new URL(page.url()).pathname).toMatch(/^\/c\//u);
      },
      FLOW_MS,
    );

    it(
      'shows the marked text of a format without pages',
      async () => {
        await addText('Bicycle rules', 'The bicycle cellar is unlocked at seven in the morning.');
        const { page } = await open('/');
        await askOn(page, 'When is the bicycle cellar unlocked?');
        await page.getByRole('button', { name: 'Source 1: Bicycle rules' }).first().click();

        await page.locator('aside mark', { hasText: 'unlocked at seven' }).waitFor();
        expect(await page.locator('.page-picture').count()).toBe(0);
      },
      FLOW_MS,
    );

    it(
      'says that its document was replaced, in the open answer and after a reload, and marks nothing',
      async () => {
        const id = await addText('Parking', 'Visitors park on level two of the garage.');
        const { page } = await open('/');
        await askOn(page, 'On which level do visitors park?');
        const chip = page.getByRole('button', { name: 'Source 1: Parking' }).first();
        await chip.waitFor();
        await house.server.replace(
          id,
          'parking.txt',
          'Visitors park on level three of the garage.',
        );

        await chip.click();
        await page.getByText('The document was replaced after this answer.').waitFor();
        await page.reload();
        await page.getByText('This answer is no longer shown').waitFor();
        await page.getByRole('button', { name: 'A source that has changed' }).click();
        await page.getByText('The document was replaced after this answer.').waitFor();
        expect(await page.locator('aside mark').count()).toBe(0);
        await page.getByRole('link', { name: 'Open the document as it is now' }).click();
        await page.getByText('level three').waitFor();
      },
      FLOW_MS,
    );
  });

  describe('the page view of a document', () => {
    it(
      'turns pages by button, number and arrow key, each with its own text, and lists the passages',
      async () => {
        const { page } = await open(`/d/${handbook}`);
        const text = page.getByRole('region', { name: 'Text of this page' });
        await page.getByRole('img', { name: 'Page 1 of Employee Handbook' }).waitFor();

        await page.getByRole('button', { name: 'Next page' }).click();
        await page.getByRole('img', { name: 'Page 2 of Employee Handbook' }).waitFor();
        await page.getByLabel('Page number').fill('4');
        await page.keyboard.press('Enter');
        await text.getByText('three days a week').waitFor();
        await page.locator('h1').click();
        await page.keyboard.press('ArrowLeft');
        await page.getByRole('img', { name: 'Page 3 of Employee Handbook' }).waitFor();
        expect(await text.textContent()).not.toContain('three days a week');
        await page.getByLabel('Find in this document').fill('THREE DAYS a week');
        await page.keyboard.press('Enter');
        await page.getByRole('link', { name: /three days a week/u }).press('Enter');
        await page.getByRole('img', { name: 'Page 4 of Employee Handbook' }).waitFor();
        await page.locator('.page-picture .box').first().waitFor();
        const before = await page.locator('.page-picture').boundingBox();
        await page.getByRole('button', { name: 'Zoom in' }).click();
        const after = await page.locator('.page-picture').boundingBox();
        expect(after?.width).toBeGreaterThan((before?.width ?? 0) * 1.4);
        await page.getByText('Outline').press('Enter');
        await page.getByRole('link', { name: 'Core time' }).waitFor();
        expect(await violationsOf(page)).toEqual([]);
        await page.getByRole('link', { name: 'Core time' }).press('Enter');
        await page.getByRole('img', { name: 'Page 3 of Employee Handbook' }).waitFor();
        await page.getByRole('button', { name: 'Passages', exact: true }).click();
        await page.getByRole('heading', { name: 'Passage 31' }).waitFor();
        await page.getByRole('button', { name: 'Text', exact: true }).click();
        const whole = page.getByRole('region', { name: 'Text of the document' });
        await whole.getByText('three days a week').waitFor();
      },
      FLOW_MS,
    );

    it(
      'restores an earlier version after a confirmation, and shows the result',
      async () => {
        const id = await addText('Lockers', 'Lockers are emptied every Friday.');
        await house.server.replace(id, 'lockers.txt', 'Lockers are emptied every Monday.');
        const { page } = await open(`/d/${id}`);
        await page.getByText('every Monday').waitFor();

        await page.getByRole('button', { name: 'Restore: Version 1' }).click();
        expect(await violationsOf(page)).toEqual([]);
        const dialog = page.getByRole('dialog', { name: 'Restore version 1?' });
        await dialog.getByRole('button', { name: 'Restore' }).click();

        await page.getByText('Version 3: in use').waitFor();
        await page.getByText('every Friday').waitFor();
        await page.getByRole('button', { name: 'Restore: Version 2' }).waitFor();
        expect(await page.getByRole('button', { name: 'Restore: Version 1' }).count()).toBe(0);
      },
      FLOW_MS,
    );

    it(
      'shows a workbook sheet by sheet, with the cited cell marked',
      async () => {
        const id = await house.server.upload(fixturePath('office/xlsx/chapters.xlsx'));
        const text = 'Staff\n\nName | Room | Phone\nAda Byrne | 2.14 | 114';
        const [start, end] = [text.indexOf('2.14'), text.indexOf(' | 114')];
        const { page, seen } = await open(`/d/${id}?version=1&start=${start}&end=${end}`);

        await page.locator('td.cited mark', { hasText: '2.14' }).waitFor();
        expect(await page.getByText('brass').count()).toBe(0);
        await page.getByRole('button', { name: 'Rooms & keys' }).click();

        await page.getByRole('cell', { name: 'brass' }).waitFor();
        expect(await page.getByText('Ada Byrne').count()).toBe(0);
        expect(await violationsOf(page)).toEqual([]);
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );

    it(
      'stops showing a document that is deleted while it is open',
      async () => {
        const id = await house.server.upload(join(SAMPLES, 'it-security-policy.docx'));
        const { page } = await open(`/d/${id}`);
        await page.locator('.document-text').waitFor();
        await house.server.call('DELETE', `/v1/documents/${id}`);

        await page.evaluate("window.dispatchEvent(new Event('focus'))");

        await page.getByText('was deleted or closed to you').waitFor();
        expect(await page.locator('.document-text').count()).toBe(0);
      },
      FLOW_MS,
    );

    it(
      'shows the text of a page that cannot be rendered, and says why there is no picture',
      async () => {
        const { page } = await open('/');
        await page.route('**/image?*', (route) =>
          route.fulfill({
            status: 422,
            contentType: 'application/problem+json',
            body: JSON.stringify({ code: 'parser_crashed', detail: 'The parser ended.' }),
          }),
        );

        await page.goto(`${house.server.url}/d/${handbook}?page=4`);

        await page
          .getByText('This page cannot be shown as a picture: The file could not be read.')
          .waitFor();
        await page.getByText('three days a week').waitFor();
      },
      FLOW_MS,
    );

    it(
      'says in words why a document failed, and shows its code for support',
      async () => {
        const { page } = await open('/d');
        const broken = Buffer.from('%PDF-1.7\nthis is no PDF at all');
        await page.setInputFiles('input[type=file][multiple]', [
          { name: 'broken.pdf', mimeType: 'application/pdf', buffer: broken },
        ]);
        await page.getByRole('link', { name: 'broken' }).click();

        await page.getByText('The file is damaged.').first().waitFor();
        await page.getByText('For support').click();
        await page.getByText('document_corrupt').waitFor();
        await page.getByRole('button', { name: 'Read again' }).waitFor();
      },
      FLOW_MS,
    );
  });

  describe.each(['light', 'dark'] as const)(
    'the document screens with %s colours',
    (colorScheme) => {
      it(
        'pass axe on an open citation, the pages and the passages of a document',
        async () => {
          const { page } = await open('/', { colorScheme });
          await askOn(page, QUESTION);
          await page.locator('button.cite').first().click();
          await page.locator('aside .box').first().waitFor();
          expect(await violationsOf(page)).toEqual([]);
          await page.goto(`${house.server.url}/d/${handbook}?page=4`);
          await page.getByRole('img').waitFor();
          expect(await violationsOf(page)).toEqual([]);
          await page.getByRole('button', { name: 'Passages', exact: true }).click();
          await page.getByRole('heading', { name: 'Passage 31' }).waitFor();
          expect(await violationsOf(page)).toEqual([]);
        },
        FLOW_MS,
      );
    },
  );
}
