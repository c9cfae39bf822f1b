import type { Entered } from '../ui/entered.js';
import { fieldsOf, toShown, toValues, type KindField } from './fields.js';

type Source = { settings: Readonly<Record<string, unknown>> };

type SourceKind = {
  settings: Readonly<Record<string, unknown>>;
  credentials: Readonly<Record<string, unknown>> | null;
};

type Rule = { path: string; visibility?: string; readers?: string[] };

/** The fields that a kind asks for. */
export const partsOf = ({ settings, credentials }: SourceKind) => ({
  settings: fieldsOf(settings, { isSecret: false }),
  credentials: fieldsOf(credentials, { isSecret: true }),
});

/** The text that stands in a field of settings before anything is typed. */
export const initialOf = ({ name, initial }: KindField, source: Source | null): string => {
  const kept = source?.settings[name];
  return kept === undefined || kept === null ? initial : toShown(kept);
};

/** Settings and credentials as they were typed. `settings` is null where a source keeps its own, `credentials` where nothing was typed. */
export const toConnection = (entered: Entered, kind: SourceKind, source: Source | null) => {
  const { settings, credentials } = partsOf(kind);
  const secrets = toValues('credentials', credentials, entered);
  const typed = toValues('settings', settings, entered);
  const names = new Set(settings.map(({ name }) => name));
  // What the form has no field for stays as it is.
  const others = Object.entries(source?.settings ?? {}).filter(([name]) => !names.has(name));
  const isKept = source !== null && settings.every((field) => isAsBefore(field, source, entered));
  return {
    settings: isKept ? null : { ...Object.fromEntries(others), ...typed },
    credentials:
      Object.keys(secrets).length === 0
        ? null
        : Object.fromEntries(Object.entries(secrets).map(([name, one]) => [name, String(one)])),
  };
};

const isAsBefore = (field: KindField, source: Source, { raw, text }: Entered): boolean => {
  const name = `settings.${field.name}`;
  const before = initialOf(field, source);
  if (field.type === 'boolean') return (raw(name) !== '') === (before === 'true');
  return text(name) === before.trim();
};

/** The visibility, rules, schedule and collection of a source, as typed into the form. */
export const toTreatment = (entered: Entered) => {
  const { text, raw } = entered;
  const every = text('everyMinutes');
  return {
    visibility: text('visibility'),
    rules: toRules(entered),
    collectionId: text('collectionId') || null,
    everyMinutes: every === '' ? null : Number(every),
    graceDays: Number(text('graceDays')),
    rechecksReaders: raw('rechecksReaders') !== '',
  };
};

/** Chosen in a rule, it is followed by a list of people. */
export const PEOPLE = 'people';

const toRules = ({ all, text }: Entered): Rule[] => {
  const rules: Rule[] = [];
  for (let at = 0; all(`rules.${at}.path`).length > 0; at += 1) {
    const path = text(`rules.${at}.path`);
    const visibility = text(`rules.${at}.visibility`);
    const readers = toReaders(text(`rules.${at}.readers`));
    rules.push(visibility === PEOPLE ? { path, readers } : { path, visibility });
  }
  return rules;
};

/** People by their addresses, or readers as the API writes them. */
export const toReaders = (text: string): string[] =>
  text
    .split(/[,;\n]/u)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => (/^(?:email|subject|group):/u.test(one) ? one : `email:${one}`));

export const fromReaders = (readers: readonly string[]): string =>
  readers.map((one) => one.replace(/^email:/u, '')).join(', ');

/** A name from the end of a path or the host of an address, for whoever gives none. */
export const suggestName = (settings: Readonly<Record<string, unknown>> | null): string => {
  const place = Object.values(settings ?? {}).find((value) => typeof value === 'string') ?? '';
  const parts = place.split(/[/\\]+/u).filter((part) => part !== '' && !/^https?:$/u.test(part));
  return (parts.at(-1) ?? '').slice(0, 64);
};

/** The typed name, or one after the place, with a hyphen for whatever a name may not have. */
export const toSourceName = (
  typed: string,
  settings: Readonly<Record<string, unknown>> | null,
): string => (typed || suggestName(settings)).replace(/[^\p{L}\p{N}_.:@-]+/gu, '-');
