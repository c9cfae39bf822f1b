/** Sentences of one's own account. */
export const account = {
  accountNameHint: 'By which answers may address you.',
  setPassword: 'Set a password',
  changePassword: 'Change password',
  currentPassword: 'Current password',
  newPasswordHint: 'At least 12 characters.',
  noPasswordYet:
    'You have no password yet. Set one, so that you can come in without a link or a key.',
  passwordChanged: 'Saved. Whoever was signed in elsewhere is signed out there.',
  signOutEverywhere: 'Sign out everywhere',
  signOutEverywhereText:
    'You are signed out in every browser and program, in this one too. API keys stay.',
  exportOwnText: 'Conversations, memories and files, as a ZIP.',
  slugAtSignIn: 'Typed to sign in, with e-mail address and password.',
  slugIs: (slug: string) => `The organisation’s short name, to be typed to sign in later: ${slug}`,
  setupPassword: {
    title: 'Password',
    done: 'You can sign in with a password.',
    open: 'Set a password: the link of the first start works once.',
  },
};
