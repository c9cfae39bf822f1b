import { rm } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** In the order of their needs: types of the client are read as they are published. */
const PACKAGES = ['client', 'cli', 'langchain'];

const root = fileURLToPath(new URL('..', import.meta.url));

for (const name of PACKAGES) {
  await rm(`${root}packages/${name}/dist`, { recursive: true, force: true });
  const project = `packages/${name}/tsconfig.build.json`;
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], {
    cwd: root,
    stdio: 'inherit',
  });
}
