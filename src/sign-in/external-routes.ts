import { z } from 'zod';
import { credentialRoute, userRoute, type Route } from '../http/index.js';
import { AppError } from '../shared/errors.js';
import { TenantRole } from '../shared/scope.js';
import { TenantSlug } from '../tenancy/index.js';
import { ATTEMPT_LIFETIME_SEC, type ExternalSignIn } from './external-sign-in.js';
import type { IdentityProviders } from './identity-providers.js';
import type { RefreshCookie } from './refresh-cookie.js';
import { IdentityProvider } from './identity-repository.js';
import { Tokens } from './sign-ins.js';

export type ExternalDeps = {
  /** Null if sign-in is off. */
  external: { signIn: ExternalSignIn; providers: IdentityProviders } | null;
  refreshCookie: Pick<RefreshCookie, 'set'>;
};

const params = z.strictObject({ tenant: TenantSlug });
const claimField = z.string().min(1).max(200).nullable().default(null);

const ProviderView = IdentityProvider.meta({ id: 'IdentityProvider' });

const NewProvider = z
  .strictObject({
    issuer: z.url({ protocol: /^https?$/ }).max(500),
    clientId: z.string().min(1).max(500),
    clientSecret: z.string().min(1).max(2000).describe('Never shown again.'),
    groupsClaim: claimField.describe('The claim that lists groups; null: they stay as they are.'),
    roleClaim: claimField.describe('The claim that names roles; null: roles stay as they are.'),
    roleMapping: z
      .record(z.string().min(1).max(200), TenantRole)
      .refine((map) => Object.keys(map).length <= 100, { error: 'must have at most 100 entries' })
      .default({})
      .describe('Roles by value of roleClaim; any other value means member.'),
    allowedEmailDomains: z
      .array(z.string().regex(/^[a-z0-9.-]{1,253}$/))
      .max(100)
      .default([])
      .describe('Anyone with a verified address there gets an account without an invitation.'),
  })
  .meta({ id: 'NewIdentityProvider' });

const COOKIE = 'kr_sign_in';
const SET_COOKIE = 'Ties the sign-in to the browser that began it.';

/** Prefix of the cookie's value for people who return to the console instead of getting tokens as JSON. */
const TO_CONSOLE = 'console.';

export const createExternalRoutes = (deps: ExternalDeps): Route[] => [
  credentialRoute({
    method: 'get',
    path: '/v1/auth/oidc/:tenant',
    operationId: 'startExternalSignIn',
    tag: 'sign-in',
    errors: ['sign_in_off', 'identity_provider_unavailable'],
    forSelfOnly: true,
    summary: "Sign in at the tenant's identity provider (OpenID Connect); for browsers",
    params,
    query: z.strictObject({
      to: z.literal('console').optional().describe('Ends in the console, with a cookie.'),
    }),
    responses: {
      302: {
        description: 'To the identity provider',
        headers: { Location: 'Where to sign in.', 'Set-Cookie': SET_COOKIE },
      },
    },
    handle: async ({ params: { tenant }, query: { to } }) => {
      const { signIn } = requireOn(deps);
      const { location, browserSecret } = await signIn.start(tenant);
      const value = to === undefined ? browserSecret : `${TO_CONSOLE}${browserSecret}`;
      const cookie = toCookie(value, ATTEMPT_LIFETIME_SEC, signIn);
      return { status: 302, headers: { Location: location, 'Set-Cookie': cookie } };
    },
  }),
  createCallbackRoute(deps),
  ...createProviderRoutes(deps),
];

const createCallbackRoute = (deps: ExternalDeps): Route =>
  credentialRoute({
    method: 'get',
    path: '/v1/auth/oidc/:tenant/callback',
    operationId: 'finishExternalSignIn',
    tag: 'sign-in',
    errors: [
      'unauthenticated',
      'forbidden',
      'account_inactive',
      'sign_in_off',
      'identity_provider_unavailable',
      'quota_exceeded',
    ],
    forSelfOnly: true,
    summary: 'Where the identity provider sends the browser back to',
    params,
    // Providers add parameters of their own.
    query: z.looseObject({ state: z.string().min(1).max(1000) }),
    responses: {
      200: { description: 'Signed in', schema: Tokens, headers: { 'Set-Cookie': SET_COOKIE } },
      302: {
        description: 'To the console, signed in',
        headers: { Location: 'The console.', 'Set-Cookie': SET_COOKIE },
      },
    },
    handle: async ({ params: { tenant }, query: { state }, request, address }) => {
      const { signIn } = requireOn(deps);
      const search = new URL(request.url ?? '', 'http://localhost').search;
      const cookie = readCookie(request.headers.cookie);
      const isToConsole = cookie?.startsWith(TO_CONSOLE) ?? false;
      const browserSecret = isToConsole ? (cookie?.slice(TO_CONSOLE.length) ?? null) : cookie;
      const tokens = await signIn.finish({ tenant, search, state, browserSecret, address });
      const forget = toCookie('', 0, signIn);
      if (!isToConsole) return { status: 200, body: tokens, headers: { 'Set-Cookie': forget } };
      const kept = deps.refreshCookie.set(request, tokens.refreshToken ?? '');
      return { status: 302, headers: { Location: '/', 'Set-Cookie': [forget, kept] } };
    },
  });

const requireOn = ({ external }: ExternalDeps) => {
  if (external !== null) return external;
  throw new AppError('sign_in_off', 'Sign-in is not set up: JWT_SECRET is not set.');
};

const createProviderRoutes = (deps: ExternalDeps): Route[] => {
  const access = {
    path: '/v1/tenant/sign-in',
    tag: 'settings',
    roles: ['admin'],
    permission: 'admin',
  } as const;
  return [
    userRoute({
      method: 'get',
      ...access,
      operationId: 'getIdentityProvider',
      errors: ['not_found', 'sign_in_off'],
      summary: "Read the tenant's identity provider, without its secret",
      responses: { 200: { description: 'The provider', schema: ProviderView } },
      answer: ({ scope }) => requireOn(deps).providers.get(scope),
    }),
    userRoute({
      method: 'put',
      ...access,
      operationId: 'setIdentityProvider',
      errors: ['sign_in_off', 'identity_provider_unavailable'],
      example: {
        issuer: 'https://accounts.example.com',
        clientId: 'knowledge-router',
        clientSecret: 'from the provider',
        allowedEmailDomains: ['example.com'],
      },
      summary: "Set the tenant's identity provider (OpenID Connect) and check that it answers",
      body: NewProvider,
      responses: { 200: { description: 'The provider', schema: ProviderView } },
      answer: ({ scope, body }) => requireOn(deps).providers.set(scope, body),
    }),
    userRoute({
      method: 'delete',
      ...access,
      operationId: 'removeIdentityProvider',
      errors: ['not_found', 'sign_in_off'],
      summary: "Remove the tenant's identity provider",
      responses: { 204: { description: 'Removed' } },
      answer: ({ scope }) => requireOn(deps).providers.remove(scope),
    }),
  ];
};

/** For this browser only, not readable by scripts, and sent along when the provider redirects back. */
const toCookie = (value: string, maxAgeSec: number, { isSecure }: { isSecure: boolean }): string =>
  [
    `${COOKIE}=${value}`,
    'Path=/v1/auth/oidc',
    `Max-Age=${maxAgeSec}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');

const readCookie = (header: string | undefined): string | null => {
  const found = (header ?? '').split('; ').find((pair) => pair.startsWith(`${COOKIE}=`));
  return found?.slice(COOKIE.length + 1) ?? null;
};
