/** Sentences of one's own account. */
export const account = {
  accountNameHint: 'Con cui le risposte possono rivolgersi a lei.',
  setPassword: 'Imposta una password',
  changePassword: 'Cambia password',
  currentPassword: 'Password attuale',
  newPasswordHint: 'Almeno 12 caratteri.',
  noPasswordYet: 'Non ha ancora una password. Ne imposti una per entrare senza link né chiave.',
  passwordChanged: 'Salvato. Le altre sessioni sono state chiuse.',
  signOutEverywhere: 'Esci ovunque',
  signOutEverywhereText:
    'Esce da ogni browser e programma, anche da questo. Le chiavi API restano.',
  exportOwnText: 'Conversazioni, note e file, in uno ZIP.',
  slugAtSignIn: 'Si scrive per accedere, con indirizzo e-mail e password.',
  slugIs: (slug: string) =>
    `Nome breve dell’organizzazione, da scrivere per accedere in seguito: ${slug}`,
  setupPassword: {
    title: 'Password',
    done: 'Può accedere con una password.',
    open: 'Imposti una password: il link del primo avvio vale una volta sola.',
  },
};
