import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { renderThirdParty } from '../../scripts/third-party.js';

const readRoot = (name: string): Promise<string> =>
  readFile(new URL(`../../${name}`, import.meta.url), 'utf8');

describe('THIRD-PARTY.md', () => {
  it('lists the packages of package-lock.json (npm run third-party)', async () => {
    const lock: unknown = JSON.parse(await readRoot('package-lock.json'));

    expect(await readRoot('THIRD-PARTY.md')).toBe(renderThirdParty(lock));
  });

  it('knows the licence of every package', async () => {
    expect(await readRoot('THIRD-PARTY.md')).not.toContain('| unknown |');
  });

  it('lists what a package of the console needs, but not build and test tools', () => {
    const package_ = { version: '1.0.0', license: 'MIT', dev: true };

    const list = renderThirdParty({
      packages: {
        console: { devDependencies: { shown: '1.0.0', vite: '1.0.0' } },
        'node_modules/shown': { ...package_, dependencies: { inside: '1.0.0' } },
        'node_modules/inside': { ...package_, license: 'ISC' },
        'node_modules/vite': package_,
        'node_modules/served': { version: '2.0.0', license: 'Apache-2.0' },
      },
    });

    expect(list.split('\n').filter((line) => line.includes('.0.0'))).toEqual([
      '| inside | 1.0.0 | ISC |',
      '| served | 2.0.0 | Apache-2.0 |',
      '| shown | 1.0.0 | MIT |',
    ]);
  });
});
