import { z } from 'zod';

export const seconds = (defaultValue: number) =>
  z.coerce.number().int().min(1).max(3600).default(defaultValue);

export const count = (range: { min: number; max: number; default: number }) =>
  z.coerce.number().int().min(range.min).max(range.max).default(range.default);

export const serviceUrl = (...protocols: string[]) =>
  z
    .url({
      abort: true,
      error: `must be a URL that starts with ${protocols.map((name) => `${name}://`).join(' or ')}`,
    })
    .refine((value) => protocols.includes(new URL(value).protocol.slice(0, -1)), {
      error: `must start with ${protocols.map((name) => `${name}://`).join(' or ')}`,
    });
