/** Sentences of one's own account. */
export const account = {
  accountNameHint: 'По нему ответы могут обращаться к вам.',
  setPassword: 'Задать пароль',
  changePassword: 'Сменить пароль',
  currentPassword: 'Нынешний пароль',
  newPasswordHint: 'Не менее 12 знаков.',
  noPasswordYet: 'У вас ещё нет пароля. Задайте его, чтобы входить без ссылки и ключа.',
  passwordChanged: 'Сохранено. В других местах вход завершён.',
  signOutEverywhere: 'Выйти везде',
  signOutEverywhereText:
    'Вход будет завершён во всех браузерах и программах, в этом тоже. Ключи API остаются.',
  exportOwnText: 'Беседы, заметки и файлы в ZIP.',
  slugAtSignIn: 'Вводится при входе вместе с адресом почты и паролем.',
  slugIs: (slug: string) => `Короткое имя организации, которое потом вводят при входе: ${slug}`,
  setupPassword: {
    title: 'Пароль',
    done: 'Вы можете входить с паролем.',
    open: 'Задайте пароль: ссылка первого запуска действует один раз.',
  },
};
