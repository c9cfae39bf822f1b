import type { Locale } from '../locale.js';

const ARABIC = /^\p{sc=Arabic}+$/u;
/** The article and the prepositions that are attached to it, longest first. */
const ARABIC_ARTICLES = 'وبال وكال ولل وال بال كال فال ال لل'.split(' ');
const ARABIC_AND = 'و';
const ARABIC_ENDINGS = 'ها ان ات ون ين يه ه ي'.split(' ');

/**
 * An Arabic word without article and endings, at least two letters: "light10" of Larkey, Ballesteros and Connell (2002). Snowball leaves
 * the article of "باللغة" and takes the first letter of "بورصة" for a preposition.
 */
const stemArabic = (word: string): string => {
  const folded = foldArabic(word);
  if (!ARABIC.test(folded)) return folded;
  const bare = withoutArticle(folded);
  const hasAnd = bare === folded && folded.startsWith(ARABIC_AND) && folded.length > 3;
  return ARABIC_ENDINGS.reduce(
    (left, end) =>
      left.endsWith(end) && left.length - end.length >= 2 ? left.slice(0, -end.length) : left,
    hasAnd ? withoutArticle(folded.slice(1)) : bare,
  );
};

/** An Arabic word without vowel signs, with interchangeable letters unified, and with ASCII digits. */
const foldArabic = (word: string): string =>
  word
    .normalize('NFD')
    .replace(ARABIC_SIGNS, '')
    .normalize('NFC')
    .replaceAll('\u0671', '\u0627')
    .replaceAll('\u0649', '\u064a')
    .replaceAll('\u0629', '\u0647')
    .replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO));

/** The stroke that stretches a word, vowel signs, and signs above or below an alef. */
const ARABIC_SIGNS = /[\u064b-\u065f\u0670\u0640]/g;
const ARABIC_DIGITS = /[\u0660-\u0669]/g;
const ARABIC_ZERO = 0x660;

const withoutArticle = (word: string): string => {
  const article = ARABIC_ARTICLES.find(
    (begin) => word.startsWith(begin) && word.length - begin.length >= 2,
  );
  return article === undefined ? word : word.slice(article.length);
};

export const ar: Locale = {
  script: 'Arabic',
  iso3: 'arb',
  letters: { has: /[ةى]$|^(?:وال|ال)/u, lacks: /[پچژگٹڈڑںےہھکی]/u },
  commonWords: `في من على إلى عن أن هذا هذه التي الذي ما هو هي كان كانت مع أو لا كل بعد قبل بين كم متى أين كيف هل يجب يمكن`,
  functionWords: `ما ماذا من متى أين كيف لماذا كم أي هل هو هي في على إلى عن مع أن التي الذي هذا هذه كان كانت و أو يتم تم
    ماهي ماهو ماهى هى هم هما هن انا نحن اين بماذا لماذ لما بم بمن لمن ممن عما عمن فيم فيما إلام علام لأي بأي أية أيهما كيفية اى اللتي اللتان
    الذين اللاتي اللواتي اللذان تلك ذلك هؤلاء هناك هنا به بها له لها لهم منه منها فيه فيها عنه عنها عليه عليها إليه إليها معه بين عند عندما
    حتى منذ خلال حول ثم أم لكن بل قد لقد لم لن لا ليس ليست إن إنه أنه أنها إذا إذ كل بعض غير أيضا كما مثل يكون تكون كانوا يوجد توجد وما ومن
    ومتى وأين وكيف وكم وهل وهو وهي وفي وعلى تمت سمي سميت يسمى تسمى يطلق`,
  negations: 'لا لم لن ليس ليست غير بدون دون ممنوع يمنع محظور يحظر إلا',
  stemmer: stemArabic,
  fold: foldArabic,
  conditions: 'إذا لو إلا باستثناء شرط بشرط عدا',
  provisos: { words: 'باستثناء|إلا' },
  introducingWords: `في من على إلى عن و ب ل هذا هذه ذلك هو هي كما أن إن التالي التالية يلي ما وفقا وفقًا حسب بحسب طبقا يقول تقول ينص تنص يذكر تذكر ورد جاء
    يوضح توضح يصف يكتب مكتوب نص النص نصا حرفيا بالضبط اقتباس
    السياسة الوثيقة المستند الدليل الكتاب المصدر الصفحة القسم الفصل الفقرة المادة البند العقد الاتفاق التقرير الجواب الجملة القواعد للسياسة للوثيقة للمستند للدليل`,
  reversingWords: 'كذب كاذب خطأ باطل شائعة ينفي ينكر مشكوك يزعم زعما عكس تجاهل انس نادرا',
  everybodyWords: 'الجميع كل جميع دائما',
  onlyWords: 'فقط حصرا',
  answerTypes: {
    comparison: { parts: 'الفرق' },
    quantity: { words: 'كم' },
    price: { words: 'كم (?:سعر|ثمن|تكلفة|يكلف)' },
    age: { words: String.raw`كم عمر\p{L}*` },
    date: { words: 'متى' },
    address: { parts: 'عنوان' },
    phone: { parts: 'هاتف' },
    definition: { words: 'ما هو|ما هي' },
    steps: { words: 'كيف' },
  },
  ages: { words: String.raw`سنة|سنوات|عام\p{L}*|عمر\p{L}*` },
  prices: { parts: 'مجان' },
  smallTalk: {
    phrases:
      'مرحبا|مرحبًا|أهلا|أهلاً|أهلا وسهلا|السلام عليكم|وعليكم السلام|صباح الخير|مساء الخير|تصبح على خير|شكرا|شكرًا|شكراً|شكرا جزيلا|شكرًا جزيلًا|شكراً جزيلاً|شكرا لك|وداعا|وداعًا|مع السلامة|إلى اللقاء|كيف حالك|كيف الحال|حسنا|حسنًا|من أنت|ماذا يمكنك أن تفعل|كيف يمكنك مساعدتي',
    thanks: 'شكر',
    farewells: 'وداع|مع السلامة|إلى اللقاء',
  },
  titles: { contents: 'المحتويات|فهرس' },
  commands: { file: 'ملف' },
  collection: {
    documents: '(?:ال)?(?:مستندات|وثائق|ملفات|مستند|وثيقة|ملف)|مستندًا|مستندا|ملفًا|ملفا',
    here: 'هناك|هنا|المتاحة|المتوفرة|الموجودة|متاحة|موجودة|لديك|لدينا|عندك|يمكنني قراءتها|في (?:المجموعة|المكتبة|النظام|قاعدة المعرفة)',
    list: '(?:ما هي|ما|أي) <d><H>|(?:اعرض|اذكر|أظهر)(?: لي)?(?: جميع| كل)? <d><h>',
    count: 'كم (?:عدد )?<d><h>|ما عدد <d><h>',
    newest: '(?:ما هي|ما) (?:أحدث <d>|<d> (?:الجديدة|الأحدث))|اعرض(?: لي)? أحدث <d>',
    about:
      'هل (?:يوجد|توجد|هناك|لديك|لديكم) (?:أي )?<d> (?:عن|حول|بخصوص) {}|أي <d> (?:تتحدث عن|تذكر) {}',
    contents: 'ماذا (?:يوجد|يرد) في <d> {}|ما محتوى <d> {}|عم يتحدث <d> {}',
    summary:
      '(?:من فضلك )?(?:لخص|لخّص)(?: لي)? (?:<d> )?{}|(?:أعطني )?ملخص(?:ا|ًا)? (?:عن |ل)?(?:<d> )?{}',
  },
  listNumbers: {
    letters: {
      arabicAlpha: 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي',
      arabicAbjad: 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ',
    },
  },
  answerRemarks: String.raw`(?:مرحبا|مرحبًا|السلام عليكم|عزيزي|عزيزتي|تحياتي|مع التحية|شكرا|شكرًا|الموضوع|بالطبع|باختصار)(?!\p{L})(?=[^.!؟]{0,40}[.!?]?$)|(?:آمل|يمكنني|لا يمكنني|لم أجد|أنا)(?!\p{L})|إليك(?:م)?(?!\p{L})|فيما يلي|إذا (?:أردت|كنت|كان)[^.]{0,80}|هذا يعتمد`,
  notInDocuments: String.raw`(?:المستند|الوثائق|الوثيقة|المستندات|المصادر|المصدر|النص|الدليل|العقد|السياسة|التقرير|المعلومات)[^.!؟]{0,60}(?:لا (?:تذكر|يذكر|تحتوي|يحتوي|تقول|تحدد|يحدد|تتضمن)|لم (?:تذكر|يذكر|يرد))|لم أجد|لا توجد معلومات|(?:لا|لم) (?:تذكر|يذكر|تقول|تقل|يقل|تحدد|يحدد|تتضمن|تحتوي|تشير|تشر|توضح|تجيب|تتطرق|تتناول|يتناول)[^.!؟]{0,20}(?:المستند|الوثائق|الوثيقة|المصادر|المصدر|النصوص|النص|الدليل|العقد|السياسة|التقرير)|(?:المستند|الوثائق|الوثيقة|المستندات|المصادر|المصدر|النص|الدليل|العقد|السياسة|التقرير)[^.!؟]{0,60}(?:لا|لم) (?:تشير|يشير|توضح|يوضح|تتناول|يتناول|تتطرق|يتطرق|تجيب|يجيب|تقل|يحدد)|(?:هي|هو|إنها|فهي|وهي) (?:لا|لم) (?:تذكر|يذكر|تقول|تحدد|يحدد|تتطرق|توضح)|(?:لا|لم) (?:يذكر|يُذكر|يرد|ترد|تذكر) (?:ذلك|هذا|فيها|أي)|ليست? (?:جزءا|جزءًا|جزءاً) (?:من (?:المستندات|الوثائق|المصادر)|مما)|لم أعثر|لا أجد|(?:ليس هناك|لا يوجد|لا توجد) (?:أي )?(?:ذكر|معلومات|إجابة)|لا شيء (?:عن|حول|في)`,
  aboutAssistant: String.raw`من (?:أنت|انت|تكون)|ما (?:اسمك|هو اسمك)|هل أنت (?:إنسان|آلة|روبوت)(?: أم (?:إنسان|آلة|روبوت))?|ماذا (?:يمكنك|تستطيع) أن تفعل(?: لي| من أجلي)?|(?:كيف|بماذا|بم) (?:يمكنك|تستطيع) (?:مساعدتي|مساعدتنا|أن تساعدني)|(?:ماذا|عن ماذا) يمكنني أن أسألك|عرف نفسك|عرّف نفسك`,
  ordersToAssistants: [
    'تجاهل (?:جميع |كل )?(?:التعليمات|الأوامر|الإرشادات) (?:السابقة|أعلاه)',
    '(?:أنت|انت) (?:الآن )?(?:مساعد|نموذج) (?:ذكاء اصطناعي|لغوي)',
  ],
  intents: { calculation: 'احسب|المجموع|إجمالي|متوسط' },
};
