/** Sentences of one's own account. */
export const account = {
  accountNameHint: 'قد تخاطبك الإجابات به.',
  setPassword: 'تعيين كلمة مرور',
  changePassword: 'تغيير كلمة المرور',
  currentPassword: 'كلمة المرور الحالية',
  newPasswordHint: '12 حرفًا على الأقل.',
  noPasswordYet: 'ليست لك كلمة مرور بعد. عيّن واحدة لتدخل بلا رابط ولا مفتاح.',
  passwordChanged: 'تم الحفظ. سُجّل خروجك من الأماكن الأخرى.',
  signOutEverywhere: 'تسجيل الخروج من كل مكان',
  signOutEverywhereText: 'يُسجَّل خروجك من كل متصفح وبرنامج، وهذا منها. تبقى مفاتيح API.',
  exportOwnText: 'المحادثات والملاحظات والملفات في ملف ZIP.',
  slugAtSignIn: 'يُكتب عند تسجيل الدخول مع البريد الإلكتروني وكلمة المرور.',
  slugIs: (slug: string) => `الاسم المختصر للمؤسسة، ويُكتب عند تسجيل الدخول لاحقًا: ${slug}`,
  setupPassword: {
    title: 'كلمة المرور',
    done: 'يمكنك تسجيل الدخول بكلمة مرور.',
    open: 'عيّن كلمة مرور: رابط التشغيل الأول يعمل مرة واحدة.',
  },
};
