import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../support/parsing.js';

const mailOf = (date: string): string =>
  `From: a@x.example\r\nTo: b@x.example\r\nSubject: Strike\r\nDate: ${date}\r\n\r\nIt begins today.\r\n`;

describe('the date of a mail', () => {
  it.each([
    ['Wed, 04 Feb 2026 00:30:00 +0900', '2026-02-04T00:30:00+09:00'],
    ['Wed, 31 Dec 2025 23:15:00 -0500 (EST)', '2025-12-31T23:15:00-05:00'],
    ['Wed, 04 Feb 2026 00:30:00 GMT', '2026-02-04T00:30:00.000Z'],
  ])('%s is told by the clock of its sender', async (written, expected) => {
    const { text } = await parseBytes(mailOf(written), 'a.eml');

    expect(text).toContain(`Date: ${expected}`);
  });
});
