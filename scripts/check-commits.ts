import { execFileSync } from 'node:child_process';

const MAX_CHARS = 72;

/** The last commit before subjects were held to the limit. */
const BEFORE_THE_RULE = {
  id: '2395cf26fea63ab76affa8c570c971b2f808cda9',
  committedAt: 1_795_383_834,
};

type Commit = { id: string; committedAt: number; subject: string };

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' });

/** All commits that this clone has; a shallow one has the last few, so their time tells the new from the old. */
const listCommits = (): Commit[] =>
  git('log', '--no-merges', '--format=%H%x09%ct%x09%s', ...sinceTheRule())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', committedAt = '', ...subject] = line.split('\t');
      return { id, committedAt: Number(committedAt), subject: subject.join('\t') };
    })
    .filter(({ committedAt }) => committedAt > BEFORE_THE_RULE.committedAt);

const sinceTheRule = (): string[] => {
  try {
    execFileSync('git', ['merge-base', '--is-ancestor', BEFORE_THE_RULE.id, 'HEAD'], {
      stdio: 'ignore',
    });
    return [`${BEFORE_THE_RULE.id}..HEAD`];
  } catch {
    return ['HEAD'];
  }
};

const hasHistory = (): boolean => {
  try {
    execFileSync('git', ['rev-parse', '--verify', 'HEAD'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

if (hasHistory()) {
  const tooLong = listCommits().filter(({ subject }) => Array.from(subject).length > MAX_CHARS);
  for (const { id, subject } of tooLong) {
    console.error(`${id.slice(0, 7)} has ${Array.from(subject).length} characters: ${subject}`);
  }
  if (tooLong.length > 0) {
    console.error(`A commit's subject has at most ${MAX_CHARS} characters.`);
    process.exitCode = 1;
  }
} else {
  console.error('There is no Git history here, so no commit subject was checked.');
}
