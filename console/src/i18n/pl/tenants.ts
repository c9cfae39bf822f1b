export const tenants = {
  navTenants: 'Organizacje',
  operator: 'Operator',
  dependencies: 'Części serwera',
  stuckDocuments: 'Zablokowane dokumenty',
  newTenant: 'Nowa organizacja',
  tenantSlugHint: 'Nazwa wpisywana przy logowaniu: małe litery, cyfry i „-”.',
  firstAdminEmail: 'Adres e-mail pierwszego administratora',
  firstAdminKey: 'Klucz pierwszego administratora',
  firstAdminKeyText:
    'Przekaż go administratorowi, który się nim zaloguje. Nie da się go pokazać ponownie.',
  noTenants: 'Nie ma jeszcze organizacji.',
  tenantStatus: {
    active: 'aktywna',
    suspended: 'zawieszona',
    deleting: 'usuwana',
  },
  suspend: 'Zawieś',
  resume: 'Wznów',
  suspendText: (name: string) =>
    `Wszystkie osoby z „${name}” zostaną odrzucone od następnego żądania. Nic nie zostanie usunięte.`,
  limits: 'Limity',
  limitHint: 'Puste: tyle, ile mówią ustawienia serwera.',
  usedNow: (count: string) => `Teraz w użyciu: ${count}.`,
  sessionsLimit: 'Rozmowy',
  requestsPerMinute: 'Żądania na minutę',
  dependency: 'Część',
  dependencyState: {
    up: 'działa',
    down: 'nie działa',
  },
  languageModels: 'Modele językowe',
  readiness: {
    ready: 'Serwer jest gotowy.',
    not_ready: 'Serwer nie jest gotowy.',
    draining: 'Serwer nie przyjmuje nowej pracy.',
    shutting_down: 'Serwer się wyłącza.',
  },
  reindexing: (done: string, total: string) =>
    `Dokumenty są ponownie indeksowane: ${done} z ${total}.`,
  reindexingEnd: (time: string) => `Przewidywany koniec: ${time}.`,
  lookAgain: 'Sprawdź ponownie',
  noStuck: 'Żaden dokument nie jest zablokowany.',
  stuckText:
    'Dokumenty porzucone, wciąż zawodzące lub czekające dłużej niż dziesięć minut. Ich nazwy zna tylko ich organizacja.',
  stuckState: {
    failed: 'porzucony',
    failing: 'zawodzi',
    waiting: 'czeka',
  },
  stuckAction: {
    index: 'do zindeksowania',
    purge: 'do usunięcia',
  },
  reason: 'Powód',
  oldest: 'Najdłużej zablokowane',
};
