/** Sentences of the ways in. */
export const signIn = {
  signInTitle: 'Se connecter',
  signInExpired: 'Votre session est terminée. Reconnectez-vous pour reprendre où vous en étiez.',
  withPassword: 'Mot de passe',
  withKey: 'Clé API',
  withProvider: 'Compte d’entreprise',
  withInvitation: 'Invitation',
  organisation: 'Organisation',
  organisationHint:
    'Son nom court, par exemple acme. Il figure dans l’invitation ; les personnes connectées le trouvent sous « Compte ».',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  newPassword: 'Nouveau mot de passe',
  newPasswordNeeded:
    'Votre mot de passe a été défini par quelqu’un d’autre. Choisissez le vôtre : 12 caractères au moins.',
  apiKey: 'Clé API',
  apiKeyHint:
    'Commence par kr_. Sur un nouveau serveur, elle se trouve dans bootstrap.json, dans le dossier de données. La session prend fin quand la clé est révoquée.',
  invitation: 'Code d’invitation',
  invitationHint:
    'Commence par kri_. Choisissez pour votre compte un mot de passe d’au moins 12 caractères.',
  toProvider: 'Continuer vers la connexion de votre entreprise',
  wrongCredentials: 'Ces identifiants sont incorrects. Vérifiez votre saisie.',
  wrongKey: 'Cette clé est inconnue ici, expirée ou révoquée.',
  wrongInvitation: 'Cette invitation n’est pas valable, ou ne l’est plus. Demandez-en une autre.',
  wrongLink:
    'Ce lien ne sert qu’une fois, dans les dix minutes qui suivent le premier démarrage ; il n’est plus valable. Connectez-vous avec la clé qui se trouve à côté de lui dans bootstrap.json.',
  invitationJoin: (slug: string) =>
    `Vous rejoignez l’organisation « ${slug} ». Ensuite, vous vous connecterez avec ce nom court, votre adresse e-mail et le mot de passe choisi ici.`,
};
