/** Sentences of one's own account. */
export const account = {
  accountNameHint: 'Yanıtlar size bu adla seslenebilir.',
  setPassword: 'Parola belirle',
  changePassword: 'Parolayı değiştir',
  currentPassword: 'Şimdiki parola',
  newPasswordHint: 'En az 12 karakter.',
  noPasswordYet:
    'Henüz parolanız yok. Bağlantı ya da anahtar olmadan girebilmek için bir parola belirleyin.',
  passwordChanged: 'Kaydedildi. Başka yerlerdeki oturumlar kapatıldı.',
  signOutEverywhere: 'Her yerde oturumu kapat',
  signOutEverywhereText:
    'Bu da içinde olmak üzere bütün tarayıcı ve programlarda oturumunuz kapanır. API anahtarları kalır.',
  exportOwnText: 'Konuşmalar, notlar ve dosyalar, ZIP olarak.',
  slugAtSignIn: 'Oturum açarken e-posta adresi ve parola ile birlikte yazılır.',
  slugIs: (slug: string) => `Sonradan oturum açarken yazılacak kuruluş kısa adı: ${slug}`,
  setupPassword: {
    title: 'Parola',
    done: 'Parola ile oturum açabilirsiniz.',
    open: 'Bir parola belirleyin: ilk başlatmanın bağlantısı bir kez geçerlidir.',
  },
};
