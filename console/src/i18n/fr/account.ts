/** Sentences of one's own account. */
export const account = {
  accountNameHint: 'Le nom par lequel les réponses peuvent s’adresser à vous.',
  setPassword: 'Définir un mot de passe',
  changePassword: 'Changer le mot de passe',
  currentPassword: 'Mot de passe actuel',
  newPasswordHint: 'Au moins 12 caractères.',
  noPasswordYet:
    'Vous n’avez pas encore de mot de passe. Définissez-en un pour entrer sans lien ni clé.',
  passwordChanged: 'Enregistré. Les autres sessions sont fermées.',
  signOutEverywhere: 'Se déconnecter partout',
  signOutEverywhereText:
    'Vous êtes déconnecté de tous les navigateurs et programmes, y compris celui-ci. Les clés d’API restent.',
  exportOwnText: 'Conversations, souvenirs et fichiers, en un ZIP.',
  slugAtSignIn: 'À saisir pour se connecter, avec l’adresse e-mail et le mot de passe.',
  slugIs: (slug: string) =>
    `Nom court de l’organisation, à saisir plus tard pour se connecter : ${slug}`,
  setupPassword: {
    title: 'Mot de passe',
    done: 'Vous pouvez vous connecter avec un mot de passe.',
    open: 'Définissez un mot de passe : le lien du premier démarrage ne sert qu’une fois.',
  },
};
