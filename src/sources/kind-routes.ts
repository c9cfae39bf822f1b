import { z } from 'zod';
import { userRoute, type Route } from '../http/index.js';
import { SourceId } from '../shared/ids.js';
import { SourceCredentials, SourceSettings } from './schema.js';
import type { Sources } from './sources.js';

export const KindName = z.string().max(64).describe('A name from `GET /v1/source-kinds`.');

export const settings = SourceSettings.describe(
  'Depends on the kind; `folder` needs the absolute `path` of a folder on the server.',
);
export const credentials = SourceCredentials.refine(
  (given) => Object.entries(given).every((entry) => entry.every((text) => text.length <= 4000)),
  'must be short texts',
)
  .describe(
    'What the other side asks for, such as the `username` and `password` of `webdav`. Kept sealed, and never answered.',
  )
  .optional();

const JsonSchema = z.record(z.string(), z.unknown());

const Kind = z
  .object({
    name: z.string(),
    settings: JsonSchema.describe('A JSON Schema of the settings.'),
    credentials: JsonSchema.nullable().describe(
      'A JSON Schema of the credentials; null if there are none.',
    ),
    places: z
      .array(z.string())
      .nullable()
      .describe(
        'All that the operator lets this kind read, such as folders; null if it may read the internet.',
      ),
  })
  .meta({ id: 'SourceKind' });

const Check = z
  .object({
    name: z
      .string()
      .describe(
        '`list`, `read`, and `rights` or, if the kind knows none, `rules`; before them those of the kind.',
      ),
    ok: z.boolean(),
    message: z.string(),
    missing: z
      .array(z.string())
      .optional()
      .describe("The permissions that the credentials lack, with the other side's names."),
  })
  .meta({ id: 'SourceCheck' });

const Report = z
  .object({
    canRun: z.boolean(),
    checks: z.array(Check),
    sample: z.array(z.string()).describe('The first paths that a run would list.'),
  })
  .meta({ id: 'SourceReport' });

const managed = { roles: ['admin'], permission: 'admin', tag: 'sources' } as const;

/** Lists the kinds of sources, and tests settings before a source is added. */
export const createKindRoutes = ({ sources }: { sources: Sources }): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/source-kinds',
    operationId: 'listSourceKinds',
    summary: 'List the kinds of sources with the settings that each needs',
    ...managed,
    responses: {
      200: {
        description: 'All kinds that this server has',
        schema: z.object({ items: z.array(Kind) }).meta({ id: 'SourceKindList' }),
      },
    },
    answer: async ({ scope }) => ({ items: await sources.kinds(scope) }),
  }),
  userRoute({
    method: 'post',
    path: '/v1/source-kinds/:kind/test',
    operationId: 'testSourceKind',
    example: { settings: { path: '/srv/handbooks' } },
    summary: 'Check settings before you add a source with them; nothing is stored',
    ...managed,
    params: z.strictObject({ kind: KindName }),
    errors: ['not_found'],
    body: z.strictObject({ settings, credentials }).meta({ id: 'SourceTrial' }),
    responses: { 200: { description: 'What was found', schema: Report } },
    answer: ({ scope, params: { kind }, body, signal }) =>
      sources.testKind(scope, { ...body, kind, credentials: body.credentials ?? null }, signal),
  }),
  userRoute({
    method: 'post',
    path: '/v1/sources/:id/test',
    operationId: 'testSource',
    errors: ['conflict'],
    summary: 'Check whether a run would succeed, without changing anything',
    ...managed,
    params: z.strictObject({ id: SourceId }),
    responses: { 200: { description: 'What was found', schema: Report } },
    answer: ({ scope, params: { id }, signal }) => sources.test(scope, id, signal),
  }),
];
