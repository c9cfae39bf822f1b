// node scripts/install-production.js [--without-embedded] [options of npm]: `npm ci` without the development dependencies, without the workspaces, which are
// built or published on their own, and without the packages that `dist/` holds compiled in already ("compiledIn" of package.json). They
// count as development dependencies meanwhile, as do, on request, the embedded stores ("embedded"), which nothing loads where URLs are set; npm works out from the lock file, which stays as it is, what else nobody needs then.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

const FILE = 'package.json';
const text = readFileSync(FILE, 'utf8');
const { dependencies, devDependencies, compiledIn, embedded, ...others } = JSON.parse(text);
const options = process.argv.slice(2);
const WITHOUT = '--without-embedded';
const leftOut = [...compiledIn, ...(options.includes(WITHOUT) ? embedded : [])];
const isLeftOut = ([name]) => leftOut.includes(name);
const packages = Object.entries(dependencies);
const needed = {
  ...others,
  workspaces: [],
  dependencies: Object.fromEntries(packages.filter((one) => !isLeftOut(one))),
  devDependencies: { ...devDependencies, ...Object.fromEntries(packages.filter(isLeftOut)) },
};

// Whoever interrupts npm gets the file back as it was.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
writeFileSync(FILE, JSON.stringify(needed, null, 2));
try {
  const args = ['ci', '--omit=dev', ...options.filter((one) => one !== WITHOUT)];
  // A shell, because on Windows the command is a script.
  const { status } = spawnSync(['npm', ...args].join(' '), { shell: true, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  writeFileSync(FILE, text);
}
