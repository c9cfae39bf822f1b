/** What a sentence asks to have remembered, in the words of which language; null content where it only points at it ("Please remember that."). */
type RememberRequest = { content: string | null; language: string };

/** Longer than anybody asks for this, and short enough for any pattern. */
const MAX_CHARS = 1_000;

/** The request that a sentence is as a whole, in any language that we know wordings of; null for any other sentence. */
export const findRememberRequest = (sentence: string): RememberRequest | null => {
  if (sentence.length > MAX_CHARS) return null;
  // One character for another, so that places stay.
  const plain = toPlain(sentence);
  if (forbidsRemembering(plain)) return null;
  const isAsked = /[?？]$/u.test(plain);
  for (const { language, request, politely, pointer } of PATTERNS) {
    if (!isAsked && pointer.test(plain)) return { language, content: null };
    const [lead] = (isAsked ? politely : request).exec(plain) ?? [];
    if (lead === undefined) continue;
    const content = sentence.slice(lead.length).replace(/\s*[?？]+$/u, '');
    return { language, content: isStatement(content) ? content : null };
  }
  return null;
};

/** Says that something is not to be remembered, or to be forgotten. */
export const forbidsRemembering = (text: string): boolean => {
  const plain = toPlain(text.slice(0, MAX_CHARS));
  return PATTERNS.some(({ ban }) => ban.test(plain));
};

type Wordings = {
  /** May stand in front, any of them, in any order. */
  courtesies: string;
  /** The request itself. */
  verbs: string;
  /** The request as a question: its question mark is no part of what is to be remembered. */
  politely: string;
  /** Between the request and what is to be remembered. */
  links: string;
  /** What may stand instead of it, or the whole request: it points at something said elsewhere. */
  pointers: string;
  /** Forbids it. */
  bans: string;
};

/** Apostrophes are straight here, and blanks are single. */
const WORDINGS: Readonly<Record<string, Wordings>> = {
  en: {
    courtesies: 'please|pls|hey|hi|hello|ok|okay|and|also',
    verbs:
      "(?:i(?:'d| would) like you to |i want you to )?(?:always )?(?:remember|memori[sz]e|keep in mind|bear in mind|make a note|take note|don't forget|do not forget|never forget|save to (?:your )?memory)(?: please| for me| for (?:later|next time))?",
    politely: '(?:could|would) you (?:please )?(?:remember|memori[sz]e|keep in mind|make a note)',
    links: ",? that | ?[:,–—] ?| (?=(?:i|i'm|i've|i'd|my|we|we're|our) )",
    pointers:
      "(?:please )?(?:(?:remember|memori[sz]e|note|save|keep|bear|don't forget|do not forget)(?: (?:this|that|it|these|those))?|make a note of (?:this|that|it))(?: in mind)?(?: for (?:me|later|next time))?(?:,? please)?",
    bans: "(?:do not|don't|never|must not|mustn't|should not|shouldn't|stop|without) (?:ever )?(?:remember|memori[sz]|sav(?:e|ing)|stor(?:e|ing)|record|keep(?:ing)? (?:this|that|it))|(?<!n't |not |never )forget (?:this|that|it|about|what|everything)",
  },
  hu: {
    courtesies: 'kérlek|kérem|légyszi|légy szíves|szia|helló|és',
    verbs:
      '(?:(?:jegyezd|jegyezze) (?:meg|fel)|emlékezz(?:en|él)?(?: rá| arra)?|ne (?:felejtsd|felejtse) el|tartsd észben|vésd (?:az )?eszedbe|írd fel)(?:,? (?:kérlek|kérem|légyszi))?',
    politely: '(?:meg|fel)jegyezn(?:éd|é)|meg tudn(?:ád|á) jegyezni',
    links: ',? (?:azt,? )?hogy | ?[:–—] ?',
    pointers:
      '(?:kérlek,? )?(?:ezt |azt )?(?:jegyezd|jegyezze) (?:meg|fel)(?: ezt| azt)?(?:,? (?:kérlek|légyszi))?|(?:ezt )?ne felejtsd el(?: ezt)?|emlékezz (?:erre|rá)|tartsd (?:ezt )?észben',
    bans: 'ne (?:jegyezd|jegyezze|emlékezz|mentsd|tárold|őrizd|írd fel)|(?<!ne )felejtsd el',
  },
  de: {
    courtesies: 'bitte|hallo|hey|und',
    verbs:
      '(?:merke? (?:dir|es dir)|merken sie sich|behalte? (?:bitte )?im (?:kopf|gedächtnis)|behalten sie im (?:kopf|gedächtnis)|denke? (?:bitte )?daran|denken sie daran|vergiss (?:bitte )?nicht|vergessen sie (?:bitte )?nicht|notiere?(?: dir)?|erinnere? dich(?: bitte)?(?: daran)?)(?:,? bitte)?',
    politely: '(?:könntest|würdest|kannst) du dir (?:bitte )?merken',
    links: ',? da(?:ss|ß) | ?[:–—] ?',
    pointers:
      '(?:bitte )?(?:merke? dir|notiere?|behalte|vergiss)(?: bitte)? (?:das|dies|es)(?: nicht)?(?:,? bitte)?|(?:bitte )?(?:das )?merken',
    bans: 'merke? (?:dir|es dir)[^.!?]{0,40} nicht|nicht (?:merken|speichern|behalten)|speichere? [^.!?]{0,40}nicht|vergiss (?![^.!?]{0,20}nicht)',
  },
  fr: {
    courtesies: "s'il te pla[iî]t|s'il vous pla[iî]t|bonjour|salut|et",
    verbs:
      "(?:souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|mémorise|mémorisez|n'oublie (?:pas|jamais)|n'oubliez (?:pas|jamais)|gardez? (?:en tête|à l'esprit|en mémoire)|prends (?:bonne )?note|prenez (?:bonne )?note)(?: bien)?(?:,? s'il (?:te|vous) pla[iî]t)?",
    politely:
      '(?:peux-tu|pourrais-tu|pouvez-vous|pourriez-vous) (?:te souvenir|vous souvenir|retenir|mémoriser)',
    links: ",? (?:que |qu')| ?[:–—] ?",
    pointers:
      "(?:retiens|mémorise|note|n'oublie pas|souviens-toi de|rappelle-toi)(?: bien)?(?: |-)(?:ça|cela|ceci|le)(?:,? s'il te pla[iî]t)?|ne l'oublie pas",
    bans: "ne (?:le |la |t'en |te |vous )?(?:retiens|retenez|mémorise|mémorisez|note|notez|garde|gardez|souviens|souvenez|enregistre|enregistrez)[^.!?]{0,40} pas|(?<!n')oublie(?:z)? (?:ça|cela|ceci|que|tout)",
  },
  es: {
    courtesies: 'por favor|hola|y',
    verbs:
      '(?:recuerda|recuerde|recordad|acuérdate de|acuérdese de|ten en cuenta|tenga en cuenta|ten presente|no olvides|no olvide|no te olvides de|no se olvide de|memoriza|memorice|anota|anote|apunta|apunte)(?:,? por favor)?',
    politely: '(?:puedes|podrías|puede|podría) (?:recordar|memorizar)',
    links: ',? que | ?[:–—] ?',
    pointers:
      '(?:recuérdalo|recuérdelo|recuerda (?:esto|eso)|no lo olvides|apúntalo|anótalo|memorízalo|tenlo en cuenta)(?:,? por favor)?',
    bans: 'no (?:lo |la |te )?(?:recuerdes|recuerde|guardes|guarde|memorices|memorice|anotes|anote|apuntes|apunte|acuerdes)|(?<!no )olvida(?:lo)? (?:eso|esto|que|lo)',
  },
  vi: {
    courtesies: 'làm ơn|vui lòng|xin|hãy|bạn hãy|chào',
    verbs: '(?:ghi nhớ|nhớ|ghi lại|đừng quên|lưu ý)(?: giúp (?:tôi|mình|em|anh|chị))?',
    politely: 'bạn có thể (?:ghi )?nhớ',
    links: ' (?:rằng|là) | ?[:–—] ?',
    pointers:
      '(?:(?:ghi )?nhớ|đừng quên|ghi lại)(?: giúp (?:tôi|mình))?(?: (?:điều|chuyện) (?:này|đó))?(?: nhé)?',
    bans: '(?:đừng|không (?:được|cần)?) ?(?:ghi nhớ|nhớ|ghi lại|lưu)|(?<!đừng )quên (?:điều|chuyện)',
  },
  zh: {
    courtesies: '请你?|麻烦你?|麻烦|帮我|你要|好的|你好|要',
    verbs: '(?:记住|记下来?|记一下|记着|牢记|别忘了|不要忘记|不要忘了|记得)',
    politely: '(?:能|可以)(?:请你)?记住',
    links: '[:：，,、]? ?',
    pointers:
      '(?:记住|记下来?|记一下|别忘了|不要忘记)(?:这个|这点|这件事|这些|那个|它|我说的(?:话)?)?(?:吧|哦)?',
    bans: '(?:不要|别|不用|无需|不必)(?:去)?(?:记住|记下|记得|记着|记录|保存|存)|(?<!别|不要)忘掉|忘了(?:它|这)',
  },
};

const toPatterns = (words: Wordings) => {
  const lead = `(?:(?:${words.courtesies})[,，!！]? ?)*`;
  return {
    request: new RegExp(`^${lead}(?:${words.verbs})(?:${words.links})`, 'iu'),
    politely: new RegExp(`^¿?${lead}(?:${words.politely})(?:${words.links})`, 'iu'),
    pointer: new RegExp(`^${lead}(?:${words.pointers})[.!。！…]*$`, 'iu'),
    ban: new RegExp(`(?<![\\p{L}\\p{M}](?<!\\p{sc=Han}))(?:${words.bans})`, 'iu'),
  };
};

const PATTERNS = Object.entries(WORDINGS).map(([language, words]) => ({
  language,
  ...toPatterns(words),
}));

const HOLDS_WORDS = /[\p{L}\p{N}]/u;
/** Chinese puts no word between the request and what it points at. */
const POINTS_ELSEWHERE = /^(?:这个|那个|这|那|它)?[吗呢吧。！!.]*$/u;

const isStatement = (content: string): boolean =>
  HOLDS_WORDS.test(content) && !POINTS_ELSEWHERE.test(content);

const toPlain = (text: string): string => text.replace(/[’‘]/g, "'").replace(/\s/gu, ' ');
