type Entry = {
  createdAt: string;
  actorEmail: string | null;
  action: string;
  subjectId: string;
  subjectName: string | null;
  result: string;
  toolName: string | null;
  errorCode: string | null;
  count: number;
};

const COLUMNS = [
  'createdAt',
  'actorEmail',
  'action',
  'subjectId',
  'subjectName',
  'result',
  'toolName',
  'errorCode',
  'count',
] as const;

/** Rows for a table program, which would take a cell that begins with a sign such as = for a formula of its own. */
export const toCsv = (entries: readonly Entry[]): string =>
  [
    COLUMNS.join(','),
    ...entries.map((entry) => COLUMNS.map((name) => toCell(entry[name])).join(',')),
  ]
    .map((line) => `${line}\r\n`)
    .join('');

const toCell = (value: string | number | null): string => {
  const text = String(value ?? '');
  const harmless = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
};

/** Each entry with all that the API says of it, one a line. */
export const toJsonLines = (entries: readonly unknown[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
