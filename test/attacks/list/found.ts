import type { Attack } from '../attack.js';

/** Attacks that once broke a running system. */
export const FOUND: readonly Attack[] = [
  {
    number: 106,
    attack: 'Hold every worker by files of very many short sentences',
    tests: [
      ['parsing/chunk-document', 'is counted in linear time for 60,000 characters of'],
      ['ingestion/ingestion-turns.db', 'at once while another'],
      [
        'ingestion/ingestion-turns.db',
        'puts a document back whose first try was too short, and reads it with the slow ones',
      ],
    ],
  },
  {
    number: 107,
    attack: 'Slow every tenant down by long searches at once',
    tests: [
      ['language/analyzer', 'keeps the longest meaningful words of more than 64, in reading order'],
      ['http/parallel-limits.e2e', 'runs as many searches of a user at once as allowed'],
    ],
  },
  {
    number: 108,
    attack: 'Flood the server from the endpoint of a model',
    tests: [
      [
        'flooding-model.e2e',
        'answers all questions without the model, uses little more memory, and exits when told to',
      ],
      ['platform/models/bounded-fetch.e2e', 'an endpoint whose answer never ends'],
    ],
  },
  {
    number: 109,
    attack: 'Lock good keys out by bad ones from the same address',
    tests: [
      [
        'http/auth',
        'lets the operator and valid keys through a flood of bad ones from their address, even at first use',
      ],
    ],
  },
  {
    number: 110,
    attack: 'Become a colleague as an admin who makes them a key',
    tests: [
      ['tenancy/keys-for-others.e2e', 'cannot open anything until the colleague confirms it'],
      [
        'tenancy/keys-for-others.e2e',
        'is audited with its creator, its holder and its id, also after its revocation',
      ],
      ['sign-in/invitations.e2e', 'is replaced at the first login, and is worthless from then on'],
      [
        'sign-in/invitations.e2e',
        'is in the audit log with its creator, and so is its replacement',
      ],
    ],
  },
  {
    number: 111,
    attack: 'Have the opposite of what was said remembered',
    tests: [
      [
        'scenarios/proposed-memories.db',
        'proposes memories for two of sixteen sentences, and none is used before it is confirmed',
      ],
      [
        'scenarios/memory-firewall.db',
        "is never created from the model's own words, even with the id of its answer",
      ],
      ['questions/stated-facts', 'a quote'],
    ],
  },
  {
    number: 112,
    attack: 'Hold hundreds of uploads open a byte at a time',
    tests: [
      ['http/listener.e2e', 'many uploads that trickle in'],
      ['http/listener.e2e', 'connections'],
      ['http/parallel-limits.e2e', 'takes as many uploads of a user at once as allowed'],
    ],
  },
  {
    number: 113,
    attack: 'Have a false wording pass for the words of a source',
    tests: [
      ['citations/rules/wordings', 'a swapped number is detected'],
      ['citations/rules/wordings', 'a swapped negation is detected'],
    ],
  },
  {
    number: 114,
    attack: 'Have a bare mail address become a link',
    tests: [
      ['citations/links', 'a link that no cited source contains'],
      ['citations/mailboxes', 'a mail address that no cited source contains'],
    ],
  },
  {
    number: 115,
    attack: 'Tell an internal host from an unknown one by the answer to a fetch',
    tests: [['documents/document-urls.e2e', 'fails at once if the host']],
  },
  {
    number: 116,
    attack: 'Read the data folder as another user of the machine',
    tests: [
      [
        'platform/database/embedded/start-embedded-postgres.db',
        'in a folder that only its owner can enter',
      ],
      [
        'tenancy/bootstrap.db',
        'writes working keys once, readable only by this user, and logs only the path',
      ],
    ],
  },
  {
    number: 117,
    attack: 'Create things in the database as the application; keep a scope over checkouts',
    tests: [
      ['platform/database/least-privilege.db', 'owns nothing in the database'],
      [
        'platform/database/least-privilege.db',
        'finds names only in our own schema, whatever the search path of its role',
      ],
      [
        'platform/database/in-tenant.db',
        'gets an error instead of rows if no scope was set, also after a scoped transaction',
      ],
    ],
  },
  {
    number: 118,
    attack: 'Have a parser open sockets, files or variables',
    tests: [['parsing/parser-pool', 'gives its children no environment']],
  },
  {
    number: 119,
    attack: 'Bring rows for another tenant along in an export',
    tests: [
      ['backup/load.db', 'a database owner subject to row security'],
      ['backup/load.db', 'a database owner who is a superuser, as on the embedded database'],
    ],
  },
  {
    number: 120,
    attack: 'Write outside of the data folder by a name in a backup',
    tests: [
      ['backup/load.db', 'a name that leads out of the data folder'],
      ['backup/load.db', 'a link instead of a file'],
      ['backup/load.db', 'writes no file before the database has taken every row'],
    ],
  },
  {
    number: 144,
    attack: 'Use the language model of the operator for anything by the token of a page',
    tests: [
      ['openai-api/model-for-tasks.e2e', 'does not get access to the language model through'],
      ['openai-api/model-for-tasks.e2e', 'does not get access through the Responses API either'],
      [
        'openai-api/model-for-tasks.e2e',
        'gets the title of a chat by a rule, and it counts as a question',
      ],
      ['openai-api/model-for-tasks.e2e', 'gets no embeddings, and sees no plain model in the list'],
      [
        'openai-api/model-for-tasks.e2e',
        'may use the language model for tasks only if an admin granted that',
      ],
      [
        'openai-api/model-for-tasks.e2e',
        'has at most MAX_TASK_CHARS characters of all messages read',
      ],
      ['openai-api/model-for-tasks.e2e', 'is used up by tasks and by requests for embeddings'],
      ['openai-api/embeddings.e2e', 'are refused if the texts exceed the limit of a request'],
    ],
  },
  {
    number: 149,
    attack: 'Take page pictures from everybody by a small PDF that is costly to draw',
    tests: [
      [
        'parsing/costly-pages.e2e',
        'gets a short try and a full one, and is not tried again at any other width',
      ],
      ['parsing/costly-pages.e2e', 'fails for everyone who requested it in the meantime'],
      [
        'parsing/costly-pages.e2e',
        'does not delay the page pictures of another tenant, even if two tenants request many of them',
      ],
      ['parsing/costly-pages.e2e', 'may come from a file of only one kilobyte'],
    ],
  },
  {
    number: 141,
    attack: 'Have a new text read by those who read the one at its place before',
    tests: [
      ['attacks/known-places.e2e', 'is private as soon as'],
      ['attacks/known-places.e2e', 'with the same bytes can be made private by'],
      ['attacks/known-places.e2e', 'is refused with 409, which names the visibility'],
      ['attacks/known-places.e2e', 'is refused with its name'],
      ['openai-api/vector-stores.e2e', 'is refused if it contains the unsupported field'],
      [
        'openai-api/vector-stores.e2e',
        'is not added if its attributes are not for the caller to set',
      ],
      [
        'documents/sources.e2e',
        'is unchanged if the same content comes with other fields and no update is requested',
      ],
      [
        'ingestion/ingestion-versions.db',
        'hides the old vectors at once from those who may no longer read the document',
      ],
    ],
  },
  {
    number: 145,
    attack: 'Slow a neighbour down, or shut it out, by a hundred requests at once',
    tests: [
      ['http/shares.e2e', 'do not block another tenant'],
      ['http/shares.e2e', 'are refused with the name of the full share and its setting'],
      [
        'platform/database/database-turns',
        'is refused once it exceeds its share of waiting requests, while other tenants are not',
      ],
      [
        'platform/database/database-turns',
        'lets all other tenants go first, however long its own requests have waited',
      ],
      [
        'platform/database/database-turns',
        "cannot use up another tenant's share by naming that tenant",
      ],
      [
        'platform/database/database-turns',
        'is let in, however many other tenants flood the process',
      ],
      ['platform/database/database-turns', 'is not refused and takes its turn like any tenant'],
      ['platform/database/in-tenant.db', 'hold no connection while they wait'],
    ],
  },
  {
    number: 153,
    attack: 'Have a foreign image loaded by an answer that seems to hold it in code',
    tests: [['citations/rendered-code', 'a foreign image that seems to be inside code']],
  },
  {
    number: 154,
    attack: 'Hide a statement from checks behind backticks that begin no block of code',
    tests: [['citations/rendered-code', 'a statement after something that is not a code block']],
  },
  {
    number: 155,
    attack: 'Delay the webhooks of others by sending again, and again, what hangs',
    tests: [
      [
        'webhooks/hosts.e2e',
        'does not delay other tenants, however often hanging deliveries are sent again or removed',
      ],
    ],
  },
  {
    number: 156,
    attack: 'Take every place of ingestion by changing, again and again, what is being read',
    tests: [
      [
        'ingestion/ingestion-turns.db',
        "reads a tenant's file at once, however often another edits files that are being read",
      ],
    ],
  },
  {
    number: 157,
    attack: 'Have an export tell what an old answer says of a document that is closed by now',
    tests: [
      [
        'backup/export-own-tenant.db',
        'contains their text as far as the admin may still read their sources',
      ],
      [
        'backup/export-own-tenant.db',
        'contains none of their text for a key that may not see their documents',
      ],
    ],
  },
  {
    number: 158,
    attack: 'Read what somebody wrote in private before they replaced it and showed the document',
    tests: [
      [
        'attacks/opened-documents.e2e',
        'is visible only to its owner after the document is shared by',
      ],
      ['attacks/opened-documents.e2e', 'is not shown by'],
      ['attacks/opened-documents.e2e', 'is reprocessed only for its owner if it failed'],
      [
        'backup/export-own-tenant.db',
        'keeps versions from before a document was shared visible to their owner only',
      ],
    ],
  },
  {
    number: 159,
    attack: 'Hold the process up by a task of a chat program with thousands of empty lines',
    tests: [['openai-api/tasks', 'takes no more time per empty line for many lines that end in']],
  },
  {
    number: 160,
    attack: 'Have the long pages of others refused by drawing one of your own',
    tests: [
      [
        'parsing/page-pool',
        'waits longer than for a short page if another tenant renders a long one',
      ],
    ],
  },
  {
    number: 161,
    attack: 'Hold places of webhooks and of fetched URLs for ever by changing the protocol',
    tests: [['platform/web/web-fetcher.e2e', 'changes the protocol']],
  },
  {
    number: 162,
    attack: 'Stop the process by a hundred characters of courtesies in a question',
    tests: [['questions/stated-facts', 'does not ask for anything, for example']],
  },
  {
    number: 163,
    attack: 'Stop the process by a bracket of many numbers in a document or an answer',
    tests: [['citations/markers', 'is distinguished from a long list of zero-padded numbers with']],
  },
  {
    number: 164,
    attack: 'Stop the process by a line of many options in a document',
    tests: [['answering/introductions', 'only mentions it after']],
  },
  {
    number: 165,
    attack: 'Stop the process by a question that is one word many times over, without blanks',
    tests: [
      [
        'questions/question-kind',
        'is recognised by the beginning of a word, however long the word is',
      ],
    ],
  },
  {
    number: 166,
    attack: 'Stop the process by an answer that is all dashes, or one word without blanks',
    tests: [
      [
        'citations/cut-statements',
        'is processed in linear time even if a long line merely looks like a rule',
      ],
      ['citations/not-in-documents', 'is checked in linear time, however often it says'],
    ],
  },
  {
    number: 167,
    attack: 'Hold the process up by long lines of capitals or digits in documents',
    tests: [['questions/answer-types', 'costs no more per character the longer it is']],
  },
  {
    number: 168,
    attack: 'Stop the process by thousands of blanks in a task, an answer or a document',
    tests: [['language/tokenizer', 'takes linear time for an unbroken run of']],
  },
  {
    number: 169,
    attack: 'Learn from the audit what heading a private document has',
    tests: [
      [
        'attacks/opened-documents.e2e',
        'is not shown to admins in the audit, which names the file instead',
      ],
    ],
  },
  {
    number: 170,
    attack:
      'Search beyond the assistant of a page token, or read thoughts about a document that was withdrawn',
    tests: [
      [
        'documents/applications.e2e',
        "searches only its assistant's documents, and none once the assistant is deleted",
      ],
      [
        'scenarios/lost-sources.db',
        "removes the model's thoughts about it and the tool arguments from it, but not the answer",
      ],
    ],
  },
  {
    number: 171,
    attack:
      'Hold the process up by one question about a big table, past the time limit of its tool',
    tests: [
      ['tools/knowledge/read-table', 'yields to the event loop regularly'],
      ['tools/knowledge/read-table', 'stops in the middle when its signal fires'],
      [
        'tools/knowledge/read-table',
        'calculates totals over more rows than a function can take arguments',
      ],
    ],
  },
  {
    number: 172,
    attack: 'Send a JSON body of half a million values, all of them wrong',
    tests: [
      ['http/pipeline.e2e', 'a body of 500,000 values'],
      ['http/read-json', 'by an error that names the limit'],
      ['http/route', 'is only worded as far as it is shown, however many fields are wrong'],
      [
        'shared/parse-first',
        'has at most about 200 issues put into words in a union of 50,000 wrong values',
      ],
    ],
  },
  {
    number: 173,
    attack: 'Send a megabyte to a route that needs no credential',
    tests: [['http/pipeline.e2e', 'is refused over 16 KiB, since it needs no credential']],
  },
  {
    number: 174,
    attack: 'Have a model read earlier messages of a megabyte',
    tests: [
      [
        'workflow/nodes/prepare_query.db',
        'is rewritten from the beginnings of the messages, in one call, if a program sends them',
      ],
      [
        'workflow/nodes/prepare_query.db',
        'is rewritten from the beginnings of the messages if they are stored',
      ],
    ],
  },
  {
    number: 175,
    attack: 'Nest the JSON of a form field without end',
    tests: [['http/form-fields', 'is refused if it']],
  },
  {
    number: 176,
    attack: 'Send odd parameters so that a shared endpoint stops getting them from all tenants',
    tests: [
      ['platform/models/thinking.e2e', 'are left out of that request only'],
      ['platform/models/thinking.e2e', 'can be a schema, and our own schemas are still sent'],
      ['platform/models/thinking.e2e', 'is not detected by a <think> mark in a text'],
      ['platform/models/thinking.e2e', 'and gets them for the next question'],
    ],
  },
  {
    number: 177,
    attack: 'Take a shared endpoint out of use by asking it to think longer than its limits',
    tests: [
      [
        'platform/models/failover-chat-model.e2e',
        'stay in use when calls fail because the caller asked for long thinking',
      ],
    ],
  },
  {
    number: 178,
    attack: 'Block a local model with few places with the questions of one tenant',
    tests: [
      [
        'platform/models/failover-chat-model.e2e',
        'serve a tenant without a running call before a tenant with several',
      ],
    ],
  },
  {
    number: 179,
    attack: 'Get a more expensive model or longer answers than the assistant of a page allows',
    tests: [
      ['openai-api/named-models.e2e', 'only for callers that may use the model for tasks'],
      ['openai-api/named-models.e2e', 'do not lift the cap of the assistant'],
      ['workflow/chosen-model', 'never writes longer answers than the assistant allows'],
    ],
  },
  {
    number: 180,
    attack:
      'Read a document of a source by rights that are unreadable, unknown, revoked or those of another tenant',
    tests: [
      [
        'sources/rights.db',
        'grant nothing if they cannot be read, are empty, or name only unknown people',
      ],
      ['sources/rights.db', 'are followed when '],
      [
        'sources/rights.db',
        'never show a new text to those who lost access with it, nor the old one to those who gained access',
      ],
      ['sources/rights.db', 'do not apply to another tenant with the same principals'],
      [
        'sources/folder.e2e',
        'shows a document to the people whom a rule names, and in no way to one who was removed',
      ],
    ],
  },
  {
    number: 181,
    attack: 'Have a source read beyond its folder by links, swapped links or names',
    tests: [
      ['sources/folder.e2e', 'does not follow symbolic links'],
      ['sources/folder.e2e', 'is refused if its path is a link out of the allowed folders'],
      [
        'sources/folder.e2e',
        'is refused outside the folders that the operator allows for this tenant',
      ],
      ['sources/rights.db', 'has none of these files read, and lists them in its run'],
    ],
  },
  {
    number: 182,
    attack: 'Have documents deleted by a listing that is cut off or empty',
    tests: [
      ['sources/conformance.e2e', 'deletes nothing because a listing breaks off at some page'],
      ['sources/folder.e2e', 'removes more than a fifth of its documents only after'],
      ['sources/folder.e2e', 'deletes nothing if the listing fails before its end'],
    ],
  },
  {
    number: 183,
    attack:
      'Open a shared answer without the right to a source of it or of the answers before, after its end, or of another tenant',
    tests: [
      ['conversations/shared-answers.db', 'does not open for anyone who may not read'],
      [
        'conversations/shared-answers.db',
        'ends with its sources, message, sharer or expiry, and does not exist for other tenants',
      ],
      ['conversations/shared-answers.db', 'does not open once its sharer is suspended'],
      ['conversations/shared-answers.db', 'is refused if '],
    ],
  },
  {
    number: 184,
    attack:
      'Have a source delete, open or fetch something by what its server answers: a cut listing, foreign addresses, unreadable rights',
    tests: [
      ['sources/webdav.e2e', 'has entries that lead out of it ignored'],
      ['sources/webdav.e2e', 'fails as a whole if the list of one folder '],
      ['sources/webdav.e2e', 'is refused unless the operator names it'],
      ['sources/imap.db', 'is refused if it is inside the network, also as a number'],
      ['sources/imap.db', 'has attachments as files of their mail, whatever their names'],
      [
        'sources/website.e2e',
        'is asked for nothing that its robots.txt forbids, and no other host is asked',
      ],
      ['sources/website.e2e', 'fails if it has endlessly many pages'],
      ['sources/website.e2e', 'so that nothing counts as gone'],
      [
        'sources/website.e2e',
        'take time proportional to their length, however many wildcards they contain',
      ],
      ['sources/webdav.e2e', 'reports unreadable rights if its shares'],
      ['sources/conformance.e2e', 'deletes nothing because a listing breaks off at some page'],
      ['sources/rights.db', 'are followed when a group of the source loses a member or is gone'],
      [
        'sources/rights.db',
        'grant nothing if they cannot be read, are empty, or name only unknown people',
      ],
    ],
  },
  {
    number: 185,
    attack: 'Read a document after the source revoked it, before its next run',
    tests: [
      [
        'sources/recheck.db',
        'hides a document at once from somebody who lost access, and when it is gone',
      ],
      [
        'sources/recheck.db',
        'shows nothing if its rights cannot be read, and follows its rules if it has no rights',
      ],
      ['sources/recheck.db', 'leaves out documents for which it does not answer in time'],
      [
        'search/recheck',
        'leaves out documents that are closed now, and reports how many could not be checked',
      ],
    ],
  },
  {
    number: 186,
    attack: 'Take the credentials of a source from an answer, the database or by another address',
    tests: [
      [
        'sources/credentials.db',
        'reach the source, but are in no answer and only encrypted in the database',
      ],
      [
        'sources/credentials.db',
        'can be decrypted only for their tenant, and pause the source if no key decrypts them',
      ],
      [
        'sources/credentials.db',
        'can be changed without losing the state of the last run, and are not sent to another address',
      ],
    ],
  },
  {
    number: 187,
    attack: 'Stop a worker by a mailbox, a calendar, a notebook or a table without end',
    tests: [
      ['parsing/mailbox-files', 'is refused if it has more e-mails than an archive may have files'],
      [
        'parsing/mailbox-files',
        'may nest e-mails endlessly: the innermost are left out with a warning',
      ],
      ['parsing/parsers/calendar', 'components nested without end'],
      [
        'parsing/parsers/calendar',
        'is read in linear time if one line is folded a hundred thousand times',
      ],
      ['parsing/parsers/notebook', 'has more lines than any text may have'],
      ['parsing/parsers/notebook', 'loses its pictures and keeps the text'],
      ['parsing/parsers/vcard', 'is read without the many lines of its picture'],
      ['parsing/parsers-hostile', 'repeated a thousand million times'],
    ],
  },
  {
    number: 188,
    attack:
      'Upload pictures that unpack without end: huge by their header, cut off, of thousands of pages, or in a circle',
    tests: [
      [
        'parsing/parsers/image-hostile',
        'of more pixels than are ever decoded is refused by its header',
      ],
      ['parsing/parsers/image-hostile', 'of thousands of pages is refused before any is decoded'],
      [
        'parsing/parsers/image-hostile',
        'whose directories name each other in a circle has each page once',
      ],
      [
        'parsing/parsers/image-hostile',
        'that unpacks to more than its header says is read as far as that',
      ],
      ['parsing/parsers/image-hostile', 'that is cut off is damaged and stops nothing else'],
      [
        'parsing/parsers/image-hostile',
        'whose directory says more pixels than there are is damaged',
      ],
    ],
  },
];
