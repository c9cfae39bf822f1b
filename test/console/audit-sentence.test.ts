import { readdir } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { audit as english } from '../../console/src/i18n/en/audit.js';
import { toParts } from '../../console/src/metrics/sentence-parts.js';
import type { NewEntry } from '../../src/tenancy/audit.js';

const LANGUAGES = new URL('../../console/src/i18n/', import.meta.url);
const Audit = z.object({
  audit: z.object({ auditSentence: z.record(z.string(), z.string()) }),
});

/** Compiles only while each action that the server records has a sentence. */
const SENTENCES: Readonly<Record<NewEntry['action'], string>> = english.auditSentence;

const namesIn = (sentence: string): string[] =>
  toParts(sentence)
    .flatMap((part) => ('name' in part ? [part.name] : []))
    .sort();

describe('the sentences of the audit log', () => {
  it('are split at what stands for somebody or something', () => {
    expect(toParts('{who} added {holder} to {what}.')).toEqual([
      { name: 'who' },
      { text: ' added ' },
      { name: 'holder' },
      { text: ' to ' },
      { name: 'what' },
      { text: '.' },
    ]);
  });

  it('name the same people and things in each language', async () => {
    const folders = await readdir(LANGUAGES, { withFileTypes: true });
    const codes = folders.filter((one) => one.isDirectory()).map(({ name }) => name);
    expect(codes).toHaveLength(15);

    for (const code of codes) {
      const { audit } = Audit.parse(await import(new URL(`${code}/audit.ts`, LANGUAGES).href));
      for (const [action, sentence] of Object.entries(SENTENCES)) {
        const told = audit.auditSentence[action] ?? '';
        expect([code, action, namesIn(told)]).toEqual([code, action, namesIn(sentence)]);
      }
    }
  });
});
