/** Sentences of the ways in. */
export const signIn = {
  signInTitle: 'Accedi',
  signInExpired: 'La sessione è terminata. Accedere di nuovo per riprendere da dove si era.',
  withPassword: 'Password',
  withKey: 'Chiave API',
  withProvider: 'Account aziendale',
  withInvitation: 'Invito',
  organisation: 'Organizzazione',
  organisationHint:
    'Il suo nome breve, per esempio acme. È nell’invito; chi ha già effettuato l’accesso lo trova in «Account».',
  email: 'Indirizzo e-mail',
  password: 'Password',
  newPassword: 'Nuova password',
  newPasswordNeeded:
    'La password è stata impostata da un’altra persona. Sceglierne una propria di almeno 12 caratteri.',
  apiKey: 'Chiave API',
  apiKeyHint:
    'Inizia con kr_. Su un server nuovo si trova in bootstrap.json, nella cartella dei dati. La sessione termina quando la chiave viene revocata.',
  invitation: 'Codice di invito',
  invitationHint: 'Inizia con kri_. Scegliere per l’account una password di almeno 12 caratteri.',
  toProvider: 'Continua all’accesso aziendale',
  wrongCredentials: 'I dati non sono corretti. Controllare quanto inserito.',
  wrongKey: 'Questa chiave non è nota qui, è scaduta o è stata revocata.',
  wrongInvitation: 'Questo invito non è valido o non lo è più. Chiederne un altro.',
  wrongLink:
    'Questo link vale una sola volta, nei dieci minuti dopo il primo avvio, e non è più valido. Accedere con la chiave che si trova accanto in bootstrap.json.',
  invitationJoin: (slug: string) =>
    `Entra nell’organizzazione «${slug}». In seguito accederà con questo nome breve, il suo indirizzo e-mail e la password scelta qui.`,
};
