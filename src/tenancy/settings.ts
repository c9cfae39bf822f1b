import { z } from 'zod';
import { changes, userRoute, type Route } from '../http/index.js';
import { withoutUndefined, type Changes } from '../shared/changes.js';
import type { NamedModel } from '../shared/model-choice.js';
import type { UserScope } from '../shared/scope.js';
import { changesBetween, fieldsOfPolicy } from './audit-changes.js';
import { lockOrConflict, type Database } from './database.js';
import { TenantLimits } from './limits.js';
import {
  promptField,
  TenantPolicy,
  TenantQuotas,
  TenantRetention,
  TenantSettings,
} from './schema.js';

type PolicyChanges = z.infer<ReturnType<typeof PolicyChanges>>;
type SettingsChanges = Changes<Omit<TenantSettings, 'policy'> & { policy: PolicyChanges }>;

export type SettingsDeps = {
  settings: ReturnType<typeof createSettings>;
  /** The names of all existing tools: the policy can name no others. */
  toolNames: readonly string[];
  /** The configured chat endpoints: the policy can list no others. */
  models: readonly NamedModel[];
};

const access = { roles: ['admin'], permission: 'admin' } as const;

const SettingsView = TenantSettings.extend({
  limits: TenantLimits.describe("The operator's; a quota above one has no effect."),
}).meta({ id: 'TenantSettings' });

export const createSettings = ({
  database,
}: {
  database: Pick<Database, 'withScope' | 'withLock'>;
}) => ({
  get: (scope: UserScope) =>
    database.withScope(scope, async (tx) => ({
      ...(await tx.settings.get()),
      limits: await tx.quotas.limits(),
    })),
  /** Fields that are absent keep their value; named tools are added to those already set. */
  update: (scope: UserScope, { policy: policyChanges, ...others }: SettingsChanges) =>
    // Reading and writing back a whole policy must not lose another admin's concurrent change.
    lockOrConflict(database, `tenant-settings/${scope.tenantId}`, () =>
      database.withScope(scope, async (tx) => {
        const { policy } = await tx.settings.get();
        const updated = await tx.settings.update({
          ...others,
          policy: policyChanges && applyPolicy(policy, policyChanges),
        });
        await tx.audit.append({
          actorId: scope.userId,
          action: policyChanges === undefined ? 'tenant.update' : 'policy.update',
          subjectId: scope.tenantId,
          changes: changesBetween(fieldsOfPolicy(policy), fieldsOfPolicy(updated.policy)),
        });
        return { ...updated, limits: await tx.quotas.limits() };
      }),
    ),
});

export const createTenantSettingsRoutes = ({
  settings,
  toolNames,
  models,
}: SettingsDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/tenant',
    operationId: 'getTenantSettings',
    tag: 'settings',
    summary: "Read the tenant's settings",
    ...access,
    responses: { 200: { description: 'The settings', schema: SettingsView } },
    answer: ({ scope }) => settings.get(scope),
  }),
  userRoute({
    method: 'patch',
    path: '/v1/tenant',
    operationId: 'updateTenantSettings',
    tag: 'settings',
    errors: ['conflict'],
    example: { name: 'Acme', policy: { groundedOnly: true, memoryTtlDays: 365 } },
    summary: "Change the tenant's settings",
    ...access,
    body: changes({
      name: z.string().trim().min(1).max(200).optional(),
      systemPrompt: promptField
        .nullable()
        .optional()
        .describe('The prompt of the default assistant; null clears it.'),
      policy: PolicyChanges(toolNames, models).optional(),
    }).meta({ id: 'TenantSettingsChanges' }),
    responses: { 200: { description: 'The changed settings', schema: SettingsView } },
    answer: ({ scope, body }) => settings.update(scope, body),
  }),
];

/** Null removes a limit or quota; if absent, it stays. */
const applyPolicy = (
  policy: TenantPolicy,
  { tools, quotas = {}, retention = {}, ...others }: PolicyChanges,
): TenantPolicy => ({
  ...policy,
  ...withoutUndefined(others),
  tools: { ...policy.tools, ...tools },
  quotas: { ...policy.quotas, ...withoutUndefined(quotas) },
  retention: { ...policy.retention, ...withoutUndefined(retention) },
});

const PolicyChanges = (toolNames: readonly string[], models: readonly NamedModel[]) =>
  z.strictObject({
    ...toChangeFields(TenantPolicy.shape),
    tools: toolSwitches(toolNames).optional(),
    models: modelNames(models).optional(),
    quotas: z
      .strictObject(toChangeFields(TenantQuotas.shape))
      .describe('Of the whole tenant; null = up to `limits`; days and months in UTC.')
      .optional(),
    retention: z
      .strictObject(toChangeFields(TenantRetention.shape))
      .describe('Days after which a kind of thing is deleted; 0 = never.')
      .optional(),
  });

type Defaulted = z.ZodDefault | z.ZodPrefault;
type ChangeFields<Shape> = {
  [Field in keyof Shape]: Shape[Field] extends
    z.ZodDefault<infer Inner extends z.ZodType> | z.ZodPrefault<infer Inner extends z.ZodType>
    ? z.ZodOptional<Inner>
    : never;
};

// Removes the defaults, because an absent field is not a change. The type states what `unwrap` returns for each field.
const toChangeFields = <Shape extends Record<string, Defaulted>>(shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, z.optional(field.unwrap())]),
  ) as ChangeFields<Shape>;

const modelNames = (models: readonly NamedModel[]) =>
  TenantPolicy.shape.models.unwrap().superRefine((names, context) => {
    for (const [position, name] of names.entries()) {
      if (models.some((model) => model.name === name)) continue;
      context.addIssue({
        code: 'custom',
        path: [position],
        message: 'is not a model of this server',
      });
    }
  });

const toolSwitches = (toolNames: readonly string[]) =>
  z
    .record(z.string().max(64), z.boolean())
    .superRefine((tools, context) => {
      const unknown = Object.keys(tools).filter((name) => !toolNames.includes(name));
      for (const name of unknown) {
        context.addIssue({ code: 'custom', path: [name], message: 'is not a tool' });
      }
    })
    .describe('By name, as GET /v1/tools lists them to administrators.');
