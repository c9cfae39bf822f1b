import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';

const Entry = z.object({
  version: z.string().default(''),
  license: z.string().optional(),
  dev: z.boolean().default(false),
  devOptional: z.boolean().default(false),
  optional: z.boolean().default(false),
  integrity: z.string().optional(),
  /** A workspace is a link into this repository. */
  link: z.boolean().default(false),
});
type Package = z.infer<typeof Entry> & { name: string };

let packages: Package[];

beforeAll(async () => {
  const file = join(import.meta.dirname, '../../package-lock.json');
  const lock = z.object({ packages: z.record(z.string(), Entry) });
  const entries = Object.entries(
    lock.parse(JSON.parse(await readFile(file, 'utf8'))).packages,
  ).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  packages = entries.map(([path, entry]) => ({
    ...entry,
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
  }));
});

/** The first version that is mended; null where the package as such is not to be used. */
const BROKEN: Readonly<Record<string, string | null>> = {
  'pdfjs-dist': '4.2.67',
  multer: '2.0.2',
  '@langchain/core': '1.1.8',
  '@langchain/langgraph-checkpoint-redis': '1.0.2',
  vm2: null,
  'event-stream': null,
};

const partsOf = (version: string): number[] => version.split(/[.-]/).slice(0, 3).map(Number);

const isBefore = (version: string, mended: string): boolean => {
  const [have, want] = [partsOf(version), partsOf(mended)];
  const index = want.findIndex((part, at) => part !== have[at]);
  return index !== -1 && (have[index] ?? 0) < (want[index] ?? 0);
};

/** Licences that may be shipped with a product whose source is closed to some. */
const SHIPPED = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Zlib',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
];
/** Tools that we use and do not pass on. */
const ONLY_USED = [...SHIPPED, 'EPL-2.0', 'CC-BY-4.0', 'MPL-2.0'];

/** Their package.json names a licence in an old form, or the lockfile has no entry for other machines' binaries. */
const READ_BY_HAND: readonly [name: RegExp, licence: string][] = [
  [/^(busboy|streamsearch|json-bignum|seq-queue)$/, 'MIT'],
  [/^@(msgpackr-extract|oxc-parser|unrs)\//, 'MIT'],
];

const licenceOf = ({ name, license }: Pick<Package, 'name' | 'license'>): string =>
  license ?? READ_BY_HAND.find(([pattern]) => pattern.test(name))?.[1] ?? 'none';

/** True where one of the licences to choose from is allowed, or all of those that hold together are. */
const isAllowed = (licence: string, allowed: readonly string[]): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(/ OR /)
    .some((choice) => choice.split(/ and /i).every((one) => allowed.includes(one)));

describe('the packages in the lockfile', () => {
  it('have no version that is known to be broken', () => {
    const broken = packages.filter(({ name, version }) => {
      const mended = BROKEN[name];
      return mended === null || (mended !== undefined && isBefore(version, mended));
    });

    expect(broken).toEqual([]);
    expect(packages.some(({ name }) => name === 'yauzl')).toBe(true);
  });

  it('are all pinned by a hash', () => {
    const loose = packages.filter(({ integrity, optional }) => !optional && !integrity);

    expect(loose.map(({ name }) => name)).toEqual([]);
  });

  it('all have a licence that is on the list', () => {
    const others = packages.filter(
      // The command line of Prisma is an optional peer of its client, and in no production tree.
      (one) => !isAllowed(licenceOf(one), one.dev || one.devOptional ? ONLY_USED : SHIPPED),
    );

    expect(others.map((one) => `${one.name}: ${licenceOf(one)}`)).toEqual([]);
  });
});

describe('the check of a package', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-or-later)', true],
    ['(MIT AND Zlib)', true],
    ['MIT AND GPL-3.0-only', false],
    ['AGPL-3.0-only', false],
    ['none', false],
  ])('accepts the licence %s: %s', (licence, allowed) => {
    expect(isAllowed(licence, SHIPPED)).toBe(allowed);
  });

  it.each([
    ['1.10.9', true],
    ['1.11.0', false],
    ['2.0.0', false],
    ['1.11.0-beta.1', false],
  ])('knows that %s comes before 1.11.0: %s', (version, before) => {
    expect(isBefore(version, '1.11.0')).toBe(before);
  });
});
