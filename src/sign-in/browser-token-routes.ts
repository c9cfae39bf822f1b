import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createsToken, Label, userRoute, type Route } from '../http/index.js';
import type { Database } from '../platform/database/database.js';
import { fromPlain } from '../shared/document-filter.js';
import { AppError, fieldsRefused } from '../shared/errors.js';
import { CollectionId, type ApiKeyId, type AssistantId } from '../shared/ids.js';
import { isOrigin } from '../shared/origin.js';
import type { Permission, UserScope } from '../shared/scope.js';
import {
  MAX_TTL_SEC,
  MIN_TTL_SEC,
  type BrowserTokens,
  type NewBrowserToken,
} from './browser-token.js';
import type { ScopedRepositories } from './database.js';

export type BrowserTokenDeps = {
  /** Null without a secret shared by all processes. */
  makeBrowserToken: MakeBrowserToken | null;
  /** Declared here, because this room must not import that of assistants. */
  chooseAssistant: (scope: UserScope, name: string) => Promise<{ id: AssistantId }>;
};

type MakeBrowserToken = ReturnType<typeof createMakeBrowserToken>;

const PERMISSIONS = ['chat', 'search'] as const;
const DEFAULT_TTL_SEC = 900;

const Origin = z
  .string()
  .max(200)
  .refine(isOrigin, 'must be an origin such as https://www.example.com');

const NewToken = z
  .strictObject({
    ttlSeconds: z.int().min(MIN_TTL_SEC).max(MAX_TTL_SEC).default(DEFAULT_TTL_SEC),
    origins: z.array(Origin).min(1).max(10).describe('Whose pages may send the token.'),
    collectionIds: z
      .array(CollectionId)
      .min(1)
      .max(20)
      .optional()
      .describe('The page sees only the documents of these collections and can name no others.'),
    assistantId: z
      .string()
      .regex(/^[a-z0-9-]{1,64}$/)
      .optional()
      .describe('The id or slug of the one assistant that the page may ask.'),
    permissions: z
      .array(z.enum(PERMISSIONS))
      .min(1)
      .optional()
      .describe('Default: those of the two that the key has.'),
    label: Label.optional().describe(
      'By which the application knows the person at the page; the sessions of each label are its own. Without one, those of the token are.',
    ),
  })
  .meta({ id: 'NewBrowserToken' });
type NewToken = z.infer<typeof NewToken>;

const BrowserToken = z.object({ token: z.string(), expiresAt: z.date() }).meta({
  id: 'BrowserToken',
});

type Wanted = Omit<NewBrowserToken, 'tokenId' | 'tenantId'> & { ttlSec: number };

type Repositories = Pick<ScopedRepositories, 'collections'> & {
  audit: Pick<ScopedRepositories['audit'], 'append'>;
};

type Deps = { database: Pick<Database<Repositories>, 'withScope'>; browserTokens: BrowserTokens };

export const createMakeBrowserToken =
  ({ database, browserTokens }: Deps) =>
  async (scope: UserScope, { ttlSec, label, ...wanted }: Wanted) => {
    const filter = fromPlain({ collectionIds: wanted.collectionIds?.slice() });
    const tokenId = randomUUID();
    await database.withScope(scope, async (tx) => {
      if (filter !== null) await tx.collections.requireUsable(filter);
      await tx.audit.append({
        actorId: scope.userId,
        action: 'browser_token.create',
        subjectId: tokenId,
        browserToken: {
          origins: [...wanted.origins],
          ttlSeconds: ttlSec,
          label: label === '' ? null : label,
        },
      });
    });
    // Cannot clash with a given label, which never contains a space.
    const own = label === '' ? `token ${tokenId}` : label;
    const { tenantId } = scope;
    return browserTokens.issue({ ...wanted, tokenId, tenantId, label: own }, ttlSec);
  };

export const createBrowserTokenRoutes = (deps: BrowserTokenDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/browser-tokens',
    operationId: 'createBrowserToken',
    tag: 'browser-tokens',
    permission: 'tokens',
    openTo: 'applications',
    forSelfOnly: true,
    errors: ['not_found', 'sign_in_off'],
    example: { origins: ['https://www.example.com'], label: 'visitor-42' },
    summary: 'Create a token for a page; it ends when its time is up, or with the key',
    body: NewToken,
    creates: createsToken('BrowserTokenShownBefore'),
    responses: { 201: { description: 'The token', schema: BrowserToken } },
    answer: async ({ scope, apiKeyId, body }) => {
      const { makeBrowserToken, chooseAssistant } = deps;
      if (makeBrowserToken === null) throw withoutSecret();
      const assistant =
        body.assistantId === undefined ? null : await chooseAssistant(scope, body.assistantId);
      return makeBrowserToken(scope, {
        apiKeyId: requireKey(scope, apiKeyId),
        ttlSec: body.ttlSeconds,
        label: body.label ?? '',
        origins: body.origins,
        permissions: permissionsOf(scope, body),
        collectionIds: body.collectionIds ?? null,
        assistantId: assistant?.id ?? null,
      });
    },
  }),
];

/** A token never has more rights than its key. */
const permissionsOf = (scope: UserScope, { permissions }: NewToken): readonly Permission[] => {
  const held = PERMISSIONS.filter((permission) => scope.permissions.includes(permission));
  const beyond = (permissions ?? []).filter((permission) => !held.includes(permission));
  if (beyond.length > 0) {
    const message = `${beyond.join(', ')}: the key may not do that`;
    throw fieldsRefused([{ path: 'permissions', message }]);
  }
  return permissions ?? held;
};

const requireKey = ({ isApplication }: UserScope, apiKeyId: ApiKeyId | null): ApiKeyId => {
  if (isApplication && apiKeyId !== null) return apiKeyId;
  throw new AppError('forbidden', 'Only a key of kind service can make tokens.');
};

const withoutSecret = () =>
  new AppError('sign_in_off', 'Browser tokens are not set up: JWT_SECRET is not set.');
