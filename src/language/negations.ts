import { splitWords } from './split-words.js';

const ENGLISH_CONTRACTION = /n['’]t\b/g;

/** True for a word of the language's negation list. */
export const isNegation = (word: string, language: string): boolean =>
  NEGATIONS.get(language)?.has(word) ?? false;

/** How many negations a text holds; 0 in a language without a word list. */
export const countNegations = (text: string, language: string): number => {
  const lower = text.toLowerCase();
  const words = splitWords(text).filter((word) => isNegation(word, language)).length;
  const contracted = language === 'en' ? (lower.match(ENGLISH_CONTRACTION)?.length ?? 0) : 0;
  return words + contracted + countInside(lower, language);
};

/** Where negation is a part of words: longer first, and what only looks like one is taken out before. */
const INSIDE_WORDS: ReadonlyMap<string, { harmless?: RegExp; negation: RegExp }> = new Map(
  Object.entries({
    // No segmenter splits it off reliably. 不仅 and 不同 negate nothing.
    zh: {
      harmless: /不仅|不但|不同|不断|不过|不管|不论|不久|无论|非常|除非|没问题|未来|特别/g,
      negation: /禁止|严禁|不得|没有|[不没无未非勿莫别]/g,
    },
    ja: {
      harmless: /なければなら(?:ない|ず)|少ない|危ない|間違いな[いく]|非常/g,
      negation: /禁止|ません|ませんでした|な(?:い|かった|く|ければ)|[不無未非]/g,
    },
    ko: {
      harmless: /없이는|못지않/g,
      negation: /금지|없|않|아니|못(?=\s|하|할|합|한)|(?<![\p{L}])안(?=\s)/gu,
    },
    th: { negation: /ห้าม|ไม่|มิได้|ปราศจาก/g },
    // The verb says it: gelir and gelmez, geliyor and gelmiyor.
    tr: {
      harmless: /(?<!\p{L})(?:namaz|temmuz|elmas|dolmuş|yılmaz)\p{L}{0,4}/gu,
      negation:
        /(?<=\p{L}{2})m(?:[ae]z(?:lar|ler|sa|se|d[ıi]|s[ıi]n\p{L}{0,3})?|[ıiuü]yor\p{L}{0,6}|[ae]d[ıi](?:k|lar|ler|m|n|n[ıi]z)?|[ae]m[ıi]ş(?:t[ıi]r)?|[ae]yaca[kğ]\p{L}{0,5}|[ae]yece[kğ]\p{L}{0,5}|[ae]m[ae](?:l[ıi](?:d[ıi]r)?|k|s[ıi]\p{L}{0,4})|[ae]yan\p{L}{0,3}|[ae]yen\p{L}{0,3})(?!\p{L})/gu,
    },
    fa: { negation: /(?<!\p{L})ن(?:می|خواهد|باید|یست|ه(?!\p{L}))|بدون|ممنوع/gu },
  }),
);

const countInside = (text: string, language: string): number => {
  const inside = INSIDE_WORDS.get(language);
  if (inside === undefined) return 0;
  const { harmless, negation } = inside;
  const plain = harmless === undefined ? text : text.replace(harmless, ' ');
  return plain.match(negation)?.length ?? 0;
};

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words that turn a statement around. Prohibitions count as one negation: "is forbidden" says "is not allowed". */
const NEGATIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    en: list(
      'not no none never neither nor nobody nothing nowhere without cannot forbidden prohibited prohibits forbids forbid prohibit unless except',
    ),
    hu: list(
      'nem ne sem se nincs nincsen nincsenek sincs soha sose sehol semmi senki semmilyen nélkül tilos tiltott kivéve',
    ),
    de: list(
      'nicht kein keine keinen keinem keiner keines nie niemals niemand nichts nirgends ohne weder verboten untersagt außer',
    ),
    // "ne … pas" is one negation; "ne" alone is left out, so that the pair counts once.
    fr: list('pas jamais aucun aucune rien personne nul nulle sans ni interdit interdite non sauf'),
    es: list(
      'no nunca jamás ningún ninguna ninguno nada nadie sin ni tampoco prohibido prohibida salvo excepto',
    ),
    vi: list('không chưa chẳng chả đừng cấm'),
    it: list('non no mai nessun nessuno nessuna niente nulla senza né vietato'),
    pt: list('não nunca jamais nenhum nenhuma nada ninguém sem nem proibido'),
    nl: list('niet geen nooit niemand niets zonder verboden'),
    ru: list(
      'не нет ни никогда никто ничто ничего без нельзя запрещено запрещён запрещен запрещена запрещены кроме',
    ),
    sv: list('inte ej ingen inget inga aldrig utan förbjudet'),
    tr: list('değil yok hiç asla hayır yasak yasaktır değildir yoktur'),
    pl: list('nie bez nigdy nikt nic żaden żadna żadne ani zabronione zabroniony brak oprócz'),
    cs: list(
      'ne není nejsou nesmí nesmějí nemůže nemohou nelze nemá nemají nebude nebyl bez nikdy nikdo nic žádný žádná žádné ani zakázáno kromě',
    ),
    da: list('ikke ej ingen intet aldrig uden hverken forbudt undtagen'),
    no: list('ikke ingen intet ingenting aldri uten verken forbudt unntatt'),
    fi: list('ei en et emme ette eivät eikä älä älkää ilman koskaan kielletty paitsi'),
    ro: list('nu fără niciodată nimeni nimic niciun nicio nici interzis'),
    id: list('tidak bukan jangan tanpa belum tak dilarang kecuali'),
    uk: list('не ні немає нема без ніколи ніхто нічого заборонено крім'),
    bg: list('не няма без никога никой нищо нито забранено освен'),
    sr: list('не није нису нема без никада нико ништа забрањено осим'),
    el: list('δεν δε μην μη όχι χωρίς ποτέ κανείς κανένας τίποτα απαγορεύεται εκτός'),
    ar: list('لا لم لن ليس ليست غير بدون دون ممنوع يمنع محظور يحظر إلا'),
    he: list('לא אין אינו אינה אינם בלי ללא אסור'),
    hi: list('नहीं न मत बिना कभी निषिद्ध वर्जित'),
  }),
);
