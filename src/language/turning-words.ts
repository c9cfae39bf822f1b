import { splitWords } from './analyzer.js';
import { toWordSets } from './word-lists.js';

/** Words by which a sentence takes back, doubts or waves aside what it goes on to say; negations are lists of their own. */
const REVERSING = toWordSets({
  en: 'false falsely untrue wrong wrongly incorrect incorrectly myth lie lies lied lying hoax rumour rumor deny denies denied doubt doubts doubtful dispute refute refuted pretend pretends allege alleged allegedly supposedly ignore ignored disregard overlook contrary opposite fake mistaken joke invented fabricated hardly barely scarcely rarely seldom unlikely forget override instead',
  hu: 'hamis téves tévesen tévedés valótlan hazugság hazudik hazudják álhír tagadja tagadják kétséges kétli cáfolja állítólag ellenkezőleg ellenkezője aligha alig ritkán tréfa kitaláció felejtsd ignoráld hagyd',
  de: 'falsch fälschlich unwahr lüge lügen gelogen gerücht mythos leugnet bestreitet bezweifelt zweifelhaft angeblich vermeintlich irrtum irrtümlich gegenteil ignoriere ignorieren missachte kaum selten erfunden scherz vergiss',
  fr: 'faux fausse faussement mensonge mensonges ment mythe rumeur nie nient dément douteux doute prétendument soi-disant contraire ignore ignorez oubliez oublie rarement guère inventé erroné erronée tort plaisanterie',
  es: 'falso falsa falsamente mentira mentiras miente mito rumor niega niegan desmiente duda dudoso supuestamente presuntamente contrario contraria ignora ignore olvida olvide raramente apenas inventado erróneo errónea equivocado broma',
  vi: 'sai dối bịa giả trái ngược nghi đùa hiếm',
  it: 'falso falsa falsamente bugia menzogna mito smentisce nega negano dubbio presunto presumibilmente contrario ignora ignorate dimentica raramente appena inventato errato sbagliato scherzo',
  pt: 'falso falsa falsamente mentira mito boato nega negam desmente dúvida duvidoso supostamente alegadamente contrário ignore ignora esqueça raramente mal inventado errado errada piada',
  nl: 'onwaar vals onjuist leugen leugens mythe gerucht ontkent ontkennen betwijfelt zogenaamd vermeend tegendeel negeer vergeet nauwelijks zelden verzonnen fout grap',
  ru: 'ложь ложно неправда неверно ошибочно миф слух отрицает отрицают опровергает сомнительно сомневается якобы наоборот противоположное игнорируй игнорируйте забудь едва редко выдумка шутка',
  sv: 'falskt falsk osant fel lögn ljuger myt rykte förnekar bestrider tvivlar påstås motsatsen ignorera glöm knappt sällan påhittat skämt',
  tr: 'yanlış yalan asılsız efsane söylenti inkâr reddediyor şüpheli sözde güya aksine tersine yoksay unut nadiren şaka uydurma',
  pl: 'fałsz fałszywe nieprawda nieprawdą kłamstwo kłamie mit plotka zaprzecza wątpliwe rzekomo przeciwnie zignoruj zapomnij ledwo rzadko błędne zmyślone żart',
  cs: 'nepravda lež lže mýtus fáma popírá pochybné údajně naopak ignoruj zapomeň sotva zřídka mylné chybné vtip',
  da: 'falsk usandt forkert løgn myte rygte benægter tvivler angiveligt modsat ignorer glem næppe sjældent opdigtet',
  no: 'falskt usant feil løgn myte rykte benekter tviler angivelig motsatt ignorer glem knapt sjelden oppdiktet',
  fi: 'väärin valhe valetta myytti huhu kiistää epäilee muka päinvastoin ohita unohda tuskin harvoin',
  ro: 'fals falsă minciună mit zvon neagă neg îndoielnic presupus contrar ignoră uită abia rareori greșit inventat',
  id: 'salah palsu bohong mitos rumor menyangkal membantah meragukan konon sebaliknya abaikan lupakan jarang',
  uk: 'брехня неправда хибно помилково міф чутка заперечує сумнівно нібито навпаки ігноруй забудь ледве рідко вигадка жарт',
  bg: 'лъжа неистина невярно мит слух отрича съмнително уж обратното игнорирай забрави едва рядко измислица',
  sr: 'лаж неистина нетачно мит гласина пориче сумњиво наводно супротно игнориши заборави једва ретко',
  el: 'ψέμα ψευδές ψευδώς λάθος μύθος φήμη αρνείται αμφίβολο δήθεν αντίθετο αγνόησε ξέχνα σπάνια μόλις',
  ar: 'كذب كاذب خطأ باطل شائعة ينفي ينكر مشكوك يزعم زعما عكس تجاهل انس نادرا',
  he: 'שקר שקרי שגוי טעות מיתוס שמועה מכחיש מפוקפק כביכול להפך התעלם שכח בקושי לעיתים',
  hi: 'झूठ झूठा गलत असत्य मिथक अफवाह इनकार संदिग्ध कथित उल्टा अनदेखा भूल मुश्किल',
});

/** Holds for all of them, without exception. */
const EVERYBODY = toWordSets({
  en: 'everyone everybody all anyone anybody always unconditionally unrestricted',
  hu: 'mindenki mindenkinek bárki bárkinek minden összes mindig valamennyi',
  de: 'jeder jedermann alle allen aller sämtliche immer jederzeit',
  fr: 'tous toutes quiconque toujours chacun',
  es: 'todos todas cualquiera siempre',
  vi: 'mọi tất luôn',
  it: 'tutti tutte chiunque sempre ognuno',
  pt: 'todos todas qualquer sempre',
  nl: 'iedereen alle altijd allemaal',
  ru: 'все всем всех каждый каждому всегда любой любому',
  sv: 'alla alltid envar',
  tr: 'herkes herkese bütün tüm daima her',
  pl: 'wszyscy wszystkim każdy każdemu zawsze',
  cs: 'všichni všem každý vždy',
  da: 'alle altid enhver',
  no: 'alle alltid enhver',
  fi: 'kaikki kaikkien jokainen aina',
  ro: 'toți tuturor oricine mereu',
  id: 'semua setiap siapapun selalu',
  uk: 'всі всім кожен завжди будь-хто',
  bg: 'всички всеки винаги',
  sr: 'сви свима свако увек',
  el: 'όλοι όλες καθένας πάντα οποιοσδήποτε',
  ar: 'الجميع كل جميع دائما',
  he: 'כולם כל תמיד',
  hi: 'सभी सब हमेशा',
});

/** Holds for no others. */
const ONLY = toWordSets({
  en: 'only solely exclusively',
  hu: 'csak csakis kizárólag',
  de: 'nur ausschließlich allein lediglich',
  fr: 'seul seule seuls seules seulement uniquement exclusivement',
  es: 'solo sólo solamente únicamente exclusivamente',
  vi: 'chỉ',
  it: 'solo soltanto solamente esclusivamente unicamente',
  pt: 'só somente apenas exclusivamente unicamente',
  nl: 'alleen slechts uitsluitend enkel',
  ru: 'только лишь исключительно',
  sv: 'bara endast enbart',
  tr: 'yalnızca sadece ancak',
  pl: 'tylko jedynie wyłącznie',
  cs: 'jen pouze výhradně jenom',
  da: 'kun udelukkende',
  no: 'bare kun utelukkende',
  fi: 'vain ainoastaan',
  ro: 'doar numai exclusiv',
  id: 'hanya cuma',
  uk: 'тільки лише виключно',
  bg: 'само единствено',
  sr: 'само једино искључиво',
  el: 'μόνο μόνον αποκλειστικά',
  ar: 'فقط حصرا',
  he: 'רק בלבד',
  hi: 'केवल सिर्फ',
});

/** Where words are not set apart by blanks, they are looked for anywhere. */
const INSIDE: Readonly<Record<string, Readonly<Record<Turn, RegExp>>>> = {
  zh: {
    reversing: /虚假|假的|错误|谎言|谣言|否认|据称|所谓|相反|忽略|无视|忘掉|传闻|很少|几乎/u,
    everybody: /所有|每个人|人人|大家|任何人|全体|一律/u,
    only: /仅|只有|只能|只限|唯/u,
  },
  ja: {
    reversing: /虚偽|嘘|誤り|間違|否定|とされる|逆に|無視|忘れ|噂|めったに/u,
    everybody: /すべて|全て|全員|誰でも|みんな|常に/u,
    only: /だけ|のみ|に限/u,
  },
  ko: {
    reversing: /거짓|틀린|오류|소문|부인|이른바|반대로|무시|잊어|드물/u,
    everybody: /모두|모든|누구나|항상|전원/u,
    only: /만(?=\s|이|을|은|의)|오직|뿐/u,
  },
  th: {
    reversing: /เท็จ|โกหก|ผิด|ข่าวลือ|ปฏิเสธ|ตรงกันข้าม|เพิกเฉย|ลืม/u,
    everybody: /ทุกคน|ทั้งหมด|เสมอ/u,
    only: /เท่านั้น|เพียง/u,
  },
  fa: {
    reversing: /دروغ|نادرست|شایعه|انکار|ادعا|برعکس|نادیده|فراموش/u,
    everybody: /همه|همیشه/u,
    only: /فقط|تنها/u,
  },
};

type Turn = 'reversing' | 'everybody' | 'only';

const LISTS = { reversing: REVERSING, everybody: EVERYBODY, only: ONLY };

/** The turning words of one kind that a text holds; none in a language without a list. */
export const findTurningWords = (
  text: string,
  { language, turn }: { language: string; turn: Turn },
): readonly string[] => {
  const inside = INSIDE[language]?.[turn];
  if (inside !== undefined) return inside.exec(text.toLowerCase()) ?? [];
  const list = LISTS[turn].get(language);
  return list === undefined ? [] : splitWords(text).filter((word) => list.has(word));
};
