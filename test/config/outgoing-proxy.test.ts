import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadEnvFile } from '../../config/outgoing-proxy.js';
import { parseConfig } from '../../config/index.js';

describe('the settings of an outgoing proxy', () => {
  it('are empty unless an address is set', () => {
    expect(parseConfig({ NO_PROXY: '.internal' }).outgoingProxy).toBeNull();
  });

  it('name a proxy by scheme, and the hosts that are contacted directly', () => {
    const { outgoingProxy } = parseConfig({
      HTTPS_PROXY: 'http://proxy.example:3128',
      NO_PROXY: 'qdrant, .internal,',
    });

    expect(outgoingProxy).toEqual({
      https: 'http://proxy.example:3128',
      http: null,
      except: ['qdrant', '.internal'],
    });
  });

  it('refuse an unsupported proxy scheme, and show no password', () => {
    expect(() => parseConfig({ HTTPS_PROXY: 'socks5://proxy.example' })).toThrow(
      'HTTPS_PROXY: must start with http://',
    );
    const { settings } = parseConfig({ HTTPS_PROXY: 'http://kr:secret@proxy.example:3128' });

    expect(JSON.stringify(settings)).not.toContain('secret@');
  });
});

describe('an env file', () => {
  it('is refused if it sets certificate authorities, which Node reads earlier', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kr-env-'));
    const file = join(folder, '.env');
    await writeFile(file, 'NODE_EXTRA_CA_CERTS=/etc/ssl/company.pem\n');
    const before = process.env['NODE_EXTRA_CA_CERTS'];
    delete process.env['NODE_EXTRA_CA_CERTS'];

    const problems = loadEnvFile(file);

    expect(problems).toEqual([expect.stringMatching(/^NODE_EXTRA_CA_CERTS: .* not in .*\.env$/)]);
    delete process.env['NODE_EXTRA_CA_CERTS'];
    if (before !== undefined) process.env['NODE_EXTRA_CA_CERTS'] = before;
    await rm(folder, { recursive: true });
  });
});
