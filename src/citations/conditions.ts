import { splitWords, findTurningWords, toWordSets } from '../language/index.js';

/** Words that make what a sentence says depend on something, or take something out of it. */
const CONDITIONS = toWordSets({
  en: 'if unless except excepting excluding excludes provided providing assuming subject conditional condition conditions contingent otherwise until lest save',
  hu: 'ha hacsak amennyiben feltéve kivéve kivételével feltétele feltétellel esetén esetében ellenkező egyébként',
  de: 'wenn falls sofern soweit außer ausgenommen vorausgesetzt ausnahme vorbehaltlich bedingung andernfalls ansonsten solange',
  fr: 'si sauf excepté hormis condition réserve pourvu sinon',
  es: 'si salvo excepto condición',
  vi: 'nếu',
  it: 'se salvo tranne eccetto purché condizione qualora altrimenti',
  pt: 'se salvo exceto excepto condição caso',
  nl: 'als indien tenzij behalve uitgezonderd mits voorwaarde anders zolang',
  ru: 'если кроме исключением исключая условии случае иначе',
  sv: 'om utom förutom undantag förutsatt villkor annars såvida',
  tr: 'eğer hariç dışında şartıyla koşuluyla şayet takdirde sürece kaydıyla',
  pl: 'jeśli jeżeli chyba oprócz wyjątkiem warunkiem przeciwnym',
  cs: 'pokud jestliže kromě výjimkou podmínkou ledaže jinak',
  da: 'hvis medmindre undtagen bortset forudsat betingelse ellers såfremt',
  no: 'hvis medmindre unntatt bortsett forutsatt betingelse ellers såfremt dersom',
  fi: 'jos ellei paitsi lukuun mikäli edellyttäen ehdolla muutoin muuten',
  ro: 'dacă excepția exceptând condiția altfel',
  id: 'jika kalau kecuali apabila asalkan syarat bila',
  uk: 'якщо крім винятком умови інакше',
  bg: 'ако освен изключение условие иначе',
  sr: 'ако осим изузетком уколико условом случају иначе',
  el: 'αν εάν εκτός εφόσον προϋπόθεση εξαίρεση όρο αλλιώς',
  ar: 'إذا لو إلا باستثناء شرط بشرط عدا',
  he: 'אם אלא למעט בתנאי פרט מלבד אחרת',
  hi: 'यदि अगर सिवाय छोड़कर बशर्ते शर्त अन्यथा',
});

/** Where words are not set apart by blanks, or where a condition is the ending of a verb. */
const INSIDE: Readonly<Record<string, RegExp>> = {
  zh: /如果|假如|倘若|除非|除外|除了|只要|前提|条件|否则|情况下|的话|若(?!干)|例外/u,
  ja: /場合|限り|限る|除[いくき]|ただし|但し|なければ|たら(?!し)|れば|条件|もし/u,
  ko: /경우|(?:으?면|다면)(?=[\s,.]|$)|단(?=[,\s])|다만|제외|않는 한|조건|만약/u,
  th: /ถ้า|หาก|เว้นแต่|ยกเว้น|เงื่อนไข|เมื่อ|มิฉะนั้น/u,
  fa: /اگر|مگر|به شرط|در صورت|به جز|غیر از|وگرنه/u,
  vi: /trừ (?:khi|trường hợp|phi)|ngoại trừ|điều kiện|miễn là|trong trường hợp/u,
  es: /a menos que|siempre que|siempre y cuando|en caso de/u,
  fr: /à moins|au cas où|en cas de|à condition/u,
  pt: /a menos que|desde que/u,
  it: /a meno che|in caso di|sempre che/u,
  pl: /pod warunkiem|o ile(?!\p{L})/u,
  tr: /(?<=\p{L}{2})(?:[ae]rsa|[ae]rse|[ıiuü]rsa|[ıiuü]rse|m[ae]dıkça|m[ae]dikçe|yorsa|mışsa|mişse|dıysa|diyse)(?:\p{L}{0,4})(?!\p{L})/u,
};

/** Whether a part of a sentence limits the rest of it: by a condition, an exception, or by naming those whom alone it holds for. */
export const limitsRest = (part: string, language: string): boolean => {
  if (INSIDE[language]?.test(part.toLowerCase()) === true) return true;
  const list = CONDITIONS.get(language);
  if (list !== undefined && splitWords(part).some((word) => list.has(word))) return true;
  return findTurningWords(part, { language, turn: 'only' }).length > 0;
};

/** A sentence that begins so takes something out of the one before it. */
const PROVISO =
  /^\s*(?:ただし|但し|もっとも|다만|단[,\s]|但|不过|除非|(?:except|excepted|excluded|unless|ausgenommen|außer|ausnahme|kivéve|kivétel|hacsak|sauf|hormis|exception|salvo|excepto|excepción|exceto|tranne|eccetto|eccezione|tenzij|behalve|кроме|исключени[ея]|за исключением|förutom|undantag|hariç|chyba|oprócz|wyjątek|kromě|výjimk[ay]|undtag(?:en|et)|unntatt|unntak|paitsi|excepția|kecuali|крім|освен|осим|εκτός|باستثناء|إلا|למעט|सिवाय)(?!\p{L}))/iu;

export const isProviso = (sentence: string): boolean => PROVISO.test(sentence);
