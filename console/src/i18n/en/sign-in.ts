/** Sentences of the ways in. */
export const signIn = {
  signInTitle: 'Sign in',
  signInExpired: 'Your session has ended. Sign in again to continue where you were.',
  withPassword: 'Password',
  withKey: 'API key',
  withProvider: 'Company account',
  withInvitation: 'Invitation',
  organisation: 'Organisation',
  organisationHint:
    'Its short name, such as acme. You can find it in your invitation; colleagues who are signed in can see it under Account.',
  email: 'E-mail address',
  password: 'Password',
  newPassword: 'New password',
  newPasswordNeeded: 'Someone else set your password. Choose your own: at least 12 characters.',
  apiKey: 'API key',
  apiKeyHint:
    'Begins with kr_. On a new server it is in bootstrap.json in the data folder. The session ends when the key is revoked.',
  invitation: 'Invitation code',
  invitationHint: 'Begins with kri_. Choose a password of at least 12 characters for your account.',
  toProvider: 'Go on to your company’s sign-in',
  wrongCredentials: 'The sign-in failed. Check what you typed.',
  wrongKey: 'This key is unknown, has expired or was revoked.',
  wrongInvitation: 'This invitation is invalid or has expired. Ask for a new one.',
  wrongLink:
    'This link worked once, within ten minutes of the first start, and has expired. Sign in with the key in bootstrap.json.',
  invitationJoin: (slug: string) =>
    `You are joining the organisation “${slug}”. You will sign in with this short name, your e-mail address and the password that you choose here.`,
};
