import type { Attack } from '../attack.js';

const OAUTH = 'mcp/oauth.e2e';

/** Reported by people who attacked and operated the product without having written it; by number. */
export const REPORTED: readonly Attack[] = [
  {
    number: 130,
    attack: "Read another's private document, or name it, as an admin",
    tests: [
      ['documents/withhold.db', 'shows an admin nothing of its content in'],
      ['documents/withhold.db', 'cannot be renamed by an admin'],
      [
        'documents/withhold.db',
        "a group's document is shown whole to members, but without its content to an admin outside of it",
      ],
    ],
  },
  {
    number: 132,
    attack: 'Fill all slots of code, sums or turns as one member',
    tests: [
      ['platform/isolated/sandbox/sandbox', "runs another tenant's script at once while"],
      [
        'platform/isolated/calculator/calculator.e2e',
        "answers another tenant's expression while one tenant's expressions keep its share busy",
      ],
      ['platform/isolated/calculator/calculator.e2e', 'answers the users of a tenant in turn'],
      ['workflow/turn-shares.db', 'answer a tenant with one question long before'],
      [
        'workflow/turn-shares.db',
        "answer a colleague long before one user's flood of questions is over",
      ],
      ['shared/fair-turns', 'give the last one at once to a tenant that has none'],
      ['shared/fair-turns', 'has room for a colleague of a user whose work fills half of it'],
    ],
  },
  {
    number: 136,
    attack: 'Delete a tenant, or raise its limits, through the connection of the application',
    tests: [
      ['platform/database/least-privilege.db', 'cannot add, change or delete a tenant as the'],
      ['platform/database/in-tenant.db', 'does not outlive the transaction that set it'],
      [
        'platform/database/in-tenant.db',
        'does not apply to the next transaction when a statement outside any transaction set it',
      ],
    ],
  },
  {
    number: 137,
    attack: 'Fill the memory of the machine with the output of a script',
    tests: [
      ['platform/isolated/sandbox/sandbox', ', and its earlier output is shown'],
      ['platform/isolated/sandbox/sandbox', ', and the host goes on'],
    ],
  },
  {
    number: 138,
    attack: 'Exhaust the parser with millions of lines that hold nothing',
    tests: [
      ['parsing/parser-pool', 'reads a million lines of'],
      ['parsing/parser-pool', 'refuses two million lines before parsing them'],
      ['parsing/line-limits', 'is refused with one more line or paragraph'],
      [
        'parsing/parsers-hostile',
        'is read as code if two hundred thousand lines of code follow other lines',
      ],
    ],
  },
  {
    number: 139,
    attack: 'Lead a webhook to a private address, redirect it, or replay and alter its bodies',
    tests: [
      ['webhooks/webhooks.e2e', 'a private address'],
      ['webhooks/hosts.e2e', 'that resolves to a private address is not connected to'],
      [
        'webhooks/hosts.e2e',
        'and a private address at the second lookup is not connected to again',
      ],
      ['webhooks/hosts.e2e', 'that redirects is not followed'],
      ['webhooks/sign', 'refuses a changed body, another id and an old time'],
    ],
  },
  {
    number: 140,
    attack: 'Run a script in the console by a name, title, answer or passage, or frame it',
    tests: [
      ['console/console.e2e', 'have names and texts shown literally, whatever they contain'],
      [
        'console/console.e2e',
        'with scripts, script links and pictures give answers in which nothing runs or loads',
      ],
      ['console/console.e2e', 'allows only scripts and styles of this server'],
      [
        'console/bad-cases.e2e',
        'keeps its layout on a narrow screen, whatever the documents are called',
      ],
      ['sign-in/refresh-cookie.e2e', 'refuses pages of other sites'],
    ],
  },
  {
    number: 150,
    attack: 'Reach the documents of others by the tools and resources of MCP',
    tests: [
      ['mcp/isolation.e2e', 'finds and lists only its own documents'],
      [
        'mcp/isolation.e2e',
        'fetches and reads only its own documents; others look like unknown ones',
      ],
      ['mcp/isolation.e2e', 'gets answers only from its own documents'],
      [
        'mcp/isolation.e2e',
        'excludes all other documents, whether given by id, by name or as a filter',
      ],
      ['mcp/isolation.e2e', 'asks the assistant that it is bound to, and knows no other'],
      ['mcp/isolation.e2e', 'repeats the answer for one label to no other label'],
    ],
  },
  {
    number: 151,
    attack: 'Get in by an access token: forged, of another tenant, for another end, taken back',
    tests: [
      [OAUTH, 'an invalid access token'],
      [
        OAUTH,
        'stops working without its provider, whose keys are still cached here, and in a suspended tenant',
      ],
      [
        'sign-in/provider-token.e2e',
        'are fetched again at most once in half a minute, however many tokens name unknown keys',
      ],
      [
        'sign-in/provider-token.e2e',
        'that it has withdrawn are no longer accepted, and its new ones are',
      ],
      ['sign-in/provider-token.e2e', 'are not fetched from an internal address in its'],
      [OAUTH, 'grants what the account may do now, or less if the token says less, and never more'],
    ],
  },
];
