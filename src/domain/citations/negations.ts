import { splitWords } from '../split-words.js';

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
    ru: list('не нет ни никогда никто ничто ничего без нельзя запрещено запрещён'),
    sv: list('inte ej ingen inget inga aldrig utan förbjudet'),
    tr: list('değil yok hiç asla hayır yasak'),
  }),
);

// Chinese and Japanese write negation as parts of words, which no segmenter splits off reliably. Longer first:
// 不仅 and 不同 negate nothing.
const HAN_HARMLESS = /不仅|不但|不同|不断|不过|不管|不论|不久|无论|非常|除非|没问题|未来|特别/g;
const HAN_NEGATION = /禁止|严禁|不得|没有|[不没无未非勿莫别]/g;
const ENGLISH_CONTRACTION = /n['’]t\b/g;

const countHan = (text: string): number =>
  text.replace(HAN_HARMLESS, ' ').match(HAN_NEGATION)?.length ?? 0;

/** True for a word of the language's negation list. */
export const isNegation = (word: string, language: string): boolean =>
  NEGATIONS.get(language)?.has(word) ?? false;

/** How many negations a text holds; 0 in a language without a word list. */
export const countNegations = (text: string, language: string): number => {
  if (language === 'zh') return countHan(text);
  const words = splitWords(text).filter((word) => isNegation(word, language)).length;
  if (language !== 'en') return words;
  return words + (text.toLowerCase().match(ENGLISH_CONTRACTION)?.length ?? 0);
};
