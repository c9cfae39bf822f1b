import { describe, expect, it } from '@jest/globals';
import { sources as words } from '../../console/src/i18n/en/sources.js';
import {
  fromReaders,
  partsOf,
  suggestName,
  toSourceName,
  toConnection,
  toReaders,
  toTreatment,
} from '../../console/src/sources/entered-source.js';
import { findKind, KIND_NAMES } from '../../src/sources/kinds/index.js';
import { NO_REACH } from '../support/no-reach.js';

const described = async (name: string) => {
  const kind = (await findKind(name))?.describe(NO_REACH);
  if (kind === undefined) throw new Error(`There is no kind ${name}.`);
  return kind;
};

const entered = (values: Record<string, string>) => ({
  all: (name: string) => (name in values ? [values[name] ?? ''] : []),
  raw: (name: string) => values[name] ?? '',
  text: (name: string) => (values[name] ?? '').trim(),
});

describe('the form for a type of source', () => {
  it.each(KIND_NAMES)('has labels for the name and each field of %s', async (name) => {
    const { settings, credentials } = partsOf(await described(name));
    const labels: Readonly<Record<string, string>> = words.sourceField;

    const fields = [...settings, ...credentials];
    const unnamed = fields.filter(
      (field) => (labels[`${name}.${field.name}`] ?? labels[field.name] ?? field.title) === null,
    );

    expect(Object.keys(words.sourceKind)).toContain(name);
    expect(unnamed).toEqual([]);
  });

  it('has a field for a nullable setting', async () => {
    const { settings } = partsOf(await described('git'));

    expect(settings.map(({ name, type, initial }) => [name, type, initial])).toEqual([
      ['url', 'text', ''],
      ['branch', 'text', ''],
      ['path', 'text', ''],
    ]);
  });

  it('hides a password, and shows the user name that belongs to it', async () => {
    const { credentials } = partsOf(await described('webdav'));

    expect(credentials.map(({ name, type }) => [name, type])).toEqual([
      ['username', 'text'],
      ['password', 'secret'],
    ]);
  });

  it('sends numbers as numbers, passwords as typed, and leaves out empty fields', async () => {
    const website = await described('website');
    const typed = entered({ 'settings.url': ' https://a.example/ ', 'settings.maxPages': '50' });
    const webdav = entered({ 'settings.url': 'https://b.example', 'credentials.password': ' p ' });

    expect(toConnection(typed, website, null)).toEqual({
      settings: { url: 'https://a.example/', maxPages: 50 },
      credentials: null,
    });
    expect(toConnection(webdav, await described('webdav'), null)).toEqual({
      settings: { url: 'https://b.example' },
      credentials: { password: ' p ' },
    });
  });

  it('sends the settings of a source only if one has changed, including those it does not show', async () => {
    const website = await described('website');
    const source = {
      settings: { url: 'https://a.example/', maxPages: 50, hidden: { deep: true } },
    };
    const same = { 'settings.url': 'https://a.example/', 'settings.maxPages': '50' };

    expect(toConnection(entered(same), website, source).settings).toBeNull();
    expect(
      toConnection(entered({ ...same, 'settings.maxPages': '60' }), website, source).settings,
    ).toEqual({ url: 'https://a.example/', maxPages: 60, hidden: { deep: true } });
  });

  it('reads access rules in their order, with people by their e-mail addresses', () => {
    const treatment = toTreatment(
      entered({
        visibility: 'tenant',
        everyMinutes: '',
        graceDays: '7',
        'rules.0.path': 'hr',
        'rules.0.visibility': 'people',
        'rules.0.readers': 'anna@example.com, group:hr',
        'rules.1.path': 'open',
        'rules.1.visibility': 'tenant',
      }),
    );

    expect(treatment).toEqual({
      visibility: 'tenant',
      rules: [
        { path: 'hr', readers: ['email:anna@example.com', 'group:hr'] },
        { path: 'open', visibility: 'tenant' },
      ],
      collectionId: null,
      everyMinutes: null,
      graceDays: 7,
      rechecksReaders: false,
    });
  });

  it('shows readers as they are typed', () => {
    const readers = ['email:anna@example.com', 'subject:00u1', 'group:hr'];

    expect(toReaders(fromReaders(readers))).toEqual(readers);
  });

  it('names a source after the last part of its path or address', () => {
    expect(suggestName({ path: '/srv/handbooks/' })).toBe('handbooks');
    expect(suggestName({ url: 'https://docs.example.com/' })).toBe('docs.example.com');
    expect(suggestName({})).toBe('');
  });

  it('turns what a name may not have into hyphens', () => {
    expect(toSourceName('Harbour rules & fees', null)).toBe('Harbour-rules-fees');
    expect(toSourceName('', { path: '/srv/Team documents' })).toBe('Team-documents');
    expect(toSourceName('a.b_c:d@e-1', null)).toBe('a.b_c:d@e-1');
  });
});
