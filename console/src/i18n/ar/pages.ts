import { plural } from './plural.js';

/** Sentences of a document and its pages. */
export const pages = {
  viewAs: 'طريقة العرض',
  viewPages: 'الصفحات',
  viewText: 'النص',
  viewPassages: 'المقاطع',
  pageOf: (page: number, title: string) => `الصفحة ${page} من \u2068${title}\u2069`,
  pageNumberOf: (page: number, count: number) => `الصفحة ${page} من ${count}`,
  goToPage: 'رقم الصفحة',
  ofPages: (count: number) => `من ${count}`,
  pageText: 'نص هذه الصفحة',
  passageText: 'نص المقطع',
  noTextOnPage: 'لم يُعثر على نص في هذه الصفحة.',
  noPicture: 'لا توجد صورة لهذه الصفحة. نصها معروض أدناه.',
  noPictureBecause: (reason: string) => `تعذّر عرض هذه الصفحة: \u2068${reason}\u2069`,
  boxesMissing: 'المقطع في هذه الصفحة، لكن تعذّر تحديد موضعه.',
  boxesOfLines: 'حُدّدت أسطر كاملة، لأن بعض أحرف المقطع لم يُعثر عليها في الصفحة.',
  staleText:
    'استُبدل المستند بعد هذه الإجابة. لم يعد عرض المقطع المستشهد به ممكنًا، وقد يختلف ما يرد في المستند الآن.',
  staleOpen: 'فتح المستند بحالته الحالية',
  documentGone: 'حُذف المستند أو لم يعد متاحًا لك أثناء قراءته. لم يعد عرض أي شيء منه ممكنًا.',
  whatIsKnown: 'عن هذا المستند',
  factFile: 'الملف',
  factUploaded: 'تاريخ الرفع',
  versions: 'الإصدارات',
  version: (number: number) => `الإصدار ${number}`,
  versionAnswers: 'مستخدم في الإجابات',
  versionReading: 'قيد القراءة',
  versionFailed: 'فشل',
  versionReplaced: 'استُبدل',
  versionsKept: 'عندما يصبح ملف أحدث جاهزًا يحل محل الملف السابق.',
  restore: 'استعادة',
  restoreVersion: (number: number) => `استعادة الإصدار ${number}؟`,
  restoreText:
    'يصبح ملفه أحدث إصدار لهذا المستند. وتظل الإجابات تعتمد على الإصدار الحالي حتى تكتمل قراءته.',
  technicalReason: 'معلومات للدعم الفني',
  passageNumber: (number: number) => `المقطع ${number}`,
  tokenCount: (count: number) =>
    plural(count, {
      zero: 'لا رموز مميّزة',
      one: 'رمز مميّز واحد',
      two: 'رمزان مميّزان',
      few: 'رموز مميّزة',
      many: 'رمزًا مميّزًا',
      other: 'رمز مميّز',
    }),
};
