/** Sentences of one's own account. */
export const account = {
  accountNameHint: 'So können Antworten Sie ansprechen.',
  setPassword: 'Passwort festlegen',
  changePassword: 'Passwort ändern',
  currentPassword: 'Jetziges Passwort',
  newPasswordHint: 'Mindestens 12 Zeichen.',
  noPasswordYet:
    'Sie haben noch kein Passwort. Legen Sie eines fest, damit Sie ohne Link und Schlüssel hereinkommen.',
  passwordChanged: 'Gespeichert. Wer anderswo angemeldet war, ist dort abgemeldet.',
  signOutEverywhere: 'Überall abmelden',
  signOutEverywhereText:
    'Sie werden in jedem Browser und Programm abgemeldet, auch in diesem. API-Schlüssel bleiben.',
  exportOwnText: 'Unterhaltungen, Notizen und Dateien als ZIP.',
  slugAtSignIn: 'Wird beim Anmelden mit E-Mail-Adresse und Passwort eingegeben.',
  slugIs: (slug: string) =>
    `Kurzname der Organisation, der später beim Anmelden einzugeben ist: ${slug}`,
  setupPassword: {
    title: 'Passwort',
    done: 'Sie können sich mit einem Passwort anmelden.',
    open: 'Legen Sie ein Passwort fest: Der Link des ersten Starts gilt nur einmal.',
  },
};
