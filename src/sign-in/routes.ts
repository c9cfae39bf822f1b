import { z } from 'zod';
import { credentialRoute, userRoute, type GuessGuard, type Route } from '../http/index.js';
import { AppError } from '../shared/errors.js';
import { UserId } from '../shared/ids.js';
import { emailField, passwordField, TenantSlug } from '../tenancy/index.js';
import { createExternalRoutes, type ExternalDeps } from './external-routes.js';
import type { Accept, RenewInvitation } from './invitations.js';
import type { Login } from './login.js';
import type { ChangePassword } from './own-password.js';
import { Tokens, type SignIns } from './sign-ins.js';

type On = {
  login: Login;
  accept: Accept;
  changePassword: ChangePassword;
  signIns: Pick<SignIns, 'refresh' | 'end'>;
  guessGuard: GuessGuard;
};

export type SignInDeps = ExternalDeps & {
  /** Null where sign-in is off. */
  signIn: On | null;
  renewInvitation: RenewInvitation;
};

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
  })
  .meta({ id: 'Login' });

const RefreshToken = z
  .strictObject({ refreshToken: z.string().min(1).max(4096) })
  .meta({ id: 'RefreshToken' });

const NewInvitation = z
  .object({ token: z.string().describe('For POST /v1/auth/accept.'), expiresAt: z.date() })
  .meta({ id: 'Invitation' });

export const createSignInRoutes = (deps: SignInDeps): Route[] => [
  ...createTokenRoutes(deps),
  ...createAccountRoutes(deps),
  ...createExternalRoutes(deps),
];

const requireOn = ({ signIn }: SignInDeps): On => {
  if (signIn !== null) return signIn;
  throw new AppError('sign_in_off', 'Nobody can sign in here: JWT_SECRET is not set.');
};

/** Without a credential: what they are asked for is one. */
const createTokenRoutes = (deps: SignInDeps): Route[] => {
  const refuse = async (address: string): Promise<never> => {
    await requireOn(deps).guessGuard.count({ address, account: null, hasCredential: true });
    throw new AppError('unauthenticated', 'This token is not good, or good no more.');
  };

  return [
    credentialRoute({
      method: 'post',
      path: '/v1/auth/login',
      forSelfOnly: true,
      summary: 'Sign in with a password; one that somebody else has set has to be replaced by it',
      countsItself: true,
      body: Credentials,
      responses: { 200: { description: 'Signed in', schema: Tokens } },
      answer: ({ body, address, signal }) => requireOn(deps).login(body, { address, signal }),
    }),
    credentialRoute({
      method: 'post',
      path: '/v1/auth/refresh',
      forSelfOnly: true,
      summary: 'Trade a refresh token for new tokens; showing one twice ends the sign-in',
      countsItself: true,
      body: RefreshToken,
      responses: { 200: { description: 'New tokens', schema: Tokens } },
      answer: async ({ body: { refreshToken }, address }) =>
        (await requireOn(deps).signIns.refresh(refreshToken)) ?? refuse(address),
    }),
    credentialRoute({
      method: 'post',
      path: '/v1/auth/logout',
      forSelfOnly: true,
      summary: 'Sign out: all tokens of this sign-in are refused from now on',
      countsItself: true,
      body: RefreshToken,
      responses: { 204: { description: 'Signed out' } },
      answer: async ({ body: { refreshToken }, address }) => {
        if (!(await requireOn(deps).signIns.end(refreshToken))) await refuse(address);
      },
    }),
    credentialRoute({
      method: 'post',
      path: '/v1/auth/accept',
      forSelfOnly: true,
      summary: 'Accept an invitation: choose a password and sign in',
      countsItself: true,
      body: z
        .strictObject({ token: z.string().min(1).max(4096), password: passwordField })
        .meta({ id: 'AcceptedInvitation' }),
      responses: { 200: { description: 'Signed in', schema: Tokens } },
      answer: async ({ body, address, signal }) =>
        (await requireOn(deps).accept(body, { address, signal })) ?? refuse(address),
    }),
  ];
};

/** Of accounts, by whoever has one. */
const createAccountRoutes = (deps: SignInDeps): Route[] => [
  userRoute({
    method: 'put',
    path: '/v1/me/password',
    forSelfOnly: true,
    summary: "Change one's own password; whoever signed in with the old one is signed out",
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
    method: 'post',
    path: '/v1/users/:id/invitation',
    summary: 'Invite a user again who has not accepted yet; the last invitation ends',
    roles: ['admin'],
    permission: 'admin',
    params: z.strictObject({ id: UserId }),
    responses: { 201: { description: 'Shown once', schema: NewInvitation } },
    answer: ({ scope, params: { id } }) => deps.renewInvitation(scope, id),
  }),
];
