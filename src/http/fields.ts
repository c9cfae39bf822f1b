import { z } from 'zod';

/** Fields that several resources share. */
export const emailField = z.email().max(254).toLowerCase();

export const groupField = z
  .string()
  .regex(/^[\p{L}\p{N}_.-]{1,64}$/u, 'must be 1 to 64 letters, digits, "_", "." or "-"');

export const promptField = z.string().trim().min(1).max(8000);

const otherMillennium = { error: 'must lie in this millennium' };

/** An object of optional fields of which at least one is given. */
export const changes = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .strictObject(shape)
    .refine((value) => Object.keys(value).length > 0, { error: 'must change something' });

/** Names of tools: of those there are, no others. */
export const toolNamesField = (toolNames: readonly string[]) => z.array(z.enum(toolNames)).max(50);

const isOfThisMillennium = (value: string): boolean => /^2\d{3}-/.test(value);

export const timeField = z.iso
  .datetime({ offset: true })
  .refine(isOfThisMillennium, otherMillennium);

export const dayField = z.iso.date().refine(isOfThisMillennium, otherMillennium);
