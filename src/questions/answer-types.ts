import { hasDate } from '../language/index.js';

/** What a question wants to be told, as far as its words show. */
export type AnswerType =
  | 'quantity'
  | 'price'
  | 'date'
  | 'day'
  | 'person'
  | 'address'
  | 'name'
  | 'reason'
  | 'steps'
  | 'list'
  | 'definition'
  | 'comparison';

/** Words and phrases of scripts with blanks between words, and of those without. */
const PHRASES: readonly (readonly [AnswerType, string, string])[] = [
  [
    'comparison',
    String.raw`compar\p{L}*|differen\p{L}*|versus|vs|hasonlít\p{L}*|különbség\p{L}*|különböz\p{L}*|vergleich\p{L}*|unterschied\p{L}*|unterscheide\p{L}*|différence\p{L}*|diferencia\p{L}*|so sánh|khác nhau|khác biệt|отлич\p{L}*|разниц\p{L}*|сравн\p{L}*|differenz\p{L}*|fark\p{L}*|diferença\p{L}*|różni\p{L}*`,
    '比较|对比|区别|差异|比較|違い|차이|비교|الفرق',
  ],
  [
    'reason',
    String.raw`why|what causes?|for what reason|miért|mi az oka|warum|weshalb|wieso|aus welchem grund|pourquoi|por qué|tại sao|vì sao|почему|зачем|perché|perchè|neden|niçin|niye|por que|porquê|dlaczego|لماذا`,
    '为什么|为何|何以|なぜ|どうして|왜',
  ],
  [
    'quantity',
    String.raw`how (?:many|much|long|often|old|far|big|large|high|deep|fast|soon|wide|tall)|what percentage|what share|(?:what|which) (?:number|amount|percentage|price|fee|salary|size|limit|rate|speedup|speed|cost|costs|length|age|rent|fine|charge)|what (?:does|do|did|would|will) .{1,80} costs?|(?:max(?:imum)?|min(?:imum)?) (?:length|size|number|amount|age|weight|height|duration|depth)|hány\p{L}*|mennyi\p{L}*|mekkora|milyen (?:hosszú|magas|gyakran|gyors|nagy)|wie ?viele?|wie (?:lange|hoch|oft|groß|schnell|weit|alt|teuer)|was kosten?t?|welche[rsn]? (?:preis|betrag|anzahl|höhe|frist)|combien|que coûte(?:nt)?|quel(?:le)? (?:durée|montant|prix|taux|nombre|taille)|cuánt[oa]s?|qué (?:precio|importe|porcentaje|plazo)|bao nhiêu|bao lâu|mấy|сколько|как (?:долго|часто)|quant[oaie]|kaç\p{L}*|ne kadar|quant[oa]s?|ile|كم`,
    '多少|几(?:个|天|年|次|人|小时|分钟|月|周|种|名|位)|多(?:久|长|大|高|快)|いくつ|いくら|何(?:人|個|台|年間|日間|日|時間|分|円|回|件|パーセント|％)|どのくらい|どれくらい|몇|얼마',
  ],
  [
    'price',
    String.raw`how much (?:\S+ ){1,12}(?:costs?|pay|paid)|what (?:does|do|did|would|will) .{1,80} costs?|(?:what|how high) (?:is|are|was) (?:the )?(?:\S+ ){0,2}(?:price|fee|fare|salary)s?|mennyibe kerül\p{L}*|mennyi (?:a|az) (?:\S+ ){0,4}(?:ára|díja|költsége)|was kosten?t?|wie ?viel (?:\S+ ){0,6}kosten?t?|kosten?t? (?:\S+ ){1,6}wie ?viel|wie teuer|(?:wie hoch|was) (?:ist|sind) (?:der|die) (?:\S+ ){0,2}(?:preis|gebühr|gehalt)\p{L}*|combien (?:ça )?coûte(?:nt)?|que coûte(?:nt)?|quel(?:le)? est (?:le|la) (?:prix|tarif|redevance)|cuánto (?:me |nos |se )?(?:cuestan?|valen?|paga)|cuál es (?:el|la) (?:precio|tarifa|tasa)|giá (?:\S+ ){0,4}bao nhiêu|bao nhiêu tiền|сколько (?:\S+ ){0,3}сто(?:ит|ят)|quanto (?:costano?|custam?)|ile (?:\S+ ){0,3}kosztuj\p{L}*|kaç (?:para|lira|euro)|ücreti ne\p{L}*|fiyatı ne\p{L}*|كم (?:سعر|ثمن|تكلفة|يكلف)`,
    '多少钱|いくら|얼마',
  ],
  [
    'day',
    String.raw`(?:in|on|by|since|until|of|for|from) (?:what|which) (?:date|day|year|month)|(?:what|which) (?:date|day|year|month) (?:is|are|was|were|do|does|did|has|had|will|must|may|can)|melyik (?:év|nap|hónap)\p{L}*|welche[snm]? (?:datum|jahr|tag|monat)|quelle (?:date|année)|(?:qué|cuál) (?:fecha|día|año)|ngày nào|năm nào|в каком году|quale (?:data|anno)|hangi (?:tarih|yıl|gün)\p{L}*|em que (?:ano|data|dia)|w którym roku`,
    '哪(?:年|天|一年|一天|个月)|何(?:年|月|曜日)',
  ],
  [
    'date',
    String.raw`when|(?:what|which) (?:date|day|year|month|time)|by what date|since when|until when|mikor\p{L}*|melyik (?:év|nap|hónap)\p{L}*|meddig|wann|bis wann|seit wann|(?:welche[snm]?) (?:datum|jahr|tag|monat)|quand|(?:à )?quelle (?:date|heure|année)|cuándo|(?:qué|cuál) (?:fecha|día|año|hora)|khi nào|bao giờ|lúc nào|ngày nào|năm nào|когда|в каком году|quando|quale data|ne zaman|hangi (?:tarih|yıl)\p{L}*|kiedy|متى`,
    '什么时候|何时|哪(?:年|天|一年|一天|个月)|几(?:号|月|点)|いつ|何(?:年|月|曜日|時)|언제',
  ],
  [
    'address',
    String.raw`(?:e-?mail|mail|web|postal)?[ -]?address(?:es)?|e-?mail|url|website|web ?page|phone|telephone|fax|hotline|(?:e-?mail-?)?cím\p{L}*|telefon\p{L}*|weboldal\p{L}*|(?:e-?mail-?)?adresse|website|adresse (?:e-?mail|électronique)|téléphone|courriel|correo|dirección|teléfono|sitio web|địa chỉ|điện thoại|адрес\p{L}*|телефон\p{L}*|indirizzo|telefono|adresi?|endereço|telefone|adres\p{L}*`,
    '地址|邮箱|邮件|电话|网址|アドレス|メール|電話|주소|전화|عنوان|هاتف',
  ],
  [
    'person',
    String.raw`who|whom|whose|kik?|kit|kinek|kivel|wer|wem|wen|wessen|qui|quién(?:es)?|ai|кто|кому|кого|chi|kim\p{L}*|quem|kto|komu`,
    '谁|哪位|誰|だれ|どなた|누구|누가',
  ],
  [
    'definition',
    String.raw`what(?:'s| is| are)(?: (?:a|an|the))? (?:\S+ ){0,3}\S+ (?:for|called)|what (?:is|are|does) .{1,60} (?:mean|stand for|do|for)|what(?:'s| is) (?:an? )?\S+|define|definition|meaning of|mi az az?|mit jelent|micsoda|was (?:ist|sind|bedeutet|heißt)|qu'est-ce qu\p{L}*|que signifie|qué (?:es|son|significa)|là gì|nghĩa là|что такое|что значит|cos'è|che cos'è|cosa significa|nedir|ne demek|o que é|co to jest|co oznacza|ما هو|ما هي`,
    '什么是|是什么|什么意思|とは|って何|何ですか|무엇|뭐',
  ],
  [
    'name',
    String.raw`(?:what|which) (?:\S+ ){0,2}(?:command|option|variable|file|directory|folder|flag|function|port|key|setting|parameter|extension|environment variable|method|field|header|name|suite|tool|program|package|format|version)|(?:what|which) .{1,40} called|melyik (?:parancs|kapcsoló|fájl|könyvtár|mappa|változó|beállítás)\p{L}*|welche[rsnm]? (?:befehl|option|datei|verzeichnis|ordner|variable|einstellung|schalter|programm|paket)|quel(?:le)? (?:commande|option|fichier|répertoire|dossier|variable|paramètre)|qué (?:comando|opción|archivo|directorio|carpeta|variable|parámetro)|(?:lệnh|tùy chọn|tập tin|thư mục|biến) nào`,
    '哪个(?:命令|选项|文件|目录|变量)|(?:コマンド|オプション|ファイル|ディレクトリ|変数)は',
  ],
  [
    'list',
    String.raw`list|(?:what|which) (?:\S+ ){0,2}\p{L}+s|what are|who are|(?:types|kinds|modes|forms|steps|parts) of|name the|enumerate|sorold|milyen(?:ek)?|melyek|mik|mely|welche|nenne|liste|aufzähl\p{L}*|quels|quelles|énumér\p{L}*|cuáles|qué tipos|enumer\p{L}*|những|các|какие|перечисл\p{L}*|quali|elenc\p{L}*|hangi|nelerdir|quais|jakie|wymień`,
    '哪些|有什么|列出|列举|どの|どんな|何がありますか|어떤|무슨',
  ],
  [
    'steps',
    String.raw`how (?:to|do|does|did|can|could|should|must|is|are)|what steps|procedure|hogyan|hogy (?:lehet|kell|tudom)|miként|wie|comment|cómo|làm (?:thế nào|sao)|cách|как|come|nasıl|como|jak|كيف`,
    '如何|怎么|怎样|步骤|どうやって|どのように|方法|手順|어떻게',
  ],
];

// Letters of any script end a word, which \\b does not know.
const QUESTIONS = PHRASES.map(([kind, spaced, unspaced]): [AnswerType, RegExp] => [
  kind,
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${spaced})(?![\p{L}\p{N}])|${unspaced}`, 'iu'),
]);

/** Everything that the question's words ask for: "who decides, and when" asks for two things. */
export const findAnswerTypes = (question: string): ReadonlySet<AnswerType> =>
  new Set(QUESTIONS.filter(([, phrases]) => phrases.test(question)).map(([kind]) => kind));

const NUMBER_WORDS =
  'one|two|three|four|five|six|seven|eight|nine|ten|twelve|dozen|half|twice|once|hundred|thousand|million|egy|két|kettő|három|négy|öt|hat|hét|nyolc|kilenc|tíz|száz|ezer|eine?[rmns]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|hundert|tausend|une?|deux|trois|quatre|cinq|sept|huit|neuf|dix|cent|mille|dos|tres|cuatro|cinco|siete|ocho|nueve|diez|cien|ciento|mil|hai|ba|bốn|năm|sáu|bảy|tám|chín|mười|trăm|nghìn|один|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|сто|тысяч\\p{L}*|due|tre|quattro|cinque|sei|sette|otto|nove|dieci';

const QUANTITY = new RegExp(
  String.raw`(?<![\p{L}\p{N}.])\p{N}|(?<![\p{L}\p{N}])(?:${NUMBER_WORDS})(?![\p{L}\p{N}])|[一二两三四五六七八九十百千万半]\s?[\p{sc=Han}]`,
  'iu',
);
/** Not the words that ask how much as well ("сколько", "bao nhiêu"), nor those that are common ones of another language (Polish "ile"). */
const COUNTING =
  /(?<!\p{L})(?:how many|wie ?viele|combien d(?:es?\s|['’])|cuánt[oa]s|quant[ie]|quant[oa]s|hány|kaç|mấy)(?!\p{L})/iu;

/** What a question wants counted, with what follows: "guests may I bring?" of "How many guests may I bring?"; null where it counts nothing. */
export const findCounted = (question: string): string | null => {
  const found = COUNTING.exec(question);
  return found && question.slice(found.index + found[0].length);
};

/** Articles of some languages are their word for one, too. */
const ARTICLE = /^(?:one|egy|eine?[rmns]?|une?|un[oa]?)$/iu;

/** Whether a word says how many, as a number or in letters. */
export const isCount = (word: string): boolean => !ARTICLE.test(word) && QUANTITY.test(word);

/** Amounts of money, or that it takes none. */
const PRICE =
  /[€$£¥₩₽₹₺₫₴฿]|(?<!\p{L})(?:EUR|USD|GBP|CHF|HUF|PLN|CZK|RON|SEK|NOK|DKK|RUB|TRY|JPY|CNY|KRW|VND|euros?|eurós?|euró\p{L}*|dollars?|dólar\p{L}*|cents?|pounds?|pence|ft|forint\p{L}*|zł|złot\p{L}*|kč|lei|kr|kron\p{L}*|руб\p{L}*|lira\p{L}*|đồng|free|gratis|kostenlos|kostenfrei|gratuit\p{L}*|grátis|ingyen\p{L}*|díjmentes\p{L}*|miễn phí|бесплатн\p{L}*|bezpłatn\p{L}*|ücretsiz)(?!\p{L})|[元円块원]|免费|無料|무료|مجان/iu;

/** A list's own number says nothing. */
const LIST_NUMBER = /^\s*(?:[([]?\p{N}{1,3}[.)\]]|[A-Z]?\p{N}+(?:\.\p{N}+)+\.?)\s+/u;

/** What else says when: a time of day, a period, a deadline. */
const DATE = new RegExp(
  [
    String.raw`\p{N}{1,2}:\p{N}{2}`,
    String.raw`(?<!\p{L})(?:before|after|until|within|during|beginning|immediately|daily|weekly|monthly|annually|every|once|whenever|deadline|előtt|után|napon belül|belül|minden|végéig|elején|vor|nach|bis|innerhalb|während|beginn|jede[nrs]?|spätestens|avant|après|jusqu\p{L}*|chaque|début|lors|antes|después|hasta|dentro|cada|durante|trước|sau khi|trong vòng|mỗi|до|после|в течение|кажд\p{L}*)(?!\p{L})`,
    '[年月日号時时周]|之前|之后|以前|以后|期间|开始|以内|まで|から|毎',
  ].join('|'),
  'iu',
);

const ADDRESS = /[^\s@]@[^\s@]|https?:\/\/|www\.|\+?\p{N}[\p{N}\s()/-]{6,}\p{N}/iu;
const REASON = new RegExp(
  String.raw`(?<!\p{L})(?:because|since|due to|owing to|as a result|so that|in order to|therefore|reason\p{L}*|mert|mivel|ugyanis|azért|hogy ne|oka|miatt|weil|denn|da|damit|deshalb|wegen|grund|parce|car|puisque|afin|raison|pour que|en raison|porque|ya que|debido|para que|razón|vì|bởi|do đó|để|потому|так как|поскольку|чтобы|из-за|perché|poiché|affinché|çünkü|için|pois|ponieważ|gdyż|aby)(?!\p{L})|因为|由于|因此|以便|为了|原因|ため|ので|から|理由|때문|위해|لأن|بسبب`,
  'iu',
);
/** `--option`, `/path`, `name.ext`, `UPPER_CASE`, `$variable`, quoted names and what mixes letters with signs. */
const NAME =
  /(?<![\p{L}\p{N}])(?:--?[a-z][\w-]*|[~$]?\/[\w.-]+|\$\{?\w+|[\w-]+\.[a-z]{1,5}(?![\p{L}])|[A-Z][A-Z0-9_]{2,}|\w+\(\)|\w+_\w+)|[‘'"“`«「]\S[^’'"”`»」]{0,40}[’'"”`»」]|[a-z][A-Z]/u;
const PERSON = /\p{Lu}\p{Ll}+|[\p{sc=Han}\p{sc=Katakana}]{2}/u;

/** Whether a sentence holds what is asked for, as far as its shape shows; null where no shape shows it. */
export const hasAnswerType = (sentence: string, kind: AnswerType): boolean | null => {
  const said = sentence.replace(LIST_NUMBER, '');
  switch (kind) {
    case 'quantity':
      return QUANTITY.test(said);
    case 'price':
      return PRICE.test(said);
    case 'date':
      return DATE.test(said) || hasDate(said);
    case 'day':
      return hasDate(said);
    case 'address':
      return ADDRESS.test(said);
    case 'reason':
      return REASON.test(said);
    case 'name':
      return NAME.test(said);
    case 'person':
      return PERSON.test(said.slice(1));
    case 'steps':
    case 'list':
    case 'definition':
    case 'comparison':
      return null;
  }
};
