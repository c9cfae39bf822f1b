/** The words of each list, by language. */
export const toWordSets = (
  lists: Readonly<Record<string, string>>,
): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    Object.entries(lists).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
  );

/** Each word of a list with its number; the forms of one word stand side by side, parted by a slash. */
export const numbered = (list: string, first = 1, step = 1): [string, number][] =>
  list
    .split(/\s+/)
    .flatMap((forms, position) =>
      forms.split('/').map((form): [string, number] => [form, first + position * step]),
    )
    .filter(([form]) => form !== '');

/**
 * Words that ask and link rather than say, as they are written, in lower case. They are indexed and searched like any
 * other; only the evidence rule listens. "What does it cost" asks for a price, which is written without the word. A language without a list is judged by document frequency alone.
 */
export const FUNCTION_WORDS = toWordSets({
  de: `aber als am an auch auf aus bei bin bis bitte das dass dein dem den denn der des die dies diese dieser doch du
    durch ein eine einem einen einer eines er es für gibt habe haben hat hatte ich ihr im in ist ja kann kannst kein keine
    können man mein meine mich mir mit muss müssen nach nicht noch nur ob oder sein seine sich sie sind so soll sollte über
    um und uns unser unsere unter viel viele vom von vor wann war waren warum was welche welchem welchen welcher welches
    wem wen wenn wer werde werden wie wieso wieviel wieviele wir wird wo wohin wurde wurden zu zum zur bedeutet heißt nennt genannt passiert geschieht lange oft unterschied zwischen vergleiche erkläre beschreibe
    genau eigentlich darf dürfen braucht brauche benötigt benötige gilt gelten machen macht tun tut schon mal geben dabei dafür dazu damit eigenen wäre hätte sollen wollen will möchte mehr sehr alle alles nenne zeige kostet kosten meinem meinen meiner meines deine deinen deinem seinem seinen seiner ihre ihren ihrem ihrer innerhalb welch lasse lassen lässt wofür womit wozu worin woran`,
  en: `a about am an and any are as at be been being but by can could d did do does don for from get gets give given
    had has have he her him his how i if in into is it its ll m many may me might much must my no not of on or our
    please re s shall she should so some t tell than that the their them then there these they this those to up us ve
    was we were what when where which who whom whose why will with would you your happen happens happened mean means meant called long often difference between compare explain describe within
    actually also exactly just kind sort use used using need needs needed want way like else ever else still already several both each done doing make makes made take takes took say says said here too very more most only other one ones name show list whether while during until upon because cost costs know knows offer offers kinds types ways method methods wherever whoever
    aren couldn didn doesn hadn hasn isn mustn needn shouldn wasn weren wouldn arent cannot cant couldnt didnt doesnt dont hadnt hasnt havent isnt shouldnt thats wasnt werent whats wheres whos wont wouldnt`,
  es: `a al algún como cómo con cual cuál cuáles cuando cuándo cuanta cuánta cuántas cuanto cuánto cuántos de del desde
    donde dónde el ella ellos en entre era es esa ese eso esta está este esto fue fueron ha hacer han hasta hay la las le
    les lo los más me mi mis no nos o para pero por porque puede puedo qué que quien quién quiénes se ser si sí sin sobre
    son su sus te tengo tiene tu un una unas uno unos y ya yo significa llama llaman ocurre pasa diferencia entre
    exactamente hace debe deben pueden tienen cada todo todos toda todas también muy estas estos estar están será ante según dura cuesta cuestan vale valen`,
  fr: `à au aux avec c ce ces cet cette combien comme comment d dans de des dont du elle en es est et été être il ils j
    je l la le les leur lui m ma mais me mes mon n ne nous on ont ou où par pas pour pourquoi puis qu quand que quel
    quelle quelles quels qui quoi s sa se ses si son sont sur ta te tes toi ton tu un une vos votre vous y signifie appelle appelé passe longtemps différence entre
    exactement faire fait faut doit doivent peut peuvent peux avoir a-t cela ça plus très tout tous toute toutes aussi leurs notre lors chez sera seront donc ainsi selon coûte coûtent`,
  hu: `a ahhoz akkor aki ami az be csak de e egy el én és ez ezek fel ha hány hanyadik hogy hogyan hol honnan hová
    hova igen ilyen is itt ki kik kit kinek le lehet lesz majd már meddig meg mely melyek melyik mennyi mennyit mi
    mikor mikortól miért mik milyen mint mit mivel nekem nem neki nincs ő ők ott össze s se sem szerint te után vagy
    vagyok van vannak volt voltak jelent jelenti hívják nevezik történik különbség között között sokáig gyakran
    pontosan kell kellene szabad tud tudom tudok milyenek milyeneket mennyien ebben abban erre arra ezt azt ezért azért olyan úgy így kapok kap jár általában egyáltalán mióta kerül kerülnek mennyibe lehetnek milyenre hányat kaphatok kaphatunk`,
  it: `a ad ai al alla alle anche c che chi ci come con cosa cui da dal dalla dei del della delle di do dove e è ed era
    fra gli ha hanno ho i il in io l la le lo loro ma mi mio ne nei nel nella non o per perché più può qual quale quali
    quando quanta quante quanti quanto questa questo se si sono su sua sul sulla suo ti tra tu un una uno significa chiama succede differenza costa costano`,
  nl: `aan al als ben bij dan dat de deze die dit door een en er geen had hebben heb heeft het hij hoe hoeveel ik in is
    ja je jij kan kun kunnen me met mij mijn moet moeten na naar niet nog of om onder ons onze ook op over te tot uit van
    veel voor waar waarom wanneer waren was wat we welk welke werd wie wij worden wordt ze zich zij zijn zo zou kost kosten`,
  pl: `a ale bo by być był była były czy co czego czemu dla do gdzie i ich ile ilu ja jak jaka jaki jakie jakiej jakich
    jako jakim jest jestem jej jego już kiedy kim kogo komu kto która które którego której którym który których lub ma mam
    mi mnie może mój na nad nie niż o od oraz po pod przez przy się są ta tak tam te tego tej ten to tu w we z za ze że kosztuje kosztują`,
  pt: `à ao aos as até com como da das de dela dele do dos e é ela ele eles em entre era está este esta eu foi foram há
    isso isto já lhe mais mas me meu minha na não nas no nos nós o onde os ou para pela pelo por porque posso qual quais
    quando quanta quantas quanto quantos que quê quem se sem ser seu sua são só também te tem tenho um uma uns você custa custam`,
  ru: `а без бы был была были было быть в вам вас во вот вы где да для до его ее её ей если есть еще ещё же за и из или
    им их к как какая какие каким каких какого какой каком какую когда кого кому которая которого которой которые который
    которых кто куда ли меня мне можно мой моя мы на над надо нам нас не него нет ни но ну о об он она они от по под почему
    при с сколько со так там то тоже только ты у уже чего чей чем что чтобы эта эти это этот я означает значит называется называют происходит разница между долго часто
    именно нужно должен должна должны является являются такое такой каков какова каковы этого этой сейчас очень всё все всех также стоит стоят кем чём нужна нужны`,
  sv: `alla att av blev bli de dem den denna det detta din du där efter eller en er ett finns får från för ha hade han
    har hur i in inte jag kan man med men mig min mot mycket många måste ni nu när och om oss på sig sin ska som till
    under upp ut vad var varför vart vem vems vi vid vilka vilken vilket vill är kostar kosta`,
  tr: `ama ben bir biz bu da daha de değil diye gibi hangi hangisi hem için ile kaç kadar ki kim kime kimin mı mi mu mü
    nasıl ne neden nedir nerede nereye niçin niye o olan olarak olduğu olur sen şu ve veya var ya yok
    zaman zamanda kimdir kimler kimi kimden kiminle kimlerin kimlere kimleri kimlerden kimde neyi neye neyin neyle neler nelerdir neleri
    nelere neyden nedenle nedendir nereyi neresi neresinde nerededir nereden neredendir nereler nerelerde nerelere nasıldır niçindir
    hangileri hangisidir hangilerini hangisini kaçtır kaçıncı kaça kaçta kadardır kadarı mıdır midir mudur müdür vardır yoktur oldu olmuş
    olmuştur olduğunu olmak olup olmaktadır tarafından arasında arasındaki üzerinde üzerine içinde şekilde bunu bunun buna şunu onun onu ona
    onlar ise ancak hiç her çok en itibaren denir denilir denmektedir in ın un ün nin nın nun nün yi yı yu yü ye te ta den dan ten tan nda
    nde ndan nden na ler lar li lı lu lü`,
  ar: `ما ماذا من متى أين كيف لماذا كم أي هل هو هي في على إلى عن مع أن التي الذي هذا هذه كان كانت و أو يتم تم
    ماهي ماهو ماهى هى هم هما هن انا نحن اين بماذا لماذ لما بم بمن لمن ممن عما عمن فيم فيما إلام علام لأي بأي أية أيهما كيفية اى اللتي اللتان
    الذين اللاتي اللواتي اللذان تلك ذلك هؤلاء هناك هنا به بها له لها لهم منه منها فيه فيها عنه عنها عليه عليها إليه إليها معه بين عند عندما
    حتى منذ خلال حول ثم أم لكن بل قد لقد لم لن لا ليس ليست إن إنه أنه أنها إذا إذ كل بعض غير أيضا كما مثل يكون تكون كانوا يوجد توجد وما ومن
    ومتى وأين وكيف وكم وهل وهو وهي وفي وعلى تمت سمي سميت يسمى تسمى يطلق`,
  el: `τι ποιος ποια ποιο ποιοι πότε πού πώς γιατί πόσο πόσα πόσοι πόσες είναι ήταν έχει το ο η οι τα του της των τον την και να σε στο
    στη στην με για από που`,
  hi: `क्या कौन कब कहाँ कैसे क्यों कितना कितने कितनी है हैं था थे थी का की के को में से पर और ने किस किसे या कि`,
  ja: `何 何と 何が 何を 何に 何で 誰 いつ どこ どの どう なぜ いくつ いくら どれ どれくらい どのくらい どんな です ます か は が を に の
    と で へ から まで も て た だ する し れ れる ば さ こと もの ください ある いる あり い 呼 呼び
    ありま すか でき す いい よい って くだ さい け しな なり ま せん しょう した しま いま という どちら 教え え よう`,
  ko: `무엇 무엇입니까 무엇인가요 누구 언제 어디 어디서 어떻게 왜 얼마 얼마나 몇 어떤 어느 있습니까 있나요 입니까 인가요 합니까 하나요 되나요 수 있는
    및 는 은 이 가 을 를 에 의
    무엇인가 무엇을 무엇이 무엇으로 무엇에 무엇이라고 뭐 뭐라고 무슨 누구인가 누구에게 누구의 누구를 누구와 누가 언제인가 언제부터 언제까지
    어디인가 어디로 어디에 어디에서 어디의 어디를 어디까지 얼마인가 얼마의 어떠한 것은 것을 것이 것으로 있는가 하는가 되는가 된 되는 있던
    있었던 있다고 하는 한 했던 하기 하여 위해 위한 대해 대한 의해 의한 때 때문에 그 저 등 중 또는 그리고 에서 라고 불리는 부르는`,
  ro: `a ai al ale am ar au ca care ce cine cât câtă câte câți când cu cum de din după e este eu fi fost în între la le mai pe pentru prin s
    să se sunt și un unde unei unui o or pot`,
  th: `อะไร ใคร เมื่อไหร่ เมื่อไร เมื่อใด ที่ไหน อย่างไร ทำไม เท่าไหร่ เท่าไร เท่าใด กี่ ใด ไหน คือ เป็น ที่ ของ ใน และ มี ได้ ให้ กับ จาก โดย ว่า
    การ หรือ จะ ถูก`,
  vi: `là và của các những một có được cho trong với người nào gì ai đâu khi bao nhiêu lâu mấy như thế sao này đó đã tại từ vì để bởi về ở
    mà thì bị sẽ đang nghĩa gọi cần phải`,
  zh: `一个 了 为 为什么 么 也 什么 他 他们 会 你 你们 几 和 哪 哪些 哪个 哪里 在 多 多久 多少 她 如何 就 并 应该 怎么 怎样 我
    我们 是 是否 有 有没有 请 请问 谁 这 这个 那 那个 都 里 能 与 的 可以 吗 呢 个 多少钱 多大 多长 几点 何时 谁的
    哪一 哪一个 哪一年 哪位 哪种 哪儿 哪边 哪年 什么时候 什么样 甚么 何 何年 何处 何地 何人 何种 为何 几个 几年 几岁 几位 几月 第几 是谁 叫
    叫做 称 称为 被 把 从 到 对 给 以 于 及 其 其中 所 之 而 且 但 因 因为 由 由于 所以 以及 还 还有 又 已 已经 曾 曾经 将 要 只 最 更 很 每
    各 该 此 某 这些 那些 它 它们 她们 自己 是在 的是 都是 中 上 下 时 时候 后 之后 前 之前 当 当时 什麼 甚麼 為什麼 為甚麼 哪裡 哪個 哪種
    哪邊 誰 是誰 幾 幾個 幾年 第幾 多長 多遠 為 為何 為了 嗎 個 這 這個 這些 裡 並 應該 怎麼 怎樣 我們 你們 他們 請 請問 何處 何時 由於 還
    還有 於 與 因為 後 之後 對 從 將 會 稱 稱為 什麼時候 時 時候 當 當時 當中 曾於`,
});

/** Words that say nothing about a subject: articles, pronouns, auxiliaries, question words, politeness. Negations are no part: they say much. */
export const EMPTY_WORDS = toWordSets({
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
});

/** Words that negate a statement. Prohibitions count as one negation: "is forbidden" says "is not allowed". */
export const NEGATIONS = toWordSets({
  en: 'not no none never neither nor nobody nothing nowhere without cannot forbidden prohibited prohibits forbids forbid prohibit unless except',
  hu: 'nem ne sem se nincs nincsen nincsenek sincs soha sose sehol semmi senki semmilyen nélkül tilos tiltott kivéve',
  de: 'nicht kein keine keinen keinem keiner keines nie niemals niemand nichts nirgends ohne weder verboten untersagt außer',
  // "ne … pas" is one negation; "ne" alone is left out, so that the pair counts once.
  fr: 'pas jamais aucun aucune rien personne nul nulle sans ni interdit interdite non sauf',
  es: 'no nunca jamás ningún ninguna ninguno nada nadie sin ni tampoco prohibido prohibida salvo excepto',
  vi: 'không chưa chẳng chả đừng cấm',
  it: 'non no mai nessun nessuno nessuna niente nulla senza né vietato',
  pt: 'não nunca jamais nenhum nenhuma nada ninguém sem nem proibido',
  nl: 'niet geen nooit niemand niets zonder verboden',
  ru: 'не нет ни никогда никто ничто ничего без нельзя запрещено запрещён запрещен запрещена запрещены кроме',
  sv: 'inte ej ingen inget inga aldrig utan förbjudet',
  tr: 'değil yok hiç asla hayır yasak yasaktır değildir yoktur',
  pl: 'nie bez nigdy nikt nic żaden żadna żadne ani zabronione zabroniony brak oprócz',
  cs: 'ne není nejsou nesmí nesmějí nemůže nemohou nelze nemá nemají nebude nebyl bez nikdy nikdo nic žádný žádná žádné ani zakázáno kromě',
  da: 'ikke ej ingen intet aldrig uden hverken forbudt undtagen',
  no: 'ikke ingen intet ingenting aldri uten verken forbudt unntatt',
  fi: 'ei en et emme ette eivät eikä älä älkää ilman koskaan kielletty paitsi',
  ro: 'nu fără niciodată nimeni nimic niciun nicio nici interzis',
  id: 'tidak bukan jangan tanpa belum tak dilarang kecuali',
  uk: 'не ні немає нема без ніколи ніхто нічого заборонено крім',
  bg: 'не няма без никога никой нищо нито забранено освен',
  sr: 'не није нису нема без никада нико ништа забрањено осим',
  el: 'δεν δε μην μη όχι χωρίς ποτέ κανείς κανένας τίποτα απαγορεύεται εκτός',
  ar: 'لا لم لن ليس ليست غير بدون دون ممنوع يمنع محظور يحظر إلا',
  he: 'לא אין אינו אינה אינם בלי ללא אסור',
  hi: 'नहीं न मत बिना कभी निषिद्ध वर्जित',
});

/** Small words that most sentences of a language hold: by letter statistics alone, one short English question in eight was mistaken. */
export const COMMON_WORDS = toWordSets({
  en: 'the of and to is are was were be been being in on for with what which who whom whose how why when where did does do has have had can may must should will would i my we our you your it its that this there from by as at not many much any',
  hu: 'a az és is nem egy hogy mi mit mikor hol hány mennyi ki kit milyen melyik miért hogyan meg van volt lesz kell lehet vagy ha csak de el be fel szerint után előtt alatt között jár kapok nekem nekünk ez azt ezt',
  de: 'der die das und ist sind war ein eine einen einem nicht mit von zu zum zur im für auf wie was wer wann wo warum welche welcher welches wird werden ich wir sie es hat haben kann darf muss viele viel bei nach aus den dem des',
  fr: 'le la les de des du un une et est sont dans pour que qui quoi quel quelle quels quelles combien comment quand où pourquoi ne pas je nous vous il elle sur avec par au aux ce cette a été dois puis peut',
  es: 'el la los las de del un una y es son en para que qué quién quiénes cuál cuáles cuánto cuántos cuántas cuándo cómo dónde por con no se yo su sus al lo fue puedo debo tengo hay',
  it: 'il lo la i gli le di del della dei un una e è sono in per che chi cosa quale quali quanto quanti quando come dove perché con non si io al alla nel nella da posso devo ho',
  pt: 'o a os as de do da dos das um uma e é são em no na para que quem qual quais quanto quantos quando como onde por com não se eu ao foi posso devo tenho',
  nl: 'de het een en is zijn van in op voor met wat wie welke hoe hoeveel wanneer waar waarom niet ik wij we je u er te dat die bij naar aan kan mag moet heeft hebben werd',
  sv: 'och är en ett att det den som på av för med inte vad vem vilken vilka hur när var varför jag vi du har kan får måste till från om många mycket',
  da: 'og er en et at det den som på af for med ikke hvad hvem hvilken hvilke hvor hvornår hvorfor jeg vi du har kan må skal til fra om mange meget',
  no: 'og er en et å at det den som på av for med ikke hva hvem hvilken hvilke hvor når hvorfor jeg vi du har kan må skal til fra om mange mye',
  fi: 'ja on ei se että mikä mitä kuka missä milloin miksi miten kuinka monta paljon minä me te ovat oli voi pitää kun tai mutta myös',
  ro: 'și este sunt un o de la în pe cu pentru care ce cine cât câte câți când cum unde nu se eu noi din al ale a fost pot trebuie',
  tr: 've bir bu ne kim nasıl neden nerede kaç hangi için ile mi mı mu mü da de değil var yok olarak gibi ben biz gün daha',
  vi: 'là và của các những một có không được cho trong với người nào gì ai đâu khi bao nhiêu như thế này đó đã tại từ vì để bởi',
  pl: 'i w na z do jest są nie się co kto jak kiedy gdzie dlaczego ile który która które czy to o po dla od mogę muszę przez',
  cs: 'a v na z do je jsou není se co kdo jak kdy kde proč kolik který která které to o po pro od mohu musím že i s k',
  id: 'dan yang di ke dari untuk dengan adalah apa siapa kapan mana mengapa bagaimana berapa tidak ini itu saya kami pada oleh',
  ru: 'и в во не на я что он с со как это а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще нет о из ему когда где кто какой какая какие сколько почему или если для до мы наш при',
  uk: 'і й в у не на я що він з зі як це а то все вона так його але та ти до же ви за би по тільки її мені було від мене ще ні про із йому коли де хто який яка які скільки чому або якщо для ми наш при є',
  bg: 'и в във не на аз че той с със как това а то тя така но да ти към у вие за по само ми беше от още няма о из кога къде кой какво каква какви колко защо или ако до ние при са е се като',
  sr: 'и у не на ја што он са како то а она тако га али да ти к ви за би по само ми било од још нема о из када где ко шта који која који колико зашто или ако до ми је су се као',
});

/** Words that point back to something said before. */
export const REFERENCES = toWordSets({
  en: 'it its they them their theirs he him his she her that this these those there same former latter previous above aforementioned such ones',
  hu: 'azt ezt annak ennek azok ezek azokat ezeket arra erre arról erről abban ebben abból ebből attól ettől azzal ezzal ezzel azért ezért ahhoz ehhez nála neki nekik tőle róla benne belőle vele ő őt ők őket ott itt oda ide onnan ugyanaz ugyanez ugyanazt ugyanezt ugyanott az-e előbbi előző fenti említett ilyen olyan övé',
  de: 'er ihn ihm es ihnen dies dieser diese dieses diesen diesem jener davon dafür dazu damit daran darauf darüber daraus dabei dort derselbe dieselbe dasselbe obige vorherige letztere deren dessen',
  fr: 'il elle ils elles lui leur leurs y en celui celle ceux celles cela ça ceci ce cet cette ces même précédent précédente dernier là',
  es: 'él ella ellos ellas lo le les eso esto esos esas este esta estos estas ese esa aquello mismo misma anterior allí ahí dicho dicha su sus',
  vi: 'nó họ này đó ấy kia đấy trên vậy thế',
  zh: '它 他 她 它们 他们 她们 这 那 这个 那个 这些 那些 这样 那样 这里 那里 那边 其 该 上述 前者 后者 同样 刚才',
});

/** Openings of a question that goes on with the last one. */
export const CONTINUATIONS: Readonly<Record<string, string>> = {
  en: 'and|what about|how about|what else|anything else|also|then|why|why not|since when|until when|more',
  hu: 'és|na és|mi van|mi a helyzet|illetve|miért|miért nem|mióta|meddig|akkor|továbbá|még',
  de: 'und|was ist mit|wie steht es mit|warum|warum nicht|auch|seit wann|bis wann|dann|sonst noch',
  fr: 'et|et pour|qu en est il|pourquoi|aussi|depuis quand|alors|sinon',
  es: 'y|qué hay de|qué tal|por qué|también|desde cuándo|entonces|además',
  vi: 'còn|thế còn|vậy còn|và|tại sao|vì sao|từ khi nào|ngoài ra',
  zh: '那么|那|还有|另外|为什么|然后',
};

/** Words that make a text a question or a request, not a list of keywords. */
export const INTERROGATIVES = toWordSets({
  en: 'what which who whom whose how why when where is are was were do does did can could may should must will would has have tell explain list show give describe summarize summarise compare find calculate remember',
  hu: 'mi mit ki kit kinek mikor hol hova honnan hogyan hogy miért mennyi mennyit hány hányszor melyik milyen kell lehet van vannak szabad tudsz mondd mutasd sorold magyarázd foglald hasonlítsd számold keresd jegyezd kérlek jár kapok',
  de: 'was wer wen wem wie wo wann warum wieso welche welcher welches wieviel viele ist sind kann darf muss soll gibt hat haben erkläre erklären nenne zeige vergleiche beschreibe fasse berechne finde',
  fr: 'que quoi qui quel quelle quels quelles comment combien quand où pourquoi est sont peut peux puis dois doit faut explique expliquez liste montre compare résume calcule trouve',
  es: 'qué quién cuál cuáles cuándo cuánto cuánta cuántos cuántas cómo dónde por es son puedo puede debo debe hay explica explique lista muestra compara resume calcula busca',
  vi: 'gì ai nào đâu sao khi bao nhiêu mấy thế không là có được phải hãy giải thích liệt kê so sánh tóm tắt tính tìm cho',
  zh: '什么 怎么 怎样 如何 为什么 哪 哪里 哪些 哪个 谁 几 多少 吗 呢 是 是否 能 可以 有 请 请问 需要 解释 列出 比较 总结 计算 查找 多久 何时',
});

/** Words that join two questions or clauses. */
export const CONJUNCTIONS = toWordSets({
  en: 'and or but versus vs as well plus',
  hu: 'és vagy valamint illetve de meg',
  de: 'und oder sowie aber',
  fr: 'et ou ainsi mais',
  es: 'y e o u pero además',
  vi: 'và hoặc hay nhưng cùng với',
  zh: '和 与 及 或 或者 以及 还是 但是 并且',
});
