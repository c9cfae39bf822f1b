import { plural } from './plural.js';

/** Sentences of the search. */
export const search = {
  navSearch: 'البحث',
  searchTitle: 'ابحث في مستنداتك',
  searchFor: 'البحث عن',
  searchButton: 'بحث',
  searchHint:
    'المقاطع كما يعثر عليها السؤال، دون إجابة. إذا غاب مستند فيمكنك معرفة السبب في الأسفل.',
  resultCount: (count: number, ms: string) => {
    const passages = plural(count, {
      zero: 'لا مقاطع',
      one: 'مقطع واحد',
      two: 'مقطعان',
      few: 'مقاطع',
      many: 'مقطعًا',
      other: 'مقطع',
    });
    return `${passages}، ${ms}`;
  },
  searchNothing: 'لا يوجد في مستنداتك ما يناسب.',
  searchClosest: 'لا يوجد مقطع يُرجّح أن يجيب عن هذا؛ هذه أقرب المقاطع.',
  isEvidence: 'يُرجّح أن يجيب',
  howRelevant: (percent: string) => `الصلة ${percent}`,
  legs: {
    dense: 'لم يُقارن المعنى: لا يوجد نموذج تضمين مُعدّ.',
    denseFailed: 'لم يُقارن المعنى: نموذج التضمين غير متاح.',
    lexicalFailed: 'لم تُقارن الكلمات: فهرس الكلمات غير متاح.',
  },
  whyNot: 'لماذا لا يظهر هذا المستند؟',
  whyNotHint: 'اختر مستندًا لترى كيف تعامل البحث معه.',
  whyNotChoose: 'عنوان المستند',
  whyNotNone: 'لا يوجد مستند يتضمن عنوانه ذلك.',
  whyNotChosen: (title: string) => `مآل «\u2068${title}\u2069»`,
  whyNotOther: 'اختيار مستند آخر',
  why: {
    found: (position: number) => `عُثر عليه في المرتبة ${position}.`,
    not_indexed: (state: string) => `لا يمكن العثور عليه بعد، وحالته: ${state}.`,
    outside_filter: 'هو خارج نطاق البحث.',
    no_common_word: 'لا يشترك مع السؤال في أي كلمة.',
    noCommonMeaning: 'لا يشترك مع السؤال في أي كلمة، ولم يُعثر عليه بالمعنى.',
    not_among_candidates: 'مقاطع كثيرة أخرى أقرب إلى السؤال، لذلك لم يُفحص هذا المستند عن كثب.',
    below_relevance: (has: string, needed: string) =>
      `احتمال أن يجيب أفضل مقاطعه هو ${has}، والمطلوب ${needed}.`,
    belowUnknown: 'احتمال أن يجيب أفضل مقاطعه غير كافٍ.',
    merged: 'يقول مقطعه ما يقوله مقطع من مستند آخر، وهو المعروض عن كليهما.',
    cut_by_top_k: (position: string) => `عُثر عليه، لكن بعد ما هو معروض${position}.`,
    atPlace: (position: number) => `، في المرتبة ${position}`,
    cut_by_budget: 'عُثر عليه، لكن لم يبقَ متسع لنصه.',
  },
  whyWords: 'كلمات السؤال، ووجودها في هذا المستند',
  word: 'الكلمة',
  wordShare: 'الوزن',
  wordFound: 'موجودة',
  wordYes: 'نعم',
  wordNo: 'لا',
  wordPartly: (percent: string) => `جزئيًا، ${percent}`,
  bestPassage: 'أفضل مقاطعه',
  mergedInto: 'فتح المستند المعروض',
};
