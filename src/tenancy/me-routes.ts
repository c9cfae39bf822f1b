import { z } from 'zod';
import { Permission, Role, type UserScope } from '../shared/scope.js';
import { CitationStyle, UserRecord } from './user.js';
import type { OwnProfile, Profile } from './profile.js';
import { changes, sharedRoute, userRoute, type Route } from '../http/index.js';
import { promptField, toolNamesField } from './fields.js';

export type ProfileDeps = {
  profile: Profile;
  /** Of every tool there is: a preference can name no other. */
  toolNames: readonly string[];
};

const Me = z
  .object({
    user: UserRecord.nullable(),
    tenant: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }).nullable(),
    role: Role,
    permissions: z.array(Permission),
  })
  .meta({ id: 'Me' });

export const createProfileRoutes = ({ profile, toolNames }: ProfileDeps): Route[] => [
  sharedRoute({
    method: 'get',
    path: '/v1/me',
    summary: 'Who this credential belongs to and what it may do',
    roles: ['operator', 'admin', 'member'],
    responses: { 200: { description: 'The caller', schema: Me } },
    handle: async ({ caller }) =>
      caller.kind === 'operator'
        ? { status: 200, body: { user: null, tenant: null, role: 'operator', permissions: [] } }
        : { status: 200, body: toMe(caller.scope, await profile.get(caller.scope)) },
  }),
  userRoute({
    method: 'patch',
    path: '/v1/me',
    summary: "Change the caller's own profile",
    // It shapes every later answer, so a key that cannot ask cannot reach it.
    permission: 'chat',
    body: changes({
      language: z
        .string()
        .regex(/^[a-z]{2}$/)
        .nullable()
        .optional(),
      timezone: z
        .string()
        .max(64)
        .refine(isTimezone, { error: 'must be an IANA time zone' })
        .optional(),
      systemPrompt: promptField.nullable().optional(),
      preferences: PreferenceChanges(toolNames).optional(),
    }).meta({ id: 'ProfileChanges' }),
    responses: { 200: { description: 'The changed caller', schema: Me } },
    handle: async ({ scope, body }) => ({
      status: 200,
      body: toMe(scope, await profile.update(scope, body)),
    }),
  }),
];

const toMe = (scope: UserScope, { user, tenant }: OwnProfile): z.input<typeof Me> => ({
  user,
  tenant,
  role: scope.role,
  permissions: [...scope.permissions],
});

const isTimezone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
};

const PreferenceChanges = (toolNames: readonly string[]) =>
  z.strictObject({
    name: z.string().trim().min(1).max(100).nullable().optional(),
    city: z.string().trim().min(1).max(100).nullable().optional(),
    citationStyle: CitationStyle.optional(),
    tools: toolNamesField(toolNames).optional(),
  });
