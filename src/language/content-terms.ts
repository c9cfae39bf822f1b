import { analyze } from './analyzer.js';
import { isNegation } from './negations.js';
import { isFunctionWord } from './function-words.js';
import { splitWords } from './split-words.js';

/** The lower-case words of a text that carry its subject matter, in reading order. */
export const contentWords = (text: string, language: string): string[] =>
  splitWords(text).filter((word) => !isEmptyWord(word, language));

/** True for a word that carries no subject matter in the language; never where the language has no list. */
const isEmptyWord = (word: string, language: string): boolean =>
  EMPTY_WORDS.get(language)?.has(word) ??
  (isFunctionWord(word, [language]) && !isNegation(word, language));

/** The analyzer's distinct terms for the content words: what two wordings of one fact share. */
export const contentTerms = (text: string, language: string): Set<string> =>
  new Set(contentWords(text, language).flatMap((word) => analyze(word, { languages: [language] })));

/** How many of a text's words are small words of the language: a hint at what it is written in. */
export const countEmptyWords = (text: string, language: string): number =>
  splitWords(text).filter((word) => isEmptyWord(word, language)).length;

const list = (words: string): string[] => words.split(/\s+/).filter((word) => word !== '');

/** Words that say nothing about a subject: articles, pronouns, auxiliaries, question words, politeness. Negations are no part: they say much. */
const EMPTY_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    en: `a an the of and or to is are was were be been being am in on at for from with by as into onto about over under than then
      that this these those there here it its it's they them their he she his her him we us our you your i me my mine yours
      what which who whom whose how why when where do does did done has have had can could may might must should shall will would
      if so but also just only very more most much many any some each every all both please tell say says said give show let
      per via up out off s t d ll re ve according`,
    hu: `a az egy és s is vagy ha de hogy mint meg el ki be le fel át ez azt ezt az ezek azok ennek annak ehhez ahhoz erre arra
      ebben abban erről arról ezzel azzal itt ott így úgy én te ő mi ti ők engem téged őt minket nekem neked neki nekünk
      mit mik ki kit kik kinek mi miért mikor hol hova honnan hogyan mennyi mennyit hány hányszor melyik milyen
      van vannak volt voltak lesz lesznek legyen lehet kell kellett fog csak már még majd szerint kérlek kérem mondd mondja pedig
      minden után előtt alatt között által való illetve vajon e`,
    de: `der die das den dem des ein eine einen einem einer eines und oder ist sind war waren sein wird werden wurde wurden im in
      am an auf aus bei beim für gegen mit nach von vom vor zu zum zur über unter um durch als wie wenn ob dass daß weil denn
      ich du er sie es wir ihr mich dich sich uns euch ihm ihn ihnen mein dein unser euer ihre ihren sein seine dieser diese
      dieses diesen diesem jener was wer wen wem wo wann warum wieso welche welcher welches welchen wieviel viel viele
      hat haben hatte kann können darf dürfen muss müssen soll sollen auch nur noch schon sehr bitte man so hier dort pro`,
    fr: `le la les l un une des du de d et ou est sont était étaient être a à au aux en dans sur sous par pour avec entre chez
      que qu qui quoi dont où quand comment pourquoi combien quel quelle quels quelles ce cet cette ces c ça cela il elle ils elles
      on nous vous je j tu me m te t se s leur leurs lui son sa ses mon ma mes ton ta tes notre votre nos vos y si mais donc car
      ont avoir peut peuvent doit doivent fait faire plus très aussi comme chaque tout tous toute toutes selon été`,
    es: `el la los las lo un una unos unas de del y e o u es son era eran ser está están estar en con por para a al sobre entre
      que qué quien quién quiénes cual cuál cuáles cuando cuándo como cómo donde dónde cuánto cuánta cuántos cuántas porque
      se su sus le les me te nos mi mis tu tus nuestro nuestra este esta estos estas ese esa esos esas esto eso él ella ellos ellas yo
      ha han hay haber puede pueden debe deben si pero más muy también cada todo todos toda todas según fue fueron`,
    vi: `là và của các những một thì mà ở tại trong ngoài trên dưới với cho từ đến về theo bởi do vì nên nếu để được bị có sẽ đã đang
      này kia đó đây ấy nào gì ai đâu sao khi bao nhiêu mấy thế như tôi bạn anh chị em chúng ta họ nó mình hãy xin vui lòng
      cũng rất hơn nhất mỗi mọi cả hoặc hay rằng vậy à ạ ư nhé cái`,
    zh: `的 了 是 在 和 与 及 或 也 都 就 而 但 但是 如果 因为 所以 我 你 您 他 她 它 我们 你们 他们 她们 它们 这 那 这个 那个 这些 那些
      这里 那里 什么 怎么 怎样 如何 为什么 哪 哪里 哪些 哪个 谁 几 多少 吗 呢 吧 啊 呀 把 被 让 给 对 对于 关于 从 到 向 由 为 为了 以 于
      有 会 能 能够 可以 可 应 应该 必须 要 请 请问 个 之 其 一个 每 每个 上 下 中 里 很 更 最 还 又 再 着 过 地 得 等 并 并且 是否`,
  }).map(([language, words]) => [language, new Set(list(words))]),
);

export const CONTENT_LANGUAGES: readonly string[] = [...EMPTY_WORDS.keys()];
