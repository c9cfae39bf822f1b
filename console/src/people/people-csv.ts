/** What is wrong with a line of the file. */
type LineProblem = 'email' | 'role' | 'group' | 'twice';

export type PersonLine = {
  /** Counted from 1, as an editor shows it. */
  line: number;
  email: string;
  role: 'admin' | 'member';
  groups: string[];
  problem: LineProblem | null;
};

/** The most lines that are read, because a person has to check each of them. */
export const MOST_LINES = 1000;

/** Reads people from CSV, one in a line: address, role, groups with “|” between them. A first line without an address names the columns. */
export const parsePeople = (text: string, knownGroups: readonly string[]): PersonLine[] => {
  const seen = new Set<string>();
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/, MOST_LINES);
  return lines.flatMap((content, at) => {
    const [email = '', role = '', groups = ''] = toCells(content);
    const isHeader = at === 0 && !content.includes('@');
    if (isHeader || content.trim() === '') return [];
    const person = {
      line: at + 1,
      email: email.toLowerCase(),
      role: role.toLowerCase() === 'admin' ? ('admin' as const) : ('member' as const),
      groups: groups
        .split('|')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    };
    const problem = problemOf({ ...person, role: role.toLowerCase() }, { seen, knownGroups });
    seen.add(person.email);
    return [{ ...person, problem }];
  });
};

type Known = { seen: ReadonlySet<string>; knownGroups: readonly string[] };

const problemOf = (
  { email, role, groups }: { email: string; role: string; groups: readonly string[] },
  { seen, knownGroups }: Known,
): LineProblem | null => {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(email)) return 'email';
  if (seen.has(email)) return 'twice';
  if (!['', 'member', 'admin'].includes(role)) return 'role';
  return groups.every((name) => knownGroups.includes(name)) ? null : 'group';
};

/** The cells of a line, between commas or semicolons; quotes around a cell let it hold either. */
const toCells = (line: string): string[] =>
  [...line.matchAll(/(?:^|[,;])\s*(?:"((?:[^"]|"")*)"|([^,;]*))/gu)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  );

/** The links of new accounts as CSV, for whoever sends them. */
export const toLinksCsv = (links: readonly { email: string; link: string }[]): string =>
  ['email,link', ...links.map(({ email, link }) => `${toCell(email)},${toCell(link)}`)]
    .map((line) => `${line}\r\n`)
    .join('');

/** Escapes a cell that begins like a formula, so that spreadsheets show it as text. */
const toCell = (text: string): string =>
  `"${(/^[=+\-@\t\r]/u.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
