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
      [
        OPENID,
        'is called once for 60 strangers, tells them when to retry, and does not block another tenant',
      ],
      [
        PROVIDERS,
        'takes four slots however often it is called, and another tenant is answered at once',
      ],
      [PROVIDERS, 'leaves a slot to a tenant that has none, even if others hang too'],
      [PROVIDERS, 'is not called for ten seconds, and callers are told for how long'],
    ],
  },
  {
    number: 125,
    attack: 'Guess 300 passwords of one account from one address',
    tests: [
      [GUESSING, 'are checked ten times, and no hash is computed for the refused ones'],
      [
        GUESSING,
        'pause the account for addresses that never signed in to it, and the error says how long',
      ],
      [GUESSING, 'do not lock its holder out from where they have signed in before'],
      [GUESSING, 'are all audited, the flood as one entry with its count'],
    ],
  },
  {
    number: 126,
    attack: 'Lock a right password out by 30 open bad logins at its address',
    tests: [
      [GUESSING, 'for other accounts do not block a holder who was never there'],
      [GUESSING, 'for the same account do not block its holder who has signed in there'],
    ],
  },
  {
    number: 127,
    attack: 'Leave a tenant without an admin: two are demoted at the same moment',
    tests: [
      [OPENID, 'keep the role in one of them if all sign in at the same moment'],
      [
        'tenancy/admin-key.e2e',
        'asks who becomes admin of a tenant that has none left, and accepts nobody otherwise',
      ],
    ],
  },
  {
    number: 128,
    attack: 'Make users beyond the limit by OpenID, rows by refreshing without an end',
    tests: [
      [OPENID, "count against the operator's limit of users"],
      [
        'sign-in/login.e2e',
        'is refused after thirty times a minute, keeps its token, and occupies one row',
      ],
    ],
  },
  {
    number: 134,
    attack: 'Be many addresses: of one IPv6 network, by ports, by another spelling',
    tests: [
      ['http/address', 'the address that limits count by'],
      ['http/limits.e2e', 'identifies the same client'],
      ['http/listener.e2e', 'of one IPv6 network count as those of one address'],
      [GUESSING, 'counts as one address, in whatever notation'],
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
