import { within } from '../shared/async.js';

/** One part that was examined, and the result. */
export type Finding = {
  part: string;
  /** `attention`: works, but something should be done; `unused`: not configured; `unknown`: it could not be examined. */
  state: 'ok' | 'attention' | 'broken' | 'unused' | 'unknown';
  latencyMs: number | null;
  says: string;
  /** Sentences that say what to do. */
  advice: readonly string[];
};

type Setting = { name: string; value: string; isSet: boolean };

export type Examination = {
  versions: Readonly<Record<string, string>>;
  settings: readonly Setting[];
  findings: readonly Finding[];
  /** Everything that should be done; empty if all is well. */
  advice: readonly string[];
};

type Answer = Partial<Pick<Finding, 'state' | 'latencyMs' | 'advice'>> & { says: string };

export type Part = {
  part: string;
  look: () => Promise<Answer>;
  /** Advice if the check fails; absent if the failure itself says what to do. */
  remedy?: string;
};

const LOOK_MS = 10_000;

/** Examines one part; never rejects, and takes ten seconds at most. */
export const lookAt = async ({ part, look, remedy }: Part): Promise<Finding> => {
  const startedAtMs = performance.now();
  try {
    const answer = await within(LOOK_MS, look());
    const latencyMs = Math.round(performance.now() - startedAtMs);
    return { part, state: 'ok', latencyMs, advice: [], ...answer };
  } catch (error) {
    const says = describe(error);
    return { part, state: 'broken', latencyMs: null, says, advice: [remedy ?? says] };
  }
};

export const toExamination = (
  { versions, settings }: Pick<Examination, 'versions' | 'settings'>,
  findings: readonly Finding[],
): Examination => ({
  versions,
  settings,
  findings,
  advice: [...new Set(findings.flatMap(({ advice }) => advice))],
});

const SIGNS: Record<Finding['state'], string> = {
  ok: 'ok',
  attention: 'look',
  broken: 'BROKEN',
  unused: '-',
  unknown: '?',
};

/** For a terminal: the findings, and at the end what to do. */
export const renderExamination = ({ advice, ...examination }: Examination): string => {
  const versions = Object.entries(examination.versions).map(([name, value]) => `${name} ${value}`);
  const set = examination.settings.filter(({ isSet }) => isSet);
  const defaults = examination.settings.length - set.length;
  return [
    versions.join(', '),
    '',
    'Settings',
    ...set.map(({ name, value }) => `  ${name}=${value}`),
    `  ${defaults} others have their defaults (--json lists them).`,
    '',
    'Parts',
    ...examination.findings.map(toLine),
    '',
    ...(advice.length === 0 ? ['Nothing to do.'] : ['To do', ...advice.map(toItem)]),
  ].join('\n');
};

const toLine = ({ part, state, latencyMs, says }: Finding): string => {
  const took = latencyMs === null || state !== 'ok' ? '' : ` (${latencyMs} ms)`;
  return `  ${SIGNS[state].padEnd(7)}${part.padEnd(14)}${says}${took}`;
};

const toItem = (sentence: string, index: number): string => `  ${index + 1}. ${sentence}`;

/** The message, and the code of its cause; nothing else about a cause may be shown. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'It failed for an unknown reason.';
  const code = codeOf(error.cause) ?? codeOf(error);
  return code === null || error.message.includes(code)
    ? error.message
    : `${error.message} (${code})`;
};

const codeOf = (error: unknown): string | null => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[A-Z0-9]{3,}$/.test(code) ? code : null;
};
