/** Sentences of the ways in. */
export const signIn = {
  signInTitle: 'Anmelden',
  signInExpired:
    'Ihre Sitzung ist beendet. Melden Sie sich erneut an, um an derselben Stelle weiterzumachen.',
  withPassword: 'Passwort',
  withKey: 'API-Schlüssel',
  withProvider: 'Firmenkonto',
  withInvitation: 'Einladung',
  organisation: 'Organisation',
  organisationHint:
    'Ihr Kurzname, etwa acme. Er steht in der Einladung; wer angemeldet ist, findet ihn unter „Konto“.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  newPasswordNeeded:
    'Ihr Passwort wurde von jemand anderem gesetzt. Wählen Sie ein eigenes mit mindestens 12 Zeichen.',
  apiKey: 'API-Schlüssel',
  apiKeyHint:
    'Beginnt mit kr_. Auf einem neuen Server steht er in bootstrap.json im Datenordner. Die Sitzung endet, wenn der Schlüssel widerrufen wird.',
  invitation: 'Einladungscode',
  invitationHint:
    'Beginnt mit kri_. Wählen Sie für Ihr Konto ein Passwort mit mindestens 12 Zeichen.',
  toProvider: 'Weiter zur Anmeldung Ihrer Firma',
  wrongCredentials: 'Das stimmt nicht. Prüfen Sie Ihre Eingaben.',
  wrongKey: 'Dieser Schlüssel ist hier nicht bekannt, abgelaufen oder widerrufen.',
  wrongInvitation: 'Diese Einladung ist ungültig oder nicht mehr gültig. Bitten Sie um eine neue.',
  wrongLink:
    'Dieser Link gilt nur einmal und nur zehn Minuten nach dem ersten Start; jetzt gilt er nicht mehr. Melden Sie sich mit dem Schlüssel an, der daneben in bootstrap.json steht.',
  invitationJoin: (slug: string) =>
    `Sie treten der Organisation „${slug}“ bei. Danach melden Sie sich mit diesem Kurznamen, Ihrer E-Mail-Adresse und dem Passwort an, das Sie hier wählen.`,
};
