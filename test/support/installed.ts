import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The path of a program of this machine; where `go install` and Debian's packages put it counts as well as PATH. */
export const findProgram = (name: string): string | undefined => {
  const { PATH = '', GOBIN, GOPATH = join(homedir(), 'go') } = process.env;
  return [...PATH.split(delimiter), GOBIN ?? join(GOPATH, 'bin'), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
};

/** The same for a program without which some tests do not exist: in CI it has to be there, elsewhere it is said what is left out. */
export const findProgramOfTests = (name: string, leftOut: string): string | undefined => {
  const path = findProgram(name);
  if (path !== undefined) return path;
  if (process.env['CI'] === 'true') throw new Error(`There is no ${name}, which CI needs.`);
  process.stderr.write(`There is no ${name}: ${leftOut}\n`);
  return undefined;
};
