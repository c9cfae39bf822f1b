import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** The path of a program of this machine; where `go install` and Debian's packages put it counts as well as PATH. */
export const findProgram = (name: string): string | undefined => {
  const { PATH = '', GOBIN, GOPATH = join(homedir(), 'go') } = process.env;
  return [...PATH.split(delimiter), GOBIN ?? join(GOPATH, 'bin'), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
};

/** The same for a program without which some tests do not exist: in CI it has to be there, elsewhere it is said what is left out. */
export const findProgramOfTests = (name: string, leftOut: string): string | undefined =>
  required(findProgram(name), { name, leftOut });

/** The same for a Python that is new enough and can make virtual environments. */
export const findPython = async (
  version: `3.${number}`,
  leftOut: string,
): Promise<string | undefined> => {
  const minor = version.slice('3.'.length);
  const check = `import sys, venv, ensurepip; sys.exit(sys.version_info < (3, ${minor}))`;
  const found = await promisify(execFile)('python3', ['-c', check]).then(
    () => 'python3',
    () => undefined,
  );
  return required(found, { name: `Python ${version} with its module venv`, leftOut });
};

/** Finds the program, or undefined; in CI it has to be there. */
export const required = <Found>(
  found: Found | undefined,
  { name, leftOut }: { name: string; leftOut: string },
): Found | undefined => {
  if (found !== undefined) return found;
  if (process.env['CI'] === 'true') throw new Error(`There is no ${name}, which CI needs.`);
  process.stderr.write(`There is no ${name}: ${leftOut}\n`);
  return undefined;
};
