/** Values that a careless field would let through, or fall over. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  '',
  '   ',
  'x'.repeat(20_000),
  'a\u0000b',
  '\ud800',
  '\u202etxt.exe',
  "'; DROP TABLE users; --",
  '../../etc/passwd',
  '${jndi:ldap://x}',
  '*',
  0,
  -1,
  1.5,
  1e9,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  true,
  false,
  [],
  ['x'],
  [null],
  [[[]]],
  {},
  { $ne: null },
  { any: ['a'] },
  { toString: 'x', constructor: 'y' },
  Array.from({ length: 5000 }, (_, index) => `v${index}`),
  '2026-13-45T99:99:99Z',
  '9999-12-31T23:59:59-14:00',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
];

/** Bodies that are no object at all, or no JSON. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  'null',
  '[]',
  '"text"',
  '42',
  'true',
  '{',
  '{"a":}',
  '{}{}',
  '\u0000',
  'NaN',
  '{"a":1e999}',
  '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '\ufeff{}',
];

/** Fields that no caller may set: identity, rights and what the system keeps for itself. */
const FORBIDDEN_FIELDS: Readonly<Record<string, unknown>> = {
  id: '0197e0b2-0000-7000-8000-000000000000',
  tenantId: '0197e0b2-0000-7000-8000-000000000000',
  tenant_id: '0197e0b2-0000-7000-8000-000000000000',
  ownerId: '0197e0b2-0000-7000-8000-000000000000',
  isAdmin: true,
  createdAt: '2020-01-01T00:00:00Z',
  secretHash: 'x',
  embedded: true,
  version: 7,
  collection: 'other',
  should: [],
  must_not: [],
};

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Paths of every field of a body, nested objects' included. */
const pathsOf = (body: Json, base: readonly string[] = []): string[][] =>
  Object.entries(body).flatMap(([name, value]) => {
    const path = [...base, name];
    return [path, ...(isObject(value) ? pathsOf(value, path) : [])];
  });

const withValue = (body: Json, [name = '', ...rest]: readonly string[], value: unknown): Json => {
  if (rest.length === 0) {
    if (value !== undefined) return { ...body, [name]: value };
    return Object.fromEntries(Object.entries(body).filter(([field]) => field !== name));
  }
  const inner = body[name];
  return { ...body, [name]: withValue(isObject(inner) ? inner : {}, rest, value) };
};

/** Every field in turn missing, and with every hostile value. */
export const malformedBodies = (valid: Json): Json[] =>
  pathsOf(valid).flatMap((path) =>
    [undefined, ...HOSTILE_VALUES].map((value) => withValue(valid, path, value)),
  );

/** Several fields at once with hostile values, each chosen by two numbers. */
export const scrambledBody = (valid: Json, choices: readonly (readonly number[])[]): Json => {
  const paths = pathsOf(valid);
  return choices.reduce((body, [place = 0, value = 0]) => {
    const path = paths[place % paths.length];
    return path ? withValue(body, path, HOSTILE_VALUES[value % HOSTILE_VALUES.length]) : body;
  }, valid);
};

/** The body with one forbidden field, at its top and inside each nested object. */
export const overfilledBodies = (valid: Json): Json[] => {
  const places = [[], ...pathsOf(valid).filter((path) => isObject(valueAt(valid, path)))];
  return places
    .filter((path) => !['metadata', 'tools'].includes(path.at(-1) ?? ''))
    .flatMap((path) =>
      Object.entries(FORBIDDEN_FIELDS).map(([name, value]) =>
        withValue(valid, [...path, name], value),
      ),
    );
};

const valueAt = (body: Json, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), body);
