import { notFound } from '../shared/errors.js';
import type { UserScope } from '../shared/scope.js';
import type { TenantRecord } from './tenant.js';
import type { CitationStyle, UserPreferences, UserRecord, UserChanges } from './user.js';
import type { Database, ScopedRepositories } from './database.js';

type Deps = { database: Pick<Database, 'withScope' | 'platform'> };

type PreferenceChanges = {
  name?: string | null | undefined;
  city?: string | null | undefined;
  citationStyle?: CitationStyle | undefined;
  tools?: string[] | undefined;
};

type ProfileChanges = {
  language?: string | null | undefined;
  timezone?: string | undefined;
  systemPrompt?: string | null | undefined;
  preferences?: PreferenceChanges | undefined;
};

export type OwnProfile = {
  user: UserRecord;
  tenant: Pick<TenantRecord, 'id' | 'slug'> & { name: string };
};

export type Profile = {
  get(scope: UserScope): Promise<OwnProfile>;
  /** Fields that are not named keep their value, null clears them. */
  update(scope: UserScope, changes: ProfileChanges): Promise<OwnProfile>;
};

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
        return tx.users.update(scope.userId, toUserChanges(user, changes));
      }),
  };
};

const findSelf = async (
  tx: Pick<ScopedRepositories, 'users'>,
  { userId }: UserScope,
): Promise<UserRecord> => {
  const user = await tx.users.find(userId);
  if (user === null) throw notFound();
  return user;
};

const toUserChanges = (user: UserRecord, changes: ProfileChanges): UserChanges => ({
  ...(changes.language === undefined ? {} : { language: changes.language }),
  ...(changes.timezone === undefined ? {} : { timezone: changes.timezone }),
  ...(changes.systemPrompt === undefined ? {} : { systemPrompt: changes.systemPrompt }),
  ...(changes.preferences === undefined
    ? {}
    : { preferences: applyPreferences(user.preferences, changes.preferences) }),
});

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
