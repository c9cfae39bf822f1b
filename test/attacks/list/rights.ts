import type { Attack } from '../attack.js';

const ROUTES = 'http/route-table.e2e';

/** Credentials, roles and the edge of HTTP. */
export const RIGHTS: readonly Attack[] = [
  {
    number: 31,
    attack: 'Sign a token with no algorithm',
    tests: [['sign-in/access-token', 'an access token']],
  },
  {
    number: 32,
    attack: 'Use a public key as the secret of a token',
    tests: [['sign-in/access-token', 'an access token']],
  },
  {
    number: 33,
    attack: 'Use a token of another service',
    tests: [['sign-in/access-token', 'an access token']],
  },
  {
    number: 34,
    attack: 'Use an expired, early or endless token',
    tests: [
      [
        'sign-in/access-token',
        'expires after 15 minutes plus at most a minute of leeway, and the error says so',
      ],
    ],
  },
  {
    number: 35,
    attack: 'Name the key of a token by a path, SQL or an address',
    tests: [['sign-in/access-token', 'an access token']],
  },
  {
    number: 36,
    attack: 'Find a route that reads a token without verifying it',
    tests: [
      [
        'attacks/requests.e2e',
        'opens no route, whichever of its parts is forged, while the genuine one does',
      ],
      [
        'sign-in/login.e2e',
        'is refused if one bit of its signature is flipped, and counted as a guess',
      ],
      [
        'sign-in/access-token',
        'is refused if any one bit of its signature is flipped, including unused bits',
      ],
    ],
  },
  {
    number: 37,
    attack: 'Use one kind of credential where another is due',
    tests: [
      ['sign-in/login.e2e', 'cannot be used as a refresh token, and neither can an API key'],
      ['sign-in/invitations.e2e', 'is not accepted as a refresh token'],
      ['sign-in/login.e2e', 'cannot make an API key act as another user'],
    ],
  },
  {
    number: 38,
    attack: 'Send null, empty, JSON or two credentials',
    tests: [
      ['http/auth', 'refuses '],
      [ROUTES, 'answers 401 without a credential and with a bad one'],
    ],
  },
  {
    number: 39,
    attack: 'Start with a default, short or empty secret',
    tests: [
      ['config/config', 'refuses '],
      ['sign-in/keys', 'are created again if the stored secret is empty or cut off'],
      ['sign-in/keys', 'JWT_SECRET'],
    ],
  },
  {
    number: 40,
    attack: 'Learn a key by the time that its comparison takes',
    tests: [
      [
        'attacks/recorded-queries.e2e',
        'causes the same statements whether its prefix is known or not',
      ],
      ['attacks/sources', 'compares secrets only in constant time'],
    ],
  },
  {
    number: 41,
    attack: 'Find a route that asks for no credential',
    tests: [
      [ROUTES, 'leaves exactly these routes open to anyone'],
      [ROUTES, 'answers 401 without a credential and with a bad one'],
    ],
  },
  {
    number: 42,
    attack: 'Reach a route by another spelling of its path or method',
    tests: [
      ['http/pipeline.e2e', 'gets 404'],
      ['http/pipeline.e2e', 'keeps its method, whatever X-HTTP-Method-Override says'],
      ['attacks/requests.e2e', 'also requires it for HEAD and OPTIONS'],
    ],
  },
  {
    number: 43,
    attack: 'Call the routes of another role; name a user of another tenant as an admin',
    tests: [
      [ROUTES, 'answers 403 to the roles it is not for'],
      [ROUTES, 'answers 403 to a key that lacks its permission'],
      ['tenancy/tenants.e2e', 'gets "not found" for our ids, exactly as for ids that do not exist'],
    ],
  },
  {
    number: 44,
    attack: 'Set role, tenant, owner, status or a prototype in a write',
    tests: [
      [ROUTES, 'refuses every field that its caller may not set'],
      ['attacks/requests.e2e', 'change no row by fields that the caller may not set'],
    ],
  },
  {
    number: 45,
    attack: 'Put SQL into a sort, a field, a cursor or a credential',
    tests: [
      ['http/fuzz.e2e', 'every query parameter with every hostile value'],
      ['attacks/sources', 'sends SQL only by tagged templates'],
    ],
  },
  {
    number: 46,
    attack: 'Find rows that belong to no tenant',
    tests: [
      [
        'platform/database/catalogue.db',
        'is on the list of platform tables or belongs to a tenant',
      ],
    ],
  },
  {
    number: 47,
    attack: 'Guess keys, under an invented address',
    tests: [
      ['http/auth', 'slows down guessing from one address, and says how long to wait'],
      ['http/auth', 'slows down guessing at one account, from whatever addresses'],
      ['sign-in/password-guard.e2e', '300 wrong passwords for one account from one address'],
      ['http/limits.e2e', 'is ignored from an address that is not a configured proxy'],
    ],
  },
];
