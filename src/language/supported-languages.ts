import { SCRIPTS, type Script } from './locale.js';
import { byLanguage } from './word-lists.js';

export type Language = { code: string; iso3: string; script: Script };

const NAMED = byLanguage(({ script, iso3 }) =>
  script === undefined || iso3 === undefined ? undefined : { script, iso3 },
);

/** The detectable languages, by script. */
export const LANGUAGES: readonly Language[] = SCRIPTS.flatMap((script) =>
  [...NAMED].flatMap(([code, named]) => (named.script === script ? [{ code, ...named }] : [])),
);

/** Their codes. */
export const SUPPORTED_LANGUAGES: readonly string[] = LANGUAGES.map(({ code }) => code);
