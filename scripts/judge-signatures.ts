import { z } from 'zod';

const Package = z.object({ name: z.string(), version: z.string() });
const Said = z.union([
  z.object({ invalid: z.array(Package), missing: z.array(Package) }),
  z.object({ error: z.object({ code: z.string().nullable(), summary: z.string() }) }),
]);

export type Verdict = { outcome: 'good' | 'bad' | 'unchecked'; lines: string[] };

/** Matches errors of a registry, or of the place of its keys, that cannot be reached: they say nothing about a package. */
const AWAY =
  /^(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|E5\d\d|E429|ERR_SOCKET_TIMEOUT|FETCH_ERROR)$/;

/** Judges what `npm audit signatures --json` has printed. All that is neither a good outcome nor a missing network is bad. */
export const judgeSignatures = (printed: string): Verdict => {
  const said = Said.safeParse(parse(printed)).data;
  if (said === undefined) return { outcome: 'bad', lines: ['npm said what nobody understands.'] };
  if ('error' in said) {
    const { code, summary } = said.error;
    return { outcome: AWAY.test(code ?? '') ? 'unchecked' : 'bad', lines: [`${code}: ${summary}`] };
  }
  const lines = [
    ...said.invalid.map(({ name, version }) => `${name}@${version}: its signature is wrong`),
    ...said.missing.map(({ name, version }) => `${name}@${version}: it has no signature`),
  ];
  return { outcome: lines.length === 0 ? 'good' : 'bad', lines };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
