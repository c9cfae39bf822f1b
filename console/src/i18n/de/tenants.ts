export const tenants = {
  navTenants: 'Organisationen',
  operator: 'Betreiber',
  dependencies: 'Teile des Servers',
  stuckDocuments: 'Hängende Dokumente',
  newTenant: 'Neue Organisation',
  tenantSlugHint: 'So nennen Menschen sie beim Anmelden: Kleinbuchstaben, Ziffern und „-“.',
  firstAdminEmail: 'E-Mail-Adresse der ersten Administratorin oder des ersten Administrators',
  firstAdminKey: 'Schlüssel für die erste Administration',
  firstAdminKeyText:
    'Geben Sie ihn an die Administration weiter, die sich damit anmeldet. Er wird nicht noch einmal angezeigt.',
  noTenants: 'Noch keine Organisationen.',
  tenantStatus: {
    active: 'aktiv',
    suspended: 'gesperrt',
    deleting: 'wird gelöscht',
  },
  suspend: 'Sperren',
  resume: 'Freigeben',
  suspendText: (name: string) =>
    `Alle aus „${name}“ werden ab der nächsten Anfrage abgewiesen. Nichts wird gelöscht.`,
  limits: 'Grenzen',
  limitHint: 'Leer: so viel, wie die Einstellungen des Servers sagen.',
  usedNow: (count: string) => `${count} sind jetzt belegt.`,
  sessionsLimit: 'Gespräche',
  requestsPerMinute: 'Anfragen pro Minute',
  dependency: 'Teil',
  dependencyState: {
    up: 'arbeitet',
    down: 'arbeitet nicht',
  },
  languageModels: 'Sprachmodelle',
  readiness: {
    ready: 'Der Server ist bereit.',
    not_ready: 'Der Server ist nicht bereit.',
    draining: 'Der Server nimmt keine neue Arbeit an.',
    shutting_down: 'Der Server wird beendet.',
  },
  reindexing: (done: string, total: string) =>
    `Dokumente werden neu indiziert: ${done} von ${total}.`,
  reindexingEnd: (time: string) => `Voraussichtliches Ende: ${time}.`,
  lookAgain: 'Noch einmal nachsehen',
  noStuck: 'Kein Dokument hängt.',
  stuckText:
    'Dokumente, die aufgegeben wurden, immer wieder scheitern oder länger als zehn Minuten warten. Ihre Namen kennt nur ihre Organisation.',
  stuckState: {
    failed: 'aufgegeben',
    failing: 'scheitert',
    waiting: 'wartet',
  },
  stuckAction: {
    index: 'soll indiziert werden',
    purge: 'soll gelöscht werden',
  },
  reason: 'Grund',
  oldest: 'Am längsten',
};
