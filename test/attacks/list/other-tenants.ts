import type { Attack } from '../attack.js';

const FOREIGN_ID = 'answers a foreign, an unknown and a malformed id with the same 404';
const ROUTES = 'http/route-table.e2e';

/** Attacks of tenants and users on each other. */
export const OTHER_TENANTS: readonly Attack[] = [
  {
    number: 1,
    attack: 'Read a document of another tenant by its id',
    tests: [
      [ROUTES, FOREIGN_ID],
      ['documents/rights.db', 'make a foreign document look nonexistent'],
      ['tenancy/tenants.e2e', 'gets "not found" for our ids, exactly as for ids that do not exist'],
    ],
  },
  {
    number: 2,
    attack: 'Change or delete a document of another tenant',
    tests: [
      ['documents/rights.db', 'make a foreign document look nonexistent'],
      ['platform/database/in-tenant.db', 'cannot change a row of another tenant'],
    ],
  },
  {
    number: 3,
    attack:
      'Reach a foreign document by a route below it: file, chunks, events, versions, reprocess',
    tests: [
      [ROUTES, FOREIGN_ID],
      ['documents/file-routes.e2e', 'answers 404 to another tenant'],
      [
        'documents/file-routes.e2e',
        'are unknown to another tenant and forbidden to readers and to an admin who may not read the document',
      ],
    ],
  },
  {
    number: 4,
    attack: 'Name a foreign document in the filter of a question',
    tests: [
      ['search/search-chunks.db', 'finds nothing in the index of another tenant'],
      [
        'scenarios/hostile-model.db',
        "gets the same answer for another tenant's document as for one that does not exist",
      ],
      [
        'contract/qdrant-faults.e2e',
        'puts the tenant into the filter of every read and filtered change',
      ],
    ],
  },
  {
    number: 5,
    attack: 'Send tenant, user, collection or a raw filter in a body',
    tests: [[ROUTES, 'refuses every field that its caller may not set']],
  },
  {
    number: 6,
    attack: 'Send operators, lists, objects or thousands of values where a value belongs',
    tests: [['http/fuzz.e2e', 'every field missing and with every hostile value']],
  },
  {
    number: 7,
    attack: 'Open the session of somebody else',
    tests: [
      ['scenarios/failures.db', 'answers not found for a session of another user'],
      ['scenarios/memory.db', 'of somebody else are not found'],
      ['conversations/sessions.db', 'exists only for its user'],
    ],
  },
  {
    number: 8,
    attack: 'Subscribe to the events of somebody else’s document or turn',
    tests: [
      [ROUTES, FOREIGN_ID],
      ['documents/file-routes.e2e', 'answers 404 before it streams'],
    ],
  },
  {
    number: 9,
    attack: 'Cancel, resume or fork somebody else’s turn',
    reason:
      'A turn has no route of its own: it ends with its connection, and nothing resumes or forks it.',
  },
  {
    number: 10,
    attack: 'Put patterns and control characters into the id of a session',
    tests: [
      ['http/fuzz.e2e', 'every field missing and with every hostile value'],
      [ROUTES, FOREIGN_ID],
    ],
  },
  {
    number: 11,
    attack: 'Reach memories of a user with the same id in another tenant',
    tests: [
      ['contract/vector-store', 'VectorStore on'],
      ['memories/memories.db', 'is accessible only to its user and the indexing worker'],
    ],
  },
  {
    number: 12,
    attack: 'Search the words of a colleague’s memory or private document',
    tests: [
      [
        'scenarios/hostile-model.db',
        "finds no passage of another tenant or of another user's private document",
      ],
      ['scenarios/hostile-model.db', 'keeps a memory from other users'],
      ['documents/chunks-repository.db', 'shows users what is shared, theirs or their groups’'],
      [
        'maintenance/isolation/canary.db',
        'finds that all users see what is theirs and nothing else',
      ],
    ],
  },
  {
    number: 13,
    attack: 'Edit or delete a colleague’s memory; read it as an admin',
    tests: [
      ['memories/remember.db', 'could be deleted and edited by its user only'],
      ['memories/memories.db', 'is accessible only to its user and the indexing worker'],
    ],
  },
  {
    number: 14,
    attack: 'Be answered from a cache that another tenant has filled',
    tests: [
      ['tools/cached-results.db', 'shares no result between tenants'],
      ['main-job.e2e', 'does not use the document to answer anyone in another tenant'],
    ],
  },
  {
    number: 15,
    attack: 'Attach somebody else’s file to an own question',
    tests: [
      [
        'workspace/workspace.db',
        'is closed to everyone else: a colleague, the admin and another tenant find and change nothing',
      ],
      [
        'scenarios/made-files.db',
        'use the files of the person who asks, even if others have a file of that name',
      ],
    ],
  },
  {
    number: 16,
    attack: 'Guess the ids of jobs',
    reason: 'No route takes the id of a job, and all ids that a route takes are UUIDs.',
  },
  {
    number: 17,
    attack: 'Go on with a cursor of another tenant’s list',
    tests: [
      ['tenancy/tenants.e2e', 'cannot use a cursor of ours'],
      [
        'conversations/receipts.e2e',
        "refuses an unknown status, a reversed range and another reader's cursor",
      ],
    ],
  },
  {
    number: 18,
    attack: 'Use the Idempotency-Key of another user or tenant',
    tests: [['workflow/chat-once.e2e', 'treats the key as a different one for another user']],
  },
  {
    number: 19,
    attack: 'Learn from an upload that another tenant has the same file',
    tests: [
      [
        'documents/shared-files.db',
        'is found within the tenant, whoever owns it, and by no other tenant',
      ],
      ['platform/database/catalogue.db', 'has only indexes whose first column is the tenant'],
    ],
  },
  {
    number: 20,
    attack: 'Name another tenant by header, query or host',
    tests: [
      [ROUTES, 'refuse ?'],
      ['attacks/requests.e2e', 'is not attributed to another tenant because of'],
    ],
  },
  {
    number: 21,
    attack: 'Reach another tenant’s settings of traces, hooks or models',
    reason:
      'A tenant has no such settings: tracing and models are the operator’s, in the environment.',
  },
  {
    number: 22,
    attack: 'Go on after losing a role, being suspended or removed',
    tests: [
      ['tenancy/users.e2e', 'loses and gains rights from the next request on'],
      ['sign-in/login.e2e', 'loses on the next request what its user loses'],
      ['http/auth', 'refuses a revoked key at once'],
      ['http/event-stream.e2e', 'an open stream'],
      [
        'tenancy/groups.e2e',
        'shows its documents to users whom an admin adds, and no longer to users who are removed',
      ],
      ['maintenance/isolation/canary.db', 'a round of the isolation canary'],
    ],
  },
  {
    number: 23,
    attack: 'Find a document that was made private',
    tests: [
      ['documents/chunks-repository.db', 'takes effect at once when it is narrowed'],
      ['ingestion/ingestion-lifecycle.db', 'updates the vectors after a change of visibility'],
    ],
  },
  {
    number: 24,
    attack: 'Find something of a deleted tenant',
    tests: [
      [
        'tenancy/tenants.e2e',
        'deletes a tenant: nothing of it is accessible any more, its documents are handed to the purge',
      ],
      ['maintenance/sweep.db', 'finishes a deleted tenant once its content is purged'],
      ['workspace/workspace-care.db', 'leaves nothing of the workspaces of a deleted tenant'],
    ],
  },
  {
    number: 25,
    attack: 'Bring a deleted document back by a late job, a restore or a re-index',
    tests: [
      [
        'ingestion/ingest-document.db',
        'leaves nothing of a document that is deleted during ingestion',
      ],
      ['maintenance/reconcile-vectors.e2e', 'are deleted if no row has their version or memory'],
      ['main-job.e2e', 'never answers from a deleted document'],
    ],
  },
  {
    number: 26,
    attack: 'Find a table without row security, or a role that it does not bind',
    tests: [
      ['platform/database/catalogue.db', 'every table of the catalogue'],
      ['platform/database/catalogue.db', 'the application role'],
      [
        'maintenance/isolation/canary.db',
        'is reported by the canary as soon as row security is off',
      ],
    ],
  },
  {
    number: 27,
    attack: 'Query without a tenant, also on a connection that had one',
    tests: [
      [
        'platform/database/in-tenant.db',
        'gets an error instead of rows if no scope was set, also after a scoped transaction',
      ],
      [
        'platform/database/in-tenant.db',
        'refuses a scope that was not created by the scope functions',
      ],
      [
        'attacks/recorded-queries.e2e',
        "touch tenants' tables only in a transaction that names its tenant",
      ],
    ],
  },
  {
    number: 28,
    attack: 'Find a query of the vector store without the tenant',
    tests: [
      [
        'contract/qdrant-faults.e2e',
        'puts the tenant into the filter of every read and filtered change',
      ],
      ['attacks/recorded-queries.e2e', 'name the tenant in every Qdrant filter and point'],
      ['architecture', 'are each proven by a deliberate violation and explained by a sentence'],
    ],
  },
  {
    number: 29,
    attack: 'Find a Redis key of an unknown shape, or a command over all keys',
    tests: [
      ['shipped-wiring.e2e', 'have written only keys of the queue and of named limits to Redis'],
      ['shipped-wiring.e2e', 'have sent Redis no command that scans all keys'],
    ],
  },
  {
    number: 30,
    attack: 'Tell a foreign id from an unknown one by the time of the answer',
    tests: [
      [
        'attacks/recorded-queries.e2e',
        'runs the same statements for an id of another tenant as for an unknown one',
      ],
    ],
  },
];
