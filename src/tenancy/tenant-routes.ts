import { z } from 'zod';
import { TenantPolicy } from './tenant.js';
import type { Settings } from './settings.js';
import { changes, userRoute, type Route } from '../http/index.js';
import { promptField } from './fields.js';

export type SettingsDeps = {
  settings: Settings;
  /** Of every tool there is: the policy can name no other. */
  toolNames: readonly string[];
};

const SettingsView = z
  .object({ name: z.string(), systemPrompt: z.string().nullable(), policy: TenantPolicy })
  .meta({ id: 'TenantSettings' });

const access = { roles: ['admin'], permission: 'admin' } as const;

export const createTenantSettingsRoutes = ({ settings, toolNames }: SettingsDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/tenant',
    summary: "Read the tenant's settings",
    ...access,
    responses: { 200: { description: 'The settings', schema: SettingsView } },
    handle: async ({ scope }) => ({ status: 200, body: await settings.get(scope) }),
  }),
  userRoute({
    method: 'patch',
    path: '/v1/tenant',
    summary: "Change the tenant's settings",
    ...access,
    body: changes({
      name: z.string().trim().min(1).max(200).optional(),
      systemPrompt: promptField.nullable().optional(),
      policy: PolicyChanges(toolNames).optional(),
    }).meta({ id: 'TenantSettingsChanges' }),
    responses: { 200: { description: 'The changed settings', schema: SettingsView } },
    handle: async ({ scope, body }) => ({
      status: 200,
      body: await settings.update(scope, body),
    }),
  }),
];

const quota = z.int().min(0).nullable().optional();

const QuotaChanges = z
  .strictObject({
    questionsPerDay: quota,
    tokensPerMonth: quota,
    documents: quota,
    storageBytes: quota,
  })
  .describe('Of the whole tenant; null = unlimited; days and months in UTC.');

// Without the defaults: an absent field is not a change.
const PolicyChanges = (toolNames: readonly string[]) =>
  z.strictObject({
    groundedOnly: z.boolean().optional(),
    tools: toolSwitches(toolNames).optional(),
    dropUnsupportedCitations: z.boolean().optional(),
    memberUploads: z.boolean().optional(),
    maxAgentIterations: z.int().min(1).max(20).nullable().optional(),
    memoryTtlDays: z
      .int()
      .min(1)
      .max(36_500)
      .nullable()
      .optional()
      .describe('Days after its last change from which a memory is forgotten; null = never.'),
    quotas: QuotaChanges.optional(),
  });

const toolSwitches = (toolNames: readonly string[]) =>
  z
    .record(z.string().max(64), z.boolean())
    .superRefine((tools, context) => {
      const unknown = Object.keys(tools).filter((name) => !toolNames.includes(name));
      for (const name of unknown) {
        context.addIssue({ code: 'custom', path: [name], message: 'is no tool' });
      }
    })
    .describe(`By name: ${toolNames.join(', ')}.`);
