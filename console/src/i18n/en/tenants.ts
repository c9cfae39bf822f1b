/** Sentences of the operator's screens. */
export const tenants = {
  navTenants: 'Organisations',
  operator: 'Operator',
  dependencies: 'Parts of the server',
  stuckDocuments: 'Stuck documents',
  newTenant: 'New organisation',
  tenantSlugHint: 'By which people name it when they sign in: small letters, digits and “-”.',
  firstAdminEmail: 'E-mail address of the first administrator',
  firstAdminKey: 'Key of the first administrator',
  firstAdminKeyText:
    'Give it to the administrator, who signs in with it. It cannot be shown again.',
  noTenants: 'No organisations yet.',
  tenantStatus: {
    active: 'active',
    suspended: 'suspended',
    deleting: 'being deleted',
  },
  suspend: 'Suspend',
  resume: 'Resume',
  suspendText: (name: string) =>
    `Everybody of “${name}” is refused with the next request. Nothing is deleted.`,
  limits: 'Limits',
  limitHint: 'Empty: as much as the settings of the server say.',
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
    draining: 'The server takes no new work.',
    shutting_down: 'The server is shutting down.',
  },
  reindexing: (done: string, total: string) =>
    `Documents are being indexed again: ${done} of ${total}.`,
  reindexingEnd: (time: string) => `Expected end: ${time}.`,
  lookAgain: 'Look again',
  noStuck: 'No document is stuck.',
  stuckText:
    'Documents that were given up, keep failing, or have waited for more than ten minutes. Their names are for their organisation alone.',
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
