/** Sentences of one's own account. */
export const account = {
  accountNameHint: 'The name that answers may use for you.',
  setPassword: 'Set a password',
  changePassword: 'Change password',
  currentPassword: 'Current password',
  newPasswordHint: 'At least 12 characters.',
  noPasswordYet: 'You have no password yet. Set one to sign in without a link or a key.',
  passwordChanged: 'Saved. Your other browsers and programs are signed out.',
  signOutEverywhere: 'Sign out everywhere',
  signOutEverywhereText:
    'You are signed out in every browser and program, in this one too. API keys stay.',
  exportOwnText: 'Conversations, memories and files, as a ZIP.',
  slugAtSignIn: 'You need it to sign in, together with your e-mail address and password.',
  slugIs: (slug: string) =>
    `The organisation’s short name, which you need to sign in later: ${slug}`,
  setupPassword: {
    title: 'Password',
    done: 'You can sign in with a password.',
    open: 'Set a password: the link of the first start works once.',
  },
};
