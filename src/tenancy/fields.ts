import { z } from 'zod';

export const emailField = z.email().max(254).toLowerCase();

export const groupField = z
  .string()
  .regex(/^[\p{L}\p{N}_.-]{1,64}$/u, 'must be 1 to 64 letters, digits, "_", "." or "-"');

export const promptField = z.string().trim().min(1).max(8000);

/** Names of tools: of those there are, no others. */
export const toolNamesField = (toolNames: readonly string[]) => z.array(z.enum(toolNames)).max(50);
