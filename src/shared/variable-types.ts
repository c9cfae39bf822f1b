import { z } from 'zod';

export const seconds = (defaultValue: number) =>
  z.coerce.number().int().min(1).max(3600).default(defaultValue);

export const count = (range: { min: number; max: number; default: number }) =>
  z.coerce.number().int().min(range.min).max(range.max).default(range.default);

/** For a variable whose default depends on another. */
export const optionalCount = ({ min, max }: { min: number; max: number }) =>
  z.coerce.number().int().min(min).max(max).optional();

export const serviceUrl = (...protocols: string[]) =>
  z
    .url({
      abort: true,
      error: `must be a URL that starts with ${protocols.map((name) => `${name}://`).join(' or ')}`,
    })
    .refine((value) => protocols.includes(new URL(value).protocol.slice(0, -1)), {
      error: `must start with ${protocols.map((name) => `${name}://`).join(' or ')}`,
    });

type VariablesOf<Parts extends readonly unknown[]> = Parts extends readonly [
  { variables: infer First },
  ...infer Rest,
]
  ? First & VariablesOf<Rest>
  : unknown;

/** The variables declared by all parts of a list, as one shape. */
export const variablesOf = <const Parts extends readonly { variables: object }[]>(
  parts: Parts,
): VariablesOf<Parts> =>
  Object.assign(
    {},
    ...parts.map(({ variables }) => variables),
    // Object.assign with a spread list is typed `any`; this is its actual result.
  ) as VariablesOf<Parts>;
