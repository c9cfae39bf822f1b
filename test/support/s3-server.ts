import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { findProgram } from './installed.js';
import { freePort } from './redis-server.js';

const BINARY = 'versitygw';
const BUCKET = 'knowledge';
const KEYS = { S3_ACCESS_KEY_ID: 'test-key', S3_SECRET_ACCESS_KEY: 'test-secret' };

export const hasS3Server = (): boolean => findProgram(BINARY) !== undefined;

export const HOW_TO_GET_S3 = 'go install github.com/versity/versitygw/cmd/versitygw@v1.8.0';

/** A real S3 server on a free port, whose objects are files of a temporary folder. */
export const startS3Server = async () => {
  const binary = findProgram(BINARY);
  if (binary === undefined) throw new Error(`There is no ${BINARY}: ${HOW_TO_GET_S3}`);
  const root = await mkdtemp(join(tmpdir(), 'kr-s3-'));
  const [objects, metadata] = [join(root, 'objects'), join(root, 'metadata')];
  await Promise.all([mkdir(join(objects, BUCKET), { recursive: true }), mkdir(metadata)]);
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const start = async (...options: string[]): Promise<ChildProcess> => {
    const general = ['--port', `127.0.0.1:${port}`, '--quiet', '--keep-alive', ...options];
    const keys = ['--access', KEYS.S3_ACCESS_KEY_ID, '--secret', KEYS.S3_SECRET_ACCESS_KEY];
    // A folder of its own for metadata: not every file system has the attributes that it would use.
    const child = spawn(binary, [...general, ...keys, 'posix', '--sidecar', metadata, objects], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const isUp = () =>
      fetch(endpoint).then(
        () => true,
        () => false,
      );
    await eventually(isUp, (up) => up);
    return child;
  };
  let child = await start();
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    bucket: BUCKET,
    /** The settings of a server that uses it. */
    variables: { S3_ENDPOINT: endpoint, S3_BUCKET: BUCKET, ...KEYS },
    /** The folder in which the objects of the bucket lie under their names. */
    folder: join(objects, BUCKET),
    kill,
    /** With the same objects, on the same port. */
    restart: async (...options: string[]): Promise<void> => {
      await kill();
      child = await start(...options);
    },
    close: async (): Promise<void> => {
      await kill();
      await rm(root, { recursive: true, force: true });
    },
  };
};
