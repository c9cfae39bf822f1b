/** Sentences of one's own account. */
export const account = {
  accountNameHint: 'Con el que las respuestas pueden dirigirse a usted.',
  setPassword: 'Establecer una contraseña',
  changePassword: 'Cambiar la contraseña',
  currentPassword: 'Contraseña actual',
  newPasswordHint: 'Al menos 12 caracteres.',
  noPasswordYet: 'Aún no tiene contraseña. Establezca una para entrar sin enlace ni clave.',
  passwordChanged: 'Guardado. Se han cerrado las demás sesiones.',
  signOutEverywhere: 'Cerrar sesión en todas partes',
  signOutEverywhereText:
    'Se cierra su sesión en todos los navegadores y programas, también en este. Las claves de API se mantienen.',
  exportOwnText: 'Conversaciones, recuerdos y archivos, en un ZIP.',
  slugAtSignIn: 'Se escribe al entrar, con el correo electrónico y la contraseña.',
  slugIs: (slug: string) =>
    `Nombre corto de la organización, que se escribe al entrar más adelante: ${slug}`,
  setupPassword: {
    title: 'Contraseña',
    done: 'Puede entrar con una contraseña.',
    open: 'Establezca una contraseña: el enlace del primer inicio sirve una sola vez.',
  },
};
