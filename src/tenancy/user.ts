import { z } from 'zod';
import { ApiKeyId, UserId } from '../shared/ids.js';
import { Permission, TenantRole } from '../shared/scope.js';

export const UserStatus = z.enum(['active', 'suspended']);
export type UserStatus = z.infer<typeof UserStatus>;

export const CitationStyle = z.enum(['numbered', 'inline']);
export type CitationStyle = z.infer<typeof CitationStyle>;

export const UserPreferences = z.strictObject({
  name: z.string().trim().min(1).max(100).optional(),
  city: z.string().trim().min(1).max(100).optional(),
  citationStyle: CitationStyle.default('numbered'),
  /** Tools with side effects that this user always lets run, where the tenant's policy has them. */
  tools: z.array(z.string()).default([]),
});
export type UserPreferences = z.infer<typeof UserPreferences>;

export const UserRecord = z.object({
  id: UserId,
  email: z.string(),
  role: TenantRole,
  status: UserStatus,
  groups: z.array(z.string()),
  language: z.string().nullable(),
  timezone: z.string(),
  systemPrompt: z.string().nullable(),
  preferences: UserPreferences,
  createdAt: z.date(),
});
export type UserRecord = z.infer<typeof UserRecord>;

export const ApiKeyRecord = z.object({
  id: ApiKeyId,
  userId: UserId,
  name: z.string(),
  prefix: z.string(),
  permissions: z.array(Permission),
  expiresAt: z.date().nullable(),
  lastUsedAt: z.date().nullable(),
  createdAt: z.date(),
});
export type ApiKeyRecord = z.infer<typeof ApiKeyRecord>;

export type NewUser = { id: UserId; email: string; role: TenantRole; groups: readonly string[] };

export type UserChanges = {
  role?: TenantRole;
  status?: UserStatus;
  groups?: readonly string[];
  language?: string | null;
  timezone?: string;
  systemPrompt?: string | null;
  preferences?: UserPreferences;
};
