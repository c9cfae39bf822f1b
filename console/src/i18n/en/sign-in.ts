/** Sentences of the ways in. */
export const signIn = {
  signInTitle: 'Sign in',
  signInExpired: 'Your session has ended. Sign in again to go on where you were.',
  withPassword: 'Password',
  withKey: 'API key',
  withProvider: 'Company account',
  withInvitation: 'Invitation',
  organisation: 'Organisation',
  organisationHint:
    'Its short name, such as acme. It stands in your invitation; colleagues who are signed in find it under Account.',
  email: 'E-mail address',
  password: 'Password',
  newPassword: 'New password',
  newPasswordNeeded:
    'Somebody else has set your password. Choose your own: at least 12 characters.',
  apiKey: 'API key',
  apiKeyHint:
    'Begins with kr_. On a new server it stands in bootstrap.json of the data folder. The session ends when the key is revoked.',
  invitation: 'Invitation code',
  invitationHint: 'Begins with kri_. Choose a password of at least 12 characters for your account.',
  toProvider: 'Go on to your company’s sign-in',
  wrongCredentials: 'That is not right. Check what you typed.',
  wrongKey: 'This key is not known here, has expired or was revoked.',
  wrongInvitation: 'This invitation is not good, or good no more. Ask for another.',
  wrongLink:
    'This link works once, for ten minutes after the first start, and is good no more. Sign in with the key that stands beside it in bootstrap.json.',
  invitationJoin: (slug: string) =>
    `You join the organisation “${slug}”. From then on you sign in with this short name, your e-mail address and the password that you choose here.`,
};
