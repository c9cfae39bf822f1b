import { z } from 'zod';
import { changes, sharedRoute, userRoute, type Route } from '../http/index.js';
import { withoutUndefined, type Changes } from '../shared/changes.js';
import { orNotFound } from '../shared/errors.js';
import { Permission, Role, type UserScope } from '../shared/scope.js';
import type { ProfileDatabase, ProfileRepositories } from './database.js';
import {
  PreferenceChanges,
  promptField,
  requireTools,
  UserRecord,
  type TenantPolicy,
  type UserPreferences,
} from './schema.js';

type ProfileChanges = Changes<
  Pick<UserRecord, 'language' | 'timezone' | 'systemPrompt'> & { preferences: PreferenceChanges }
>;

export type ProfileDeps = {
  profile: Profile;
  /** The names of the tenant's tools: a preference can name no others. */
  toolNamesOf: (policy: TenantPolicy) => readonly string[];
};

const Me = z
  .object({
    user: UserRecord.nullable(),
    tenant: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }).nullable(),
    role: Role,
    permissions: z.array(Permission),
    mayUpload: z
      .boolean()
      .describe(
        'Documents may be added: by administrators, and by members where the policy lets them.',
      ),
    hasPassword: z
      .boolean()
      .describe(
        'If false, PUT /v1/me/password sets the first one without asking for a current one.',
      ),
  })
  .meta({ id: 'Me' });

type Profile = ReturnType<typeof createProfile>;

export const createProfile = ({
  database,
}: {
  database: Pick<ProfileDatabase, 'withScope' | 'platform'>;
}) => {
  /** The caller's user after the change, with the tenant. */
  const withTenant = async (
    scope: UserScope,
    work: (tx: ProfileRepositories, self: UserRecord) => Promise<UserRecord>,
  ) => {
    const { id, slug } = orNotFound(await database.platform.tenants.find(scope.tenantId));
    return database.withScope(scope, async (tx) => {
      const user = await work(tx, orNotFound(await tx.users.find(scope.userId)));
      const { name, policy } = await tx.settings.get();
      const mayUpload =
        scope.permissions.includes('documents:write') &&
        (scope.role === 'admin' || policy.memberUploads);
      const hasPassword = (await tx.passwords.findOwn(scope.userId)) !== null;
      return { user, tenant: { id, slug, name }, mayUpload, hasPassword };
    });
  };

  return {
    get: (scope: UserScope) => withTenant(scope, async (_tx, self) => self),
    /** Fields that are absent keep their value, null clears them. */
    update: (
      scope: UserScope,
      { preferences, ...others }: ProfileChanges,
      { toolNamesOf }: Pick<ProfileDeps, 'toolNamesOf'>,
    ) =>
      withTenant(scope, async (tx, self) => {
        // A name that was added while the tenant had the tool may stay.
        const { policy } = await tx.settings.get();
        const known = [...toolNamesOf(policy), ...self.preferences.tools];
        requireTools(preferences?.tools ?? [], { path: 'preferences.tools', known });
        return tx.users.update(scope.userId, {
          ...others,
          preferences: preferences && applyPreferences(self.preferences, preferences),
        });
      }),
  };
};

export const createProfileRoutes = ({ profile, toolNamesOf }: ProfileDeps): Route[] => [
  sharedRoute({
    method: 'get',
    path: '/v1/me',
    operationId: 'getMe',
    tag: 'profile',
    summary: 'Who this credential belongs to and what it may do',
    openTo: 'applications',
    roles: ['operator', 'admin', 'member'],
    responses: { 200: { description: 'The caller', schema: Me } },
    answer: async ({ caller }) =>
      caller.kind === 'operator'
        ? OPERATOR
        : { ...(await profile.get(caller.scope)), ...rightsOf(caller.scope) },
  }),
  userRoute({
    method: 'patch',
    path: '/v1/me',
    operationId: 'updateMe',
    tag: 'profile',
    example: { language: 'en', timezone: 'Europe/Budapest', preferences: { name: 'Ada' } },
    summary: "Change the caller's own profile",
    // It affects every later answer, so a key that may not ask may not change it.
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
      preferences: PreferenceChanges.optional(),
    }).meta({ id: 'ProfileChanges' }),
    responses: { 200: { description: 'The changed caller', schema: Me } },
    answer: async ({ scope, body }) => ({
      ...(await profile.update(scope, body, { toolNamesOf })),
      ...rightsOf(scope),
    }),
  }),
];

const OPERATOR = {
  user: null,
  tenant: null,
  role: 'operator',
  permissions: [],
  mayUpload: false,
  hasPassword: false,
} as const;

const applyPreferences = (
  preferences: UserPreferences,
  changes: PreferenceChanges,
): UserPreferences => {
  const merged = { ...preferences, ...withoutUndefined(changes) };
  const { name, city, theme, consoleLanguage, ...others } = merged;
  return {
    ...others,
    ...(name && { name }),
    ...(city && { city }),
    ...(theme && { theme }),
    ...(consoleLanguage && { consoleLanguage }),
  };
};

const rightsOf = ({ role, permissions }: UserScope) => ({ role, permissions });

const isTimezone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
};
