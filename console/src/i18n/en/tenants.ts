/** Sentences of the operator's screens. */
export const tenants = {
  navTenants: 'Organisations',
  operator: 'Operator',
  dependencies: 'Parts of the server',
  stuckDocuments: 'Stuck documents',
  newTenant: 'New organisation',
  tenantSlugHint: 'People enter it when they sign in: lower-case letters, digits and “-”.',
  firstAdminEmail: 'E-mail address of the first administrator',
  firstAdminKey: 'Key of the first administrator',
  firstAdminKeyText: 'Give it to the administrator to sign in with. It cannot be shown again.',
  noTenants: 'No organisations yet.',
  tenantStatus: {
    active: 'active',
    suspended: 'suspended',
    deleting: 'being deleted',
  },
  suspend: 'Suspend',
  resume: 'Resume',
  suspendText: (name: string) =>
    `Everyone in “${name}” will be refused from their next request on. Nothing is deleted.`,
  limits: 'Limits',
  limitHint: 'Empty: the limit in the settings of the server.',
  usedNow: (count: string) => `${count} used now.`,
  sessionsLimit: 'Conversations',
  requestsPerMinute: 'Requests a minute',
  dependency: 'Part',
  dependencyState: {
    up: 'works',
    down: 'does not work',
  },
  languageModels: 'Language models',
  readiness: {
    ready: 'The server is ready.',
    not_ready: 'The server is not ready.',
    draining: 'The server accepts no new work.',
    shutting_down: 'The server is shutting down.',
  },
  reindexing: (done: string, total: string) =>
    `Documents are being indexed again: ${done} of ${total}.`,
  reindexingEnd: (time: string) => `Expected end: ${time}.`,
  lookAgain: 'Look again',
  noStuck: 'No document is stuck.',
  stuckText:
    'Documents that have failed, keep failing, or have waited for more than ten minutes. Only their organisation sees their names.',
  stuckState: {
    failed: 'given up',
    failing: 'failing',
    waiting: 'waiting',
  },
  stuckAction: {
    index: 'to be indexed',
    purge: 'to be deleted',
  },
  reason: 'Reason',
  oldest: 'Stuck longest',
};
