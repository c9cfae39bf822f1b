/** A setting in effect, in a form that anyone may see. */
export type ShownSetting = { name: string; value: string; isSet: boolean };

type Values = Readonly<Record<string, unknown>>;

/** All settings by name, explicitly set ones first; secrets are masked, also in URLs. */
export const toShownSettings = (
  values: Values,
  given: Readonly<Record<string, string | undefined>>,
): ShownSetting[] =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({
      name,
      value: show(name, value),
      isSet: given[name] !== undefined,
    }))
    .toSorted((one, other) => Number(other.isSet) - Number(one.isSet));

/** True for a variable that contains a credential, judged by its name. */
export const isSecret = (name: string): boolean => SECRET.test(name);

const MASK = '***';
/** `_FIRST_TOKEN_SEC` is a time limit: if it counted as a credential, its number would be removed from every answer. */
const SECRET = /(?:^|_)(?:KEY|SECRET|TOKEN(?!_SEC$)|PASSWORD|HEADERS)(?:_|$)/;

const show = (name: string, value: unknown): string => {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (isSecret(name)) return MASK;
  return URL.canParse(value) ? withoutCredentials(new URL(value)) : value;
};

const withoutCredentials = (url: URL): string => {
  if (url.password !== '') url.password = MASK;
  for (const name of [...url.searchParams.keys()]) {
    if (/password|key|secret|token/i.test(name)) url.searchParams.set(name, MASK);
  }
  return url.href;
};
