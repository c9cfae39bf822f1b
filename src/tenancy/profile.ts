import { z } from 'zod';
import { changes, sharedRoute, userRoute, type Route } from '../http/index.js';
import { notFound } from '../shared/errors.js';
import { Permission, Role, type UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import {
  CitationStyle,
  UserRecord,
  type Changes,
  type TenantRecord,
  type UserPreferences,
  promptField,
  toolNamesField,
} from './schema.js';

type Deps = { database: Pick<Database, 'withScope' | 'platform'> };

type PreferenceChanges = z.infer<ReturnType<typeof PreferenceChanges>>;

type ProfileChanges = Changes<Pick<UserRecord, 'language' | 'timezone' | 'systemPrompt'>> & {
  preferences?: PreferenceChanges | undefined;
};

type OwnProfile = {
  user: UserRecord;
  tenant: Pick<TenantRecord, 'id' | 'slug'> & { name: string };
};

export type Profile = {
  get(scope: UserScope): Promise<OwnProfile>;
  /** Fields that are not named keep their value, null clears them. */
  update(scope: UserScope, changes: ProfileChanges): Promise<OwnProfile>;
};

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

export const createProfile = ({ database }: Deps): Profile => {
  const withTenant = async (
    scope: UserScope,
    work: (tx: ScopedRepositories) => Promise<UserRecord>,
  ): Promise<OwnProfile> => {
    const tenant = await database.platform.tenants.find(scope.tenantId);
    if (tenant === null) throw notFound();
    return database.withScope(scope, async (tx) => {
      const user = await work(tx);
      const { name } = await tx.settings.get();
      return { user, tenant: { id: tenant.id, slug: tenant.slug, name } };
    });
  };

  return {
    get: (scope) => withTenant(scope, (tx) => findSelf(tx, scope)),
    update: (scope, changes) =>
      withTenant(scope, async (tx) => {
        const user = await findSelf(tx, scope);
        const preferences =
          changes.preferences && applyPreferences(user.preferences, changes.preferences);
        return tx.users.update(scope.userId, { ...changes, preferences });
      }),
  };
};

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

const findSelf = async (
  tx: Pick<ScopedRepositories, 'users'>,
  { userId }: UserScope,
): Promise<UserRecord> => {
  const user = await tx.users.find(userId);
  if (user === null) throw notFound();
  return user;
};

const applyPreferences = (
  { name, city, citationStyle, tools }: UserPreferences,
  changes: PreferenceChanges,
): UserPreferences => {
  const newName = changes.name === undefined ? name : changes.name;
  const newCity = changes.city === undefined ? city : changes.city;
  return {
    citationStyle: changes.citationStyle ?? citationStyle,
    tools: changes.tools ?? tools,
    ...(newName == null ? {} : { name: newName }),
    ...(newCity == null ? {} : { city: newCity }),
  };
};

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
