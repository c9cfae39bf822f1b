import type { Messages } from './en.js';

export const ar: Messages = {
  notFound: 'لم أجد في المستندات المتاحة ما يجيب عن هذا السؤال.',
  stepLimit: 'تم بلوغ الحد الأقصى للخطوات؛ يستند هذا إلى ما عُثر عليه حتى ذلك الحين.',
  deadlineReached: 'انتهى الوقت؛ يستند هذا إلى ما عُثر عليه حتى ذلك الحين.',
  endsEarly: 'تنتهي هذه الإجابة هنا قبل أن تكتمل.',
  noModelWroteThis: 'لم يكتب هذا نموذج لغوي؛ الجمل مقتبسة من المستندات:',
  closestPassages:
    'لم يُعثر على إجابة مؤكدة. هذه أقرب المقاطع، مقتبسة من المستندات؛ لم يكتب هذا أي نموذج لغوي:',
  notInPassages: (words) => `لم يُعثر على هذه الكلمات من السؤال: ${words}.`,
  toolsReturned: 'لم يكتب هذا نموذج لغوي؛ هذا ما أعادته الأدوات:',
  modelMade: 'أنشأ النموذج اللغوي هذا بأدواته ولم يُقارن بأي مصدر:',
  toolsFailed: (names) => `تعذّر الاستعلام عن شيء ما، لذلك قد يكون هذا ناقصًا: ${names}.`,
  lookupFailed: 'تعذّر البحث عن هذا:',
  quotingMode: 'لا يوجد نموذج لغوي مُعدّ هنا، لذلك أقتبس جملًا من المستندات.',
  canCalculate: (example) => `يمكنني أيضًا حساب عمليات مثل ${example}.`,
  greeting: 'مرحبًا! اسألني عن مستندات مؤسستك.',
  youAreWelcome: 'على الرحب والسعة!',
  goodbye: 'إلى اللقاء!',
  clarificationFallback: 'هل يمكنك أن توضّح بدقة أكبر ما تريد معرفته؟',
  knowledgeBaseUnavailable: 'قاعدة المعرفة غير متاحة حاليًا. يُرجى المحاولة لاحقًا.',
  notReadYet: 'لم تُقرأ بعض المستندات بعد. أعد السؤال بعد قليل.',
  indexRebuilding: 'يُعاد بناء فهرس البحث حاليًا، لذلك لا يمكن العثور على بعض المستندات بعد.',
  beyondTools: 'يتجاوز هذا الطلب ما تستطيعه الأدوات المفعّلة.',
  foundIn: (languages) => `لغة المستندات التي عُثر عليها: ${languages}.`,
  sourcesLabel: 'المصادر:',
  filesLabel: 'الملفات:',
  remembered: 'تم التذكّر:',
  toConfirm: (days) => `لم يُحفظ بعد. أكّده خلال ${days} أيام ليُحفظ:`,
  notRemembered: 'لم يُحفظ هذا:',
  privateMemory: 'ملاحظتك (خاصة)',
  toolResult: 'نتيجة الأداة',
  codeResult: 'نتيجة شفرة برمجية',
  untitledDocument: 'مستند بلا عنوان',
  linkRemoved: '(أُزيل الرابط)',
  answerWithheld:
    'لم تعد هذه الإجابة تُعرض: أحد المصادر التي تستند إليها تغيّر أو حُذف أو لم يعد متاحًا لك.',
  unsupportedMark: 'لم يُعثر على هذه الصياغة في المصدر',
  uncheckedMark: 'أنشأه النموذج نفسه ولم يُقارن بأي مصدر',
  pages: ({ start, end }) => (start === end ? `ص ${start}` : `ص ${start}–${end}`),
  documentsListed: ({ total, shown }) =>
    shown < total
      ? `المستندات التي يمكنك قراءتها: ${total}؛ المذكور هنا: ${shown}.`
      : `المستندات التي يمكنك قراءتها: ${total}.`,
  newestDocuments: ({ total, shown }) =>
    `أحدث المستندات التي يمكنك قراءتها (${shown} من ${total}):`,
  rowsShown: ({ total, shown }) =>
    `الصفوف المطابقة في المقاطع التي عُثر عليها: ${total}؛ المعروض هنا: ${shown}.`,
  documentsAbout: (topic) => `المستندات التي فيها شيء عن ${topic}:`,
  outlineOf: 'لم يكتب هذا أي نموذج لغوي؛ هذه الجمل الأولى من المستند ويليها مخططه:',
  olderDiffers: (title) => `مستند أقدم يقول شيئًا آخر: ${title}`,
  quote: (text) => `«${text}»`,
  correction: (text) => `تصحيح: ${text}`,
  statementsLeftOut: (count) => `حُذفت عبارات لا ترد في المصادر: ${count}.`,
};
