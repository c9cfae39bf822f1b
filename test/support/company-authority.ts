import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A certificate authority that no machine knows, and a certificate of it for all hosts below a domain. */
export const createCompanyAuthority = async (domain: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'kr-authority-'));
  const path = (name: string) => join(folder, name);
  const openssl = (...options: string[]) =>
    promisify(execFile)('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      ...options,
    ]);
  await openssl('-subj', '/CN=Company', '-keyout', path('ca.key'), '-out', path('ca.pem'));
  await openssl(
    ...['-CA', path('ca.pem'), '-CAkey', path('ca.key'), '-subj', `/CN=${domain}`],
    ...['-addext', `subjectAltName=DNS:*.${domain}`, '-addext', 'basicConstraints=CA:FALSE'],
    ...['-keyout', path('host.key'), '-out', path('host.pem')],
  );
  return {
    /** For NODE_EXTRA_CA_CERTS. */
    file: path('ca.pem'),
    key: await readFile(path('host.key')),
    cert: await readFile(path('host.pem')),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
