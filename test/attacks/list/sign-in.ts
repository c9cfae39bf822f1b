import type { Attack } from '../attack.js';

const GUESSING = 'sign-in/guessing.e2e';

/** What passwords, providers and refresh tokens were used for. */
export const SIGN_IN: readonly Attack[] = [
  {
    number: 125,
    attack: 'Guess 300 passwords of one account from one address',
    tests: [
      [GUESSING, 'are looked at ten times, and no hash is computed'],
      [GUESSING, 'make the account pause for addresses that never signed in to it'],
      [GUESSING, 'do not lock out its holder where they have signed in before'],
      [GUESSING, 'are all in the audit, the flood as one entry with its number'],
    ],
  },
  {
    number: 126,
    attack: 'Lock a right password out by 30 open bad logins at its address',
    tests: [
      [GUESSING, 'for other accounts leave a holder alone who was never there'],
      [GUESSING, 'for the same account do not refuse its holder who has signed in there'],
    ],
  },
  {
    number: 128,
    attack: 'Make users beyond the limit by OpenID, rows by refreshing without an end',
    tests: [
      ['sign-in/openid-connect.e2e', 'count against the operator’s limit of users'],
      [
        'sign-in/login.e2e',
        'is refused after ten times a minute, keeps its token, and takes one row',
      ],
    ],
  },
];
