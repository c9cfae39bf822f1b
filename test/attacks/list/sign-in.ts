import type { Attack } from '../attack.js';

const GUESSING = 'sign-in/password-guard.e2e';
const OPENID = 'sign-in/openid-connect.e2e';
const ACTING = 'http/on-behalf.e2e';
const PROVIDERS = 'sign-in/ask-providers';

/** Attacks that use passwords, providers and refresh tokens. */
export const SIGN_IN: readonly Attack[] = [
  {
    number: 124,
    attack: "Stop everybody's sign-in by one tenant's provider that hangs or fails",
    tests: [
      [OPENID, 'is asked once for 60 strangers, tells when to come again, and lets another tenant'],
      [PROVIDERS, 'takes four places however often it is asked, and another tenant is answered'],
      [PROVIDERS, 'leaves a place to a tenant that has none when others hang, too'],
      [PROVIDERS, 'is left alone for ten seconds, and whoever asks is told for how long'],
    ],
  },
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
    number: 127,
    attack: 'Leave a tenant without an admin: two are demoted at the same moment',
    tests: [
      [OPENID, 'leave one of them to the tenant, who come back at the same moment'],
      [
        'tenancy/admin-key.e2e',
        'says who becomes admin of a tenant that has none left, and of no other',
      ],
    ],
  },
  {
    number: 128,
    attack: 'Make users beyond the limit by OpenID, rows by refreshing without an end',
    tests: [
      [OPENID, 'count against the operator’s limit of users'],
      [
        'sign-in/login.e2e',
        'is refused after thirty times a minute, keeps its token, and takes one row',
      ],
    ],
  },
  {
    number: 134,
    attack: 'Be many addresses: of one IPv6 network, by ports, by another spelling',
    tests: [
      ['http/address', 'the address that limits count by'],
      ['http/limits.e2e', 'is counted as one client'],
      ['http/listener.e2e', 'of one IPv6 network count as those of one address'],
      [GUESSING, 'counts as one address, written in whatever way'],
    ],
  },
  {
    number: 135,
    attack: 'Ask for somebody else: without the permission, for a stranger, an admin, twice',
    tests: [
      [ACTING, 'for a key without the permission, a signed-in user and the operator'],
      [ACTING, 'for a user of another tenant, just as for a nonexistent one'],
      [ACTING, 'for a user who is suspended or has not activated the account'],
      [ACTING, 'if it is sent twice, is empty or names nobody'],
      [ACTING, 'on all routes for keys, users, sign-in and administration'],
      [ACTING, 'never gives admin rights, not even for an admin'],
      [ACTING, 'names both the key and the user in the audit'],
    ],
  },
];
