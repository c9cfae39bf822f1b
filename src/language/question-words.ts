export type QuestionWords = {
  /** Words that point back to something said before. */
  references: ReadonlySet<string>;
  /** Openings of a question that goes on with the last one. */
  continuations: readonly string[];
  /** Words that make a text a question or a request, not a list of keywords. */
  interrogatives: ReadonlySet<string>;
  conjunctions: ReadonlySet<string>;
};

/** Empty lists for a language without one, under which nothing is taken for a reference. */
const NONE: QuestionWords = {
  references: new Set(),
  continuations: [],
  interrogatives: new Set(),
  conjunctions: new Set(),
};

export const questionWordsOf = (language: string): QuestionWords =>
  BY_LANGUAGE.get(language) ?? NONE;

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const en: QuestionWords = {
  references: list(
    'it its they them their theirs he him his she her that this these those there same former latter previous above aforementioned such ones',
  ),
  continuations: [
    'and',
    'what about',
    'how about',
    'what else',
    'anything else',
    'also',
    'then',
    'why',
    'why not',
    'since when',
    'until when',
    'more',
  ],
  interrogatives: list(
    'what which who whom whose how why when where is are was were do does did can could may should must will would has have tell explain list show give describe summarize summarise compare find calculate remember',
  ),
  conjunctions: list('and or but versus vs as well plus'),
};

const hu: QuestionWords = {
  references: list(
    'azt ezt annak ennek azok ezek azokat ezeket arra erre arról erről abban ebben abból ebből attól ettől azzal ezzal ezzel azért ezért ahhoz ehhez nála neki nekik tőle róla benne belőle vele ő őt ők őket ott itt oda ide onnan ugyanaz ugyanez ugyanazt ugyanezt ugyanott az-e előbbi előző fenti említett ilyen olyan övé',
  ),
  continuations: [
    'és',
    'na és',
    'mi van',
    'mi a helyzet',
    'illetve',
    'miért',
    'miért nem',
    'mióta',
    'meddig',
    'akkor',
    'továbbá',
    'még',
  ],
  interrogatives: list(
    'mi mit ki kit kinek mikor hol hova honnan hogyan hogy miért mennyi mennyit hány hányszor melyik milyen kell lehet van vannak szabad tudsz mondd mutasd sorold magyarázd foglald hasonlítsd számold keresd jegyezd kérlek jár kapok',
  ),
  conjunctions: list('és vagy valamint illetve de meg'),
};

const de: QuestionWords = {
  references: list(
    'er ihn ihm es ihnen dies dieser diese dieses diesen diesem jener davon dafür dazu damit daran darauf darüber daraus dabei dort derselbe dieselbe dasselbe obige vorherige letztere deren dessen',
  ),
  continuations: [
    'und',
    'was ist mit',
    'wie steht es mit',
    'warum',
    'warum nicht',
    'auch',
    'seit wann',
    'bis wann',
    'dann',
    'sonst noch',
  ],
  interrogatives: list(
    'was wer wen wem wie wo wann warum wieso welche welcher welches wieviel viele ist sind kann darf muss soll gibt hat haben erkläre erklären nenne zeige vergleiche beschreibe fasse berechne finde',
  ),
  conjunctions: list('und oder sowie aber'),
};

const fr: QuestionWords = {
  references: list(
    'il elle ils elles lui leur leurs y en celui celle ceux celles cela ça ceci ce cet cette ces même précédent précédente dernier là',
  ),
  continuations: [
    'et',
    'et pour',
    'qu en est il',
    'pourquoi',
    'aussi',
    'depuis quand',
    'alors',
    'sinon',
  ],
  interrogatives: list(
    'que quoi qui quel quelle quels quelles comment combien quand où pourquoi est sont peut peux puis dois doit faut explique expliquez liste montre compare résume calcule trouve',
  ),
  conjunctions: list('et ou ainsi mais'),
};

const es: QuestionWords = {
  references: list(
    'él ella ellos ellas lo le les eso esto esos esas este esta estos estas ese esa aquello mismo misma anterior allí ahí dicho dicha su sus',
  ),
  continuations: [
    'y',
    'qué hay de',
    'qué tal',
    'por qué',
    'también',
    'desde cuándo',
    'entonces',
    'además',
  ],
  interrogatives: list(
    'qué quién cuál cuáles cuándo cuánto cuánta cuántos cuántas cómo dónde por es son puedo puede debo debe hay explica explique lista muestra compara resume calcula busca',
  ),
  conjunctions: list('y e o u pero además'),
};

const vi: QuestionWords = {
  references: list('nó họ này đó ấy kia đấy trên vậy thế'),
  continuations: ['còn', 'thế còn', 'vậy còn', 'và', 'tại sao', 'vì sao', 'từ khi nào', 'ngoài ra'],
  interrogatives: list(
    'gì ai nào đâu sao khi bao nhiêu mấy thế không là có được phải hãy giải thích liệt kê so sánh tóm tắt tính tìm cho',
  ),
  conjunctions: list('và hoặc hay nhưng cùng với'),
};

const zh: QuestionWords = {
  references: list(
    '它 他 她 它们 他们 她们 这 那 这个 那个 这些 那些 这样 那样 这里 那里 那边 其 该 上述 前者 后者 同样 刚才',
  ),
  continuations: ['那么', '那', '还有', '另外', '为什么', '然后'],
  interrogatives: list(
    '什么 怎么 怎样 如何 为什么 哪 哪里 哪些 哪个 谁 几 多少 吗 呢 是 是否 能 可以 有 请 请问 需要 解释 列出 比较 总结 计算 查找 多久 何时',
  ),
  conjunctions: list('和 与 及 或 或者 以及 还是 但是 并且'),
};

const BY_LANGUAGE: ReadonlyMap<string, QuestionWords> = new Map(
  Object.entries({ en, hu, de, fr, es, vi, zh }),
);

export const allQuestionWords: readonly QuestionWords[] = [...BY_LANGUAGE.values()];
