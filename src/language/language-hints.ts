/** How many of a text's words are small words of that language. */
export const countCommonWords = (text: string, language: string): number =>
  countAmong(toTokens(text), language);

const countAmong = (tokens: readonly string[], language: string): number => {
  const known = COMMON_WORDS.get(language);
  return known ? tokens.filter((token) => known.has(token)).length : 0;
};

const toTokens = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];

/** Of the given languages, those that most of the text's common words belong to; all of them where none is found. */
export const narrowByCommonWords = (
  text: string,
  languages: readonly string[],
): readonly string[] => {
  const tokens = toTokens(text);
  const counts = languages.map((code) => countAmong(tokens, code));
  const most = Math.max(0, ...counts);
  return most === 0 ? languages : languages.filter((_, position) => counts[position] === most);
};

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Small words that most sentences of a language hold: by letter statistics alone, one short English question in eight was mistaken. */
const COMMON_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'en',
    words(
      'the of and to is are was were be been being in on for with what which who whom whose how why when where did does do has have had can may must should will would i my we our you your it its that this there from by as at not many much any',
    ),
  ],
  [
    'hu',
    words(
      'a az és is nem egy hogy mi mit mikor hol hány mennyi ki kit milyen melyik miért hogyan meg van volt lesz kell lehet vagy ha csak de el be fel szerint után előtt alatt között jár kapok nekem nekünk ez azt ezt',
    ),
  ],
  [
    'de',
    words(
      'der die das und ist sind war ein eine einen einem nicht mit von zu zum zur im für auf wie was wer wann wo warum welche welcher welches wird werden ich wir sie es hat haben kann darf muss viele viel bei nach aus den dem des',
    ),
  ],
  [
    'fr',
    words(
      'le la les de des du un une et est sont dans pour que qui quoi quel quelle quels quelles combien comment quand où pourquoi ne pas je nous vous il elle sur avec par au aux ce cette a été dois puis peut',
    ),
  ],
  [
    'es',
    words(
      'el la los las de del un una y es son en para que qué quién quiénes cuál cuáles cuánto cuántos cuántas cuándo cómo dónde por con no se yo su sus al lo fue puedo debo tengo hay',
    ),
  ],
  [
    'it',
    words(
      'il lo la i gli le di del della dei un una e è sono in per che chi cosa quale quali quanto quanti quando come dove perché con non si io al alla nel nella da posso devo ho',
    ),
  ],
  [
    'pt',
    words(
      'o a os as de do da dos das um uma e é são em no na para que quem qual quais quanto quantos quando como onde por com não se eu ao foi posso devo tenho',
    ),
  ],
  [
    'nl',
    words(
      'de het een en is zijn van in op voor met wat wie welke hoe hoeveel wanneer waar waarom niet ik wij we je u er te dat die bij naar aan kan mag moet heeft hebben werd',
    ),
  ],
  [
    'sv',
    words(
      'och är en ett att det den som på av för med inte vad vem vilken vilka hur när var varför jag vi du har kan får måste till från om många mycket',
    ),
  ],
  [
    'da',
    words(
      'og er en et at det den som på af for med ikke hvad hvem hvilken hvilke hvor hvornår hvorfor jeg vi du har kan må skal til fra om mange meget',
    ),
  ],
  [
    'no',
    words(
      'og er en et å at det den som på av for med ikke hva hvem hvilken hvilke hvor når hvorfor jeg vi du har kan må skal til fra om mange mye',
    ),
  ],
  [
    'fi',
    words(
      'ja on ei se että mikä mitä kuka missä milloin miksi miten kuinka monta paljon minä me te ovat oli voi pitää kun tai mutta myös',
    ),
  ],
  [
    'ro',
    words(
      'și este sunt un o de la în pe cu pentru care ce cine cât câte câți când cum unde nu se eu noi din al ale a fost pot trebuie',
    ),
  ],
  [
    'tr',
    words(
      've bir bu ne kim nasıl neden nerede kaç hangi için ile mi mı mu mü da de değil var yok olarak gibi ben biz gün daha',
    ),
  ],
  [
    'vi',
    words(
      'là và của các những một có không được cho trong với người nào gì ai đâu khi bao nhiêu như thế này đó đã tại từ vì để bởi',
    ),
  ],
  [
    'pl',
    words(
      'i w na z do jest są nie się co kto jak kiedy gdzie dlaczego ile który która które czy to o po dla od mogę muszę przez',
    ),
  ],
  [
    'cs',
    words(
      'a v na z do je jsou není se co kdo jak kdy kde proč kolik který která které to o po pro od mohu musím že i s k',
    ),
  ],
  [
    'id',
    words(
      'dan yang di ke dari untuk dengan adalah apa siapa kapan mana mengapa bagaimana berapa tidak ini itu saya kami pada oleh',
    ),
  ],
  [
    'ru',
    words(
      'и в во не на я что он с со как это а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще нет о из ему когда где кто какой какая какие сколько почему или если для до мы наш при',
    ),
  ],
  [
    'uk',
    words(
      'і й в у не на я що він з зі як це а то все вона так його але та ти до же ви за би по тільки її мені було від мене ще ні про із йому коли де хто який яка які скільки чому або якщо для ми наш при є',
    ),
  ],
  [
    'bg',
    words(
      'и в във не на аз че той с със как това а то тя така но да ти към у вие за по само ми беше от още няма о из кога къде кой какво каква какви колко защо или ако до ние при са е се като',
    ),
  ],
  [
    'sr',
    words(
      'и у не на ја што он са како то а она тако га али да ти к ви за би по само ми било од још нема о из када где ко шта који која који колико зашто или ако до ми је су се као',
    ),
  ],
]);
