// Runs a command of the development dependencies. In a production tree, where `npm ci --omit=dev` left them out, it does nothing:
// the Prisma client has been generated and everything has been compiled when `dist/` was built. Where that has not happened, it says so.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

const [command, ...args] = process.argv.slice(2);

const SERVER = fileURLToPath(new URL('../dist/src/server.js', import.meta.url));

const commands = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url));

if (existsSync(join(commands, command))) {
  // A shell, because on Windows the command is a script; npm has put the folder of commands on the path.
  const { status } = spawnSync([command, ...args].join(' '), { shell: true, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else if (args.includes('scripts/build.ts') && !existsSync(SERVER)) {
  process.stderr.write(
    'There is no dist/, and nothing here that builds it: run `npm ci && npm run build`, or copy dist/ from where that was done.\n',
  );
  process.exitCode = 1;
}
