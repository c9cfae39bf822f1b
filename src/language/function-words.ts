/**
 * Words that ask and link rather than say, as they are written, in lower case. They are indexed and searched like any
 * other; only the evidence rule listens. A language without a list is judged by document frequency alone.
 */
const lists: Readonly<Record<string, string>> = {
  de: `aber als am an auch auf aus bei bin bis bitte das dass dein dem den denn der des die dies diese dieser doch du
    durch ein eine einem einen einer eines er es für gibt habe haben hat hatte ich ihr im in ist ja kann kannst kein keine
    können man mein meine mich mir mit muss müssen nach nicht noch nur ob oder sein seine sich sie sind so soll sollte über
    um und uns unser unsere unter viel viele vom von vor wann war waren warum was welche welchem welchen welcher welches
    wem wen wenn wer werde werden wie wieso wieviel wieviele wir wird wo wohin wurde wurden zu zum zur`,
  en: `a about am an and any are as at be been being but by can could d did do does don for from get gets give given
    had has have he her him his how i if in into is it its ll m many may me might much must my no not of on or our
    please re s shall she should so some t tell than that the their them then there these they this those to up us ve
    was we were what when where which who whom whose why will with would you your`,
  es: `a al algún como cómo con cual cuál cuáles cuando cuándo cuanta cuánta cuántas cuanto cuánto cuántos de del desde
    donde dónde el ella ellos en entre era es esa ese eso esta está este esto fue fueron ha hacer han hasta hay la las le
    les lo los más me mi mis no nos o para pero por porque puede puedo qué que quien quién quiénes se ser si sí sin sobre
    son su sus te tengo tiene tu un una unas uno unos y ya yo`,
  fr: `à au aux avec c ce ces cet cette combien comme comment d dans de des dont du elle en es est et été être il ils j
    je l la le les leur lui m ma mais me mes mon n ne nous on ont ou où par pas pour pourquoi puis qu quand que quel
    quelle quelles quels qui quoi s sa se ses si son sont sur ta te tes toi ton tu un une vos votre vous y`,
  hu: `a ahhoz akkor aki ami az be csak de e egy el én és ez ezek fel ha hány hanyadik hogy hogyan hol honnan hová
    hova igen ilyen is itt ki kik kit kinek le lehet lesz majd már meddig meg mely melyek melyik mennyi mennyit mi
    mikor mikortól miért mik milyen mint mit mivel nekem nem neki nincs ő ők ott össze s se sem szerint te után vagy
    vagyok van vannak volt voltak`,
  it: `a ad ai al alla alle anche c che chi ci come con cosa cui da dal dalla dei del della delle di do dove e è ed era
    fra gli ha hanno ho i il in io l la le lo loro ma mi mio ne nei nel nella non o per perché più può qual quale quali
    quando quanta quante quanti quanto questa questo se si sono su sua sul sulla suo ti tra tu un una uno`,
  nl: `aan al als ben bij dan dat de deze die dit door een en er geen had hebben heb heeft het hij hoe hoeveel ik in is
    ja je jij kan kun kunnen me met mij mijn moet moeten na naar niet nog of om onder ons onze ook op over te tot uit van
    veel voor waar waarom wanneer waren was wat we welk welke werd wie wij worden wordt ze zich zij zijn zo zou`,
  pl: `a ale bo by być był była były czy co czego czemu dla do gdzie i ich ile ilu ja jak jaka jaki jakie jakiej jakich
    jako jakim jest jestem jej jego już kiedy kim kogo komu kto która które którego której którym który których lub ma mam
    mi mnie może mój na nad nie niż o od oraz po pod przez przy się są ta tak tam te tego tej ten to tu w we z za ze że`,
  pt: `à ao aos as até com como da das de dela dele do dos e é ela ele eles em entre era está este esta eu foi foram há
    isso isto já lhe mais mas me meu minha na não nas no nos nós o onde os ou para pela pelo por porque posso qual quais
    quando quanta quantas quanto quantos que quê quem se sem ser seu sua são só também te tem tenho um uma uns você`,
  ru: `а без бы был была были было быть в вам вас во вот вы где да для до его ее её ей если есть еще ещё же за и из или
    им их к как какая какие каким каких какого какой каком какую когда кого кому которая которого которой которые который
    которых кто куда ли меня мне можно мой моя мы на над надо нам нас не него нет ни но ну о об он она они от по под почему
    при с сколько со так там то тоже только ты у уже чего чей чем что чтобы эта эти это этот я`,
  sv: `alla att av blev bli de dem den denna det detta din du där efter eller en er ett finns får från för ha hade han
    har hur i in inte jag kan man med men mig min mot mycket många måste ni nu när och om oss på sig sin ska som till
    under upp ut vad var varför vart vem vems vi vid vilka vilken vilket vill är`,
  tr: `ama ben bir biz bu da daha de değil diye gibi hangi hangisi hem için ile kaç kadar ki kim kime kimin mı mi mu mü
    nasıl ne neden nedir nerede nereye niçin niye o olan olarak olduğu olur sen şu ve veya var ya yok`,
  zh: `一个 了 为 为什么 么 也 什么 他 他们 会 你 你们 几 和 哪 哪些 哪个 哪里 在 多 多久 多少 她 如何 就 并 应该 怎么 怎样 我
    我们 是 是否 有 有没有 请 请问 谁 这 这个 那 那个 都 里 能 与 的 可以 吗 呢 个`,
};

const sets: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(lists).map(([language, words]) => [language, new Set(words.trim().split(/\s+/))]),
);

export const isFunctionWord = (word: string, languages: readonly string[]): boolean =>
  languages.some((language) => sets.get(language)?.has(word) === true);
