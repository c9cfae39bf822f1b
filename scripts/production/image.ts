import { execFile, type ChildProcess } from 'node:child_process';
import { cp, mkdir, readFile, rename, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

type Instruction = { stage: string; name: string; text: string };
export type Image = {
  app: string;
  environment: Record<string, string>;
  command: string[];
  /** What was started of it and has not ended. */
  running: Set<ChildProcess>;
};

/** Does without Docker what the Dockerfile says, in a folder for each stage. */
export const buildImage = async (folder: string): Promise<Image> => {
  const instructions = parseDockerfile(await readFile(join(ROOT, 'Dockerfile'), 'utf8'));
  for (const instruction of instructions) await follow(folder, instruction);
  const last = instructions.filter(({ stage }) => stage === LAST);
  const textOf = (name: string) => last.find((item) => item.name === name)?.text ?? '';
  const environment = textOf('ENV')
    .split(' ')
    .map((pair) => pair.split('=') as [string, string])
    .filter(([, value]) => !value.startsWith('$'));
  return {
    app: join(folder, LAST),
    environment: Object.fromEntries(environment),
    command: z.array(z.string()).parse(JSON.parse(textOf('CMD'))),
    running: new Set(),
  };
};

const LAST = 'image';

const parseDockerfile = (text: string): Instruction[] => {
  let stage = LAST;
  const lines = text.replace(/\\\n\s*/gu, ' ').split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', ...rest] = line.split(' ');
      if (name === 'FROM') stage = / AS (\w+)$/u.exec(line)?.[1] ?? LAST;
      return { stage, name, text: rest.join(' ') };
    });
};

const follow = async (folder: string, { stage, name, text }: Instruction): Promise<void> => {
  const here = join(folder, stage);
  await mkdir(here, { recursive: true });
  if (name === 'COPY') await copy(folder, here, text);
  // The users and folders of the image itself are made outside of /app.
  if (name !== 'RUN' || stage === LAST) return;
  process.stdout.write(`${stage}: ${text}\n`);
  const isWholeInstall = text === 'npm ci';
  // CI has just done the same from the same files.
  if (isWholeInstall) await symlink(join(ROOT, 'node_modules'), join(here, 'node_modules'));
  await run('sh', ['-c', isWholeInstall ? 'npm run postinstall' : text], { cwd: here });
};

const copy = async (folder: string, here: string, text: string): Promise<void> => {
  const words = text.split(' ');
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = paths.at(-1) ?? '';
  for (const path of paths.slice(0, -1)) {
    const source =
      from === undefined ? join(ROOT, path) : join(folder, from, path.slice('/app/'.length));
    const into = target.endsWith('/')
      ? join(here, target, path.split('/').at(-1) ?? '')
      : join(here, target);
    await mkdir(dirname(into), { recursive: true });
    await (from === undefined ? cp(source, into, { recursive: true }) : rename(source, into));
  }
};
