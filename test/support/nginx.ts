import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually.js';
import { findProgram } from './installed.js';
import { freePort } from './redis-server.js';

const run = promisify(execFile);

/** nginx on free ports with a site of ours, whose servers are those on these ports; its certificate is signed by itself. */
export const startNginx = async (site: string, [port, ...others]: readonly number[]) => {
  const nginx = findProgram('nginx');
  if (nginx === undefined) throw new Error('There is no nginx.');
  const folder = await mkdtemp(join(tmpdir(), 'kr-nginx-'));
  const main = join(folder, 'nginx.conf');
  const httpPort = await freePort();
  const httpsPort = await freePort();
  await makeCertificate(folder);
  const here = site
    .replace(/^ *listen \[::\].*\n/gmu, '')
    .replace('listen 80;', `listen 127.0.0.1:${httpPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${httpsPort} `)
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
    .replace(/# (server 127\.0\.0\.1):3001(.*)/u, (_line, server, options) =>
      others.map((other) => `${server}:${other}${options}`).join('\n'),
    )
    .replace(/ssl_certificate \S+;/u, `ssl_certificate ${join(folder, 'certificate.pem')};`)
    .replace(/ssl_certificate_key \S+;/u, `ssl_certificate_key ${join(folder, 'key.pem')};`);
  await writeFile(main, toMain(folder, here));
  await run(nginx, ['-t', '-q', '-c', main]);
  const child = spawn(nginx, ['-c', main], { stdio: 'ignore' });
  const isUp = () =>
    fetch(`http://127.0.0.1:${httpPort}`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
  await eventually(isUp, (up) => up);
  return {
    httpPort,
    httpsPort,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const makeCertificate = (folder: string) =>
  run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=knowledge.example.org',
    '-keyout',
    join(folder, 'key.pem'),
    '-out',
    join(folder, 'certificate.pem'),
  ]);

/** Nothing is written outside of the folder. */
const toMain = (folder: string, site: string): string => {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return `pid ${join(folder, 'pid')}; daemon off; error_log stderr;
    events {} http { access_log off; ${folders.join(' ')} ${site} }`;
};
