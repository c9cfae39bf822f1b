import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import {
  createsToken,
  credentialRoute,
  sharedRoute,
  userRoute,
  type GuessGuard,
  type Route,
  type WholeReply,
} from '../http/index.js';
import { AppError } from '../shared/errors.js';
import { UserId } from '../shared/ids.js';
import { emailField, passwordField, TenantSlug } from '../tenancy/index.js';
import { createExternalRoutes, type ExternalDeps } from './external-routes.js';
import type { Accept, LinkToNewPassword, RenewInvitation } from './invitations.js';
import type { Login } from './login.js';
import type { OperatorSignIn } from './operator-sign-in.js';
import type { ChangePassword } from './own-password.js';
import type { RefreshCookie } from './refresh-cookie.js';
import { Tokens, type SignIns } from './sign-ins.js';
import { noKey, type TradeKey, type UseFirstLink } from './trade-key.js';

type On = {
  login: Login;
  accept: Accept;
  changePassword: ChangePassword;
  signIns: Pick<SignIns, 'refresh' | 'end' | 'endAll'>;
  operatorSignIn: OperatorSignIn;
  tradeKey: TradeKey;
  useFirstLink: UseFirstLink;
  guessGuard: GuessGuard;
};

export type SignInDeps = ExternalDeps & {
  /** Null if sign-in is off. */
  signIn: On | null;
  refreshCookie: RefreshCookie;
  renewInvitation: RenewInvitation;
  linkToNewPassword: LinkToNewPassword;
};

const cookieField = z
  .boolean()
  .optional()
  .describe(
    'For a page of this server: the refresh token comes as an HttpOnly cookie, and not in the body.',
  );

const Credentials = z
  .strictObject({
    tenant: TenantSlug.describe("The tenant's slug."),
    email: emailField,
    password: z.string().min(1).max(1024),
    newPassword: passwordField
      .optional()
      .describe(
        'Replaces the password: 12 to 256 characters. Required where somebody else has set it (403 `password_change_required`).',
      ),
    cookie: cookieField,
  })
  .meta({ id: 'Login' });

const RefreshToken = z
  .strictObject({
    refreshToken: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .describe('If omitted, the token in the cookie is used, for pages of this server.'),
  })
  .meta({ id: 'RefreshToken' });

const NewInvitation = z
  .object({ token: z.string().describe('For POST /v1/auth/accept.'), expiresAt: z.date() })
  .meta({ id: 'Invitation' });

const CREATES_INVITATION = createsToken('InvitationShownBefore');

export const createSignInRoutes = (deps: SignInDeps): Route[] => [
  ...createTokenRoutes(deps),
  ...createKeyRoutes(deps),
  ...createOwnRoutes(deps),
  ...createAccountRoutes(deps),
  ...createExternalRoutes(deps),
];

const requireOn = ({ signIn }: SignInDeps): On => {
  if (signIn !== null) return signIn;
  throw new AppError('sign_in_off', 'Sign-in is not set up: JWT_SECRET is not set.');
};

type Asked = { request: IncomingMessage; address: string };

/** Refuses an invalid token: counted as a guess, unless none was sent. */
const createRefuse =
  (deps: SignInDeps) =>
  async (address: string, { hasCredential } = { hasCredential: true }): Promise<never> => {
    await requireOn(deps).guessGuard.count({ address, account: null, hasCredential });
    if (!hasCredential) throw new AppError('credential_missing', 'You are not signed in.');
    throw new AppError('unauthenticated', 'This token is invalid or has expired.');
  };

/** Tokens as a response: complete, or with the refresh token in a cookie for our own pages. */
const createReply =
  ({ refreshCookie }: SignInDeps) =>
  async (
    { request, cookie = false }: { request: IncomingMessage; cookie?: boolean | undefined },
    signIn: () => Promise<Tokens>,
  ): Promise<WholeReply> => {
    if (cookie) refreshCookie.requireOwnOrigin(request);
    const tokens = await signIn();
    return cookie ? refreshCookie.give(request, tokens) : { status: 200, body: tokens };
  };

const access = { tag: 'sign-in', forSelfOnly: true, countsItself: true } as const;

/** Without a credential, because these routes issue one. */
const createTokenRoutes = (deps: SignInDeps): Route[] => {
  const refuse = createRefuse(deps);
  const reply = createReply(deps);
  return [
    credentialRoute({
      method: 'post',
      path: '/v1/auth/login',
      operationId: 'login',
      ...access,
      errors: [
        'unauthenticated',
        'forbidden',
        'account_inactive',
        'password_change_required',
        'sign_in_off',
      ],
      example: {
        tenant: 'acme',
        email: 'ada@example.com',
        password: 'correct horse battery staple',
      },
      summary: 'Sign in with a password; a password set by somebody else must be replaced at once',
      body: Credentials,
      responses: { 200: { description: 'Signed in', schema: Tokens } },
      handle: ({ body: { cookie, ...credentials }, request, address, signal }) =>
        reply({ request, cookie }, () => requireOn(deps).login(credentials, { address, signal })),
    }),
    credentialRoute({
      method: 'post',
      path: '/v1/auth/accept',
      operationId: 'acceptInvitation',
      ...access,
      errors: ['unauthenticated', 'forbidden', 'account_inactive', 'gone', 'sign_in_off'],
      example: { token: 'kri_0197e0b2', password: 'correct horse battery staple' },
      summary: 'Accept an invitation: choose a password and sign in',
      body: z
        .strictObject({
          token: z.string().min(1).max(4096),
          password: passwordField,
          cookie: cookieField,
        })
        .meta({ id: 'AcceptedInvitation' }),
      responses: { 200: { description: 'Signed in', schema: Tokens } },
      handle: ({ body: { cookie, ...invitation }, request, address, signal }) =>
        reply(
          { request, cookie },
          async () =>
            (await requireOn(deps).accept(invitation, { address, signal })) ?? refuse(address),
        ),
    }),
    ...createRefreshRoutes(deps),
  ];
};

/** Routes that continue a sign-in with its refresh token, sent in the body or in the cookie. */
const createRefreshRoutes = (deps: SignInDeps): Route[] => {
  const refuse = createRefuse(deps);
  const find = async (refreshToken: string | undefined, { request, address }: Asked) => {
    if (refreshToken !== undefined) return { token: refreshToken, cookie: false };
    deps.refreshCookie.requireOwnOrigin(request);
    const token = deps.refreshCookie.read(request);
    return token === null || token === ''
      ? refuse(address, { hasCredential: false })
      : { token, cookie: true };
  };
  return [
    credentialRoute({
      method: 'post',
      path: '/v1/auth/refresh',
      operationId: 'refreshTokens',
      ...access,
      errors: [
        'unauthenticated',
        'credential_missing',
        'forbidden',
        'account_inactive',
        'sign_in_off',
      ],
      example: { refreshToken: 'krr_0197e0b2' },
      summary: 'Exchange a refresh token for new tokens; using it again later ends the sign-in',
      body: RefreshToken,
      bodyIsOptional: true,
      responses: { 200: { description: 'New tokens', schema: Tokens } },
      handle: async ({ body: { refreshToken }, request, address }) => {
        const { token, cookie } = await find(refreshToken, { request, address });
        const tokens = (await renew(requireOn(deps), token)) ?? (await refuse(address));
        return cookie ? deps.refreshCookie.give(request, tokens) : { status: 200, body: tokens };
      },
    }),
    credentialRoute({
      method: 'post',
      path: '/v1/auth/logout',
      operationId: 'logout',
      ...access,
      errors: ['unauthenticated', 'credential_missing', 'forbidden', 'sign_in_off'],
      example: { refreshToken: 'krr_0197e0b2' },
      summary:
        "Sign out and invalidate all tokens of this sign-in; the operator's are only removed from the browser",
      body: RefreshToken,
      bodyIsOptional: true,
      responses: { 204: { description: 'Signed out' } },
      handle: async ({ body: { refreshToken }, request, address }) => {
        const { signIns, operatorSignIn } = requireOn(deps);
        const { token, cookie } = await find(refreshToken, { request, address });
        const isEnded =
          (await signIns.end(token)) || (await operatorSignIn.refresh(token)) !== null;
        if (!isEnded) await refuse(address);
        const headers = cookie ? { 'Set-Cookie': deps.refreshCookie.clear(request) } : {};
        return { status: 204, headers };
      },
    }),
  ];
};

const renew = async ({ signIns, operatorSignIn }: On, token: string): Promise<Tokens | null> =>
  (await signIns.refresh(token)) ?? operatorSignIn.refresh(token);

/** Signing in with an API key or a link in its place. */
const createKeyRoutes = (deps: SignInDeps): Route[] => {
  const refuse = createRefuse(deps);
  const reply = createReply(deps);
  return [
    sharedRoute({
      method: 'post',
      path: '/v1/auth/key',
      operationId: 'signInWithKey',
      tag: 'sign-in',
      errors: ['sign_in_off'],
      example: { cookie: true },
      roles: ['operator', 'admin', 'member'],
      forSelfOnly: true,
      summary:
        "Sign in with an API key or the operator's key, with the rights of the key and until it ends",
      body: z.strictObject({ cookie: cookieField }).meta({ id: 'KeySignIn' }),
      responses: { 200: { description: 'Signed in', schema: Tokens } },
      handle: ({ body: { cookie }, caller, request, address }) =>
        reply({ request, cookie }, () => {
          const { operatorSignIn, tradeKey } = requireOn(deps);
          if (caller.kind === 'user') {
            const { tenantId, userId } = caller.scope;
            return tradeKey({ tenantId, userId, apiKeyId: caller.apiKeyId }, address);
          }
          if (caller.keyHash === null) throw noKey();
          return operatorSignIn.start(caller.keyHash);
        }),
    }),
    credentialRoute({
      method: 'post',
      path: '/v1/auth/link',
      operationId: 'useFirstLink',
      ...access,
      errors: ['unauthenticated', 'forbidden', 'sign_in_off'],
      example: { token: 'krl_0197e0b2', cookie: true },
      summary:
        'Sign in the first administrator with the link from the first start: once, within ten minutes',
      body: z
        .strictObject({ token: z.string().min(1).max(100), cookie: cookieField })
        .meta({ id: 'FirstLink' }),
      responses: { 200: { description: 'Signed in', schema: Tokens } },
      handle: ({ body: { token, cookie }, request, address }) =>
        reply(
          { request, cookie },
          async () =>
            (await requireOn(deps).useFirstLink(token, { request, address })) ?? refuse(address),
        ),
    }),
  ];
};

/** Routes about one's own account. */
const createOwnRoutes = (deps: SignInDeps): Route[] => [
  userRoute({
    method: 'put',
    path: '/v1/me/password',
    operationId: 'changeOwnPassword',
    tag: 'sign-in',
    errors: ['sign_in_off'],
    example: {
      currentPassword: 'correct horse battery staple',
      newPassword: 'five wizards jump quickly',
    },
    forSelfOnly: true,
    summary: 'Change your own password; everyone signed in with the old one is signed out',
    body: z
      .strictObject({
        currentPassword: z.string().max(1024).optional().describe('Unless there is none yet.'),
        newPassword: passwordField,
      })
      .meta({ id: 'PasswordChange' }),
    responses: { 204: { description: 'Changed' } },
    answer: ({ body, scope, signInId, address, signal }) =>
      requireOn(deps).changePassword(body, { scope, signInId, address, signal }),
  }),
  userRoute({
    method: 'delete',
    path: '/v1/me/sign-ins',
    operationId: 'signOutEverywhere',
    tag: 'sign-in',
    errors: ['sign_in_off'],
    forSelfOnly: true,
    summary: 'Sign out everywhere, including here; keys keep working',
    responses: { 204: { description: 'Signed out' } },
    answer: ({ scope }) => requireOn(deps).signIns.endAll(scope),
  }),
];

/** Routes with which administrators let others into their accounts. */
const createAccountRoutes = (deps: SignInDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/users/:id/invitation',
    operationId: 'renewInvitation',
    tag: 'users',
    errors: ['conflict'],
    summary: 'Invite a user again who has not accepted yet; the previous invitation ends',
    roles: ['admin'],
    permission: 'admin',
    params: z.strictObject({ id: UserId }),
    creates: CREATES_INVITATION,
    responses: { 201: { description: 'Shown once', schema: NewInvitation } },
    answer: ({ scope, params: { id } }) => deps.renewInvitation(scope, id),
  }),
  userRoute({
    method: 'post',
    path: '/v1/users/:id/password-link',
    operationId: 'createPasswordLink',
    tag: 'users',
    errors: ['conflict'],
    summary:
      'Create a token for a user who has forgotten their password: it works once, within a day',
    roles: ['admin'],
    permission: 'admin',
    params: z.strictObject({ id: UserId }),
    creates: CREATES_INVITATION,
    responses: { 201: { description: 'Shown once', schema: NewInvitation } },
    answer: ({ scope, params: { id } }) => deps.linkToNewPassword(scope, id),
  }),
];
