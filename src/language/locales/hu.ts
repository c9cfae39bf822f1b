import { stemmer } from '@orama/stemmers/hungarian';
import type { Locale } from '../locale.js';

export const hu: Locale = {
  script: 'Latin',
  iso3: 'hun',
  letters: { has: /[őű]/u },
  commonWords: `a az és is nem egy hogy mi mit mikor hol hány mennyi ki kit milyen melyik miért hogyan meg van volt lesz kell lehet vagy ha csak de el be fel szerint után előtt alatt között jár kapok nekem nekünk ez azt ezt`,
  stemmer,
  joints: '',
  functionWords: `a ahhoz akkor aki ami az be csak de e egy el én és ez ezek fel ha hány hanyadik hogy hogyan hol honnan hová
    hova igen ilyen is itt ki kik kit kinek le lehet lesz majd már meddig meg mely melyek melyik mennyi mennyit mi
    mikor mikortól miért mik milyen mint mit mivel nekem nem neki nincs ő ők ott össze s se sem szerint te után vagy
    vagyok van vannak volt voltak jelent jelenti hívják nevezik történik különbség között között sokáig gyakran
    pontosan kell kellene szabad tud tudom tudok milyenek milyeneket mennyien ebben abban erre arra ezt azt ezért azért olyan úgy így kapok kap jár általában egyáltalán mióta kerül kerülnek mennyibe lehetnek milyenre hányat kaphatok kaphatunk`,
  emptyWords: `a az egy és s is vagy ha de hogy mint meg el ki be le fel át ez azt ezt az ezek azok ennek annak ehhez ahhoz erre arra
    ebben abban erről arról ezzel azzal itt ott így úgy én te ő mi ti ők engem téged őt minket nekem neked neki nekünk
    mit mik ki kit kik kinek mi miért mikor hol hova honnan hogyan mennyi mennyit hány hányszor melyik milyen
    van vannak volt voltak lesz lesznek legyen lehet kell kellett fog csak már még majd szerint kérlek kérem mondd mondja pedig
    minden után előtt alatt között által való illetve vajon e`,
  negations:
    'nem ne sem se nincs nincsen nincsenek sincs soha sose sehol semmi senki semmilyen nélkül tilos tiltott kivéve',
  references:
    'azt ezt annak ennek azok ezek azokat ezeket arra erre arról erről abban ebben abból ebből attól ettől azzal ezzal ezzel azért ezért ahhoz ehhez nála neki nekik tőle róla benne belőle vele ő őt ők őket ott itt oda ide onnan ugyanaz ugyanez ugyanazt ugyanezt ugyanott az-e előbbi előző fenti említett ilyen olyan övé',
  continuations:
    'és|na és|mi van|mi a helyzet|illetve|miért|miért nem|mióta|meddig|akkor|továbbá|még',
  interrogatives:
    'mi mit ki kit kinek mikor hol hova honnan hogyan hogy miért mennyi mennyit hány hányszor melyik milyen kell lehet van vannak szabad tudsz mondd mutasd sorold magyarázd foglald hasonlítsd számold keresd jegyezd kérlek jár kapok',
  conjunctions: 'és vagy valamint illetve de meg',
  conditions:
    'ha hacsak amennyiben feltéve kivéve kivételével feltétele feltétellel esetén esetében ellenkező egyébként',
  provisos: { words: 'kivéve|kivétel|hacsak' },
  introducingWords: `a az ez ezt egy szerint alapján és is hogy így itt ott úgy mint szó szerinti szerint írja mondja áll olvasható szerepel rögzíti kimondja fogalmaz
    leírja tartalmazza említi következő alábbi pontosan idézet idézve eredeti van
    szabályzat szabályzatban dokumentum dokumentumban kézikönyv kézikönyvben útmutató szöveg szövege forrás oldal oldalon fejezet fejezetben szakasz pont
    pontja bekezdés cikk szerződés szerződésben leírás rendelkezés válasz mondat`,
  neutralWords:
    'vonatkozó vonatkozik vonatkoznak kapcsolatos kapcsolatban szóló szól szólnak tartalmaz tartalmazza mond mondja mondanak találok található tudni információ információk részletek rá róla',
  joinedEndings: /(?<=[\p{L}\p{N}])-\p{Ll}{1,4}(?![\p{L}\p{N}-])/gu,
  reversingWords:
    'hamis téves tévesen tévedés valótlan hazugság hazudik hazudják álhír tagadja tagadják kétséges kétli cáfolja állítólag ellenkezőleg ellenkezője aligha alig ritkán tréfa kitaláció felejtsd ignoráld hagyd',
  everybodyWords:
    'mindenki mindenkinek bárki bárkinek minden összes mindig valamennyi bármely bármilyen minden',
  onlyWords: 'csak csakis kizárólag',
  contrasts: { words: 'de|viszont|hanem|azonban|bár' },
  numerals: {
    upToNineteen:
      'egy kettő/két három négy öt hat hét nyolc kilenc tíz tizenegy tizenkettő/tizenkét tizenhárom tizennégy tizenöt tizenhat tizenhét tizennyolc tizenkilenc',
    tens: 'húsz/huszon harminc negyven ötven hatvan hetven nyolcvan kilencven',
    hundreds:
      'száz kétszáz/kettőszáz háromszáz négyszáz ötszáz hatszáz hétszáz nyolcszáz kilencszáz',
    glue: (ten, one) => ten + one,
    ambiguous: 'egy hat hét',
  },
  units: {
    second: 'másodperc',
    minute: 'perc',
    hour: 'óra órá',
    day: 'nap',
    workday: 'munkanap',
    week: 'hét het',
    month: 'hónap hónapo',
    year: 'év éve éves évet évig évre évi évente évben',
    percent: 'százalék',
    eur: 'euró',
    usd: 'dollár',
    huf: 'ft forint',
    gbp: 'font',
    thousand: 'ezer',
    million: 'millió',
    billion: 'milliárd',
    mile: 'mérföld',
    squaremetre: 'nm',
    gram: 'gramm',
    tonne: 'tonna',
    person: 'fő személy',
    time: 'alkalom alkalommal',
  },
  shortUnitEndings:
    'ot os ok on onta onként ig i ja ra tól ból nyi okat okon t át án ás et ek nek ben re val vel',
  rates: {
    lead: 'minden',
    periods: 'percben órában nap|napon héten hónapban évben',
    words:
      '- óránként napi|naponta|naponként heti|hetente|hetenként havi|havonta|havonként évi|évente|évenként',
  },
  months:
    'január február március április május június július augusztus szeptember október november december',
  weekdays: 'hétfő kedd szerd/szerda csütörtök péntek szombat vasárnap',
  abbreviations: 'id ifj özv gr pl kb ún ill vö ld',
  abbreviationsBeforeNumber: 'sz old kat bek',
  answerTypes: {
    comparison: { words: String.raw`hasonlít\p{L}*|különbség\p{L}*|különböz\p{L}*` },
    quantity: {
      words: String.raw`hány\p{L}*|mennyi\p{L}*|mekkora|milyen (?:hosszú|magas|gyakran|gyors|nagy)`,
    },
    price: {
      words: String.raw`mennyibe kerül\p{L}*|mennyi (?:\S+ ){0,4}(?:ára|díja|költsége|fizetése|bére)`,
    },
    day: { words: String.raw`mióta|melyik (?:év|nap|hónap)\p{L}*` },
    age: { words: String.raw`hány éves\p{L}*|(?:mi|mennyi) (?:\S+ ){0,4}(?:kora|életkora)` },
    weight: { words: 'milyen nehéz|mennyit nyom' },
    date: { words: String.raw`mikor\p{L}*|melyik (?:év|nap|hónap)\p{L}*|meddig` },
    address: { words: String.raw`(?:e-?mail-?)?cím\p{L}*|weboldal\p{L}*` },
    phone: { words: String.raw`telefon\p{L}*` },
    person: { words: 'kik?|kit|kinek|kivel' },
    definition: { words: 'mi az az?|mit jelent|micsoda' },
    list: { words: 'sorold|milyen(?:ek)?|melyek|mik|mely' },
    steps: { words: 'hogyan|hogy (?:lehet|kell|tudom)|miként' },
  },
  counts: { words: 'egy|két|kettő|három|négy|öt|hat|hét|nyolc|kilenc|tíz|száz|ezer' },
  ages: { words: String.raw`éves\p{L}*|kor\p{L}{0,4}|született` },
  countQuestions: 'hány',
  articleForOne: 'egy',
  prices: { words: String.raw`eurós?|euró\p{L}*|ft|forint\p{L}*|ingyen\p{L}*|díjmentes\p{L}*` },
  times: { words: 'előtt|után|napon belül|belül|minden|végéig|elején' },
  and: 'és',
  asks: {
    words: String.raw`mi|mit|mik|ki|kit|kinek|mikor|hol|hogyan|miért|menny\p{L}*|hány\p{L}*|mely\p{L}*|milyen\p{L}*|mekkora|meddig`,
  },
  intents: {
    memory: 'jegyezd meg|emlékszel|mit tudsz rólam',
    summary: 'összefoglal|foglald össze|összegezd',
    comparison: 'hasonlít|összehasonl|különbség',
    calculation: String.raw`számold|számítsd|mennyi \d|összesen|összege|átlag`,
    procedure: 'hogyan|hogy lehet|hogy kell|lépései',
  },
  smallTalk: {
    phrases:
      'szia|sziasztok|szervusz|szervusztok|helló|hello|hali|üdv|üdvözlöm|jó napot|jó napot kívánok|jó reggelt|jó estét|jó éjszakát|köszönöm|köszönöm szépen|nagyon köszönöm|köszi|köszi szépen|kösz|viszlát|viszontlátásra|hogy vagy|hogy van|mi újság|rendben|oké|szuper|ki vagy|ki vagy te|mit tudsz|miben segíthetsz|mit kérdezhetek|segítség|a segítséget|köszönöm a segítséget|tökéletes',
    thanks: 'kösz',
    farewells: 'viszl|viszont',
  },
  midAbbreviations: 'resp|kft|zrt|nyrt|bt|ker',
  mail: {
    headers: 'feladó|címzett|tárgy|elküldve|dátum',
    forwarded: 'eredeti üzenet|továbbított (?:üzenet|levél)',
    wrote: String.raw`(?<!\p{L})írta`,
  },
  unmarkedQuestions: { first: 'hol|mikor|miért|hogyan|hány|mennyi|melyik|hová|honnan|vajon' },
  remembering: {
    courtesies: 'kérlek|kérem|légyszi|légy szíves|szia|helló|és',
    verbs:
      '(?:(?:jegyezd|jegyezze) (?:meg|fel)|emlékezz(?:en|él)?(?: rá| arra)?|ne (?:felejtsd|felejtse) el|tartsd észben|vésd (?:az )?eszedbe|írd fel)(?:,? (?:kérlek|kérem|légyszi))?',
    politely: '(?:meg|fel)jegyezn(?:éd|é)|meg tudn(?:ád|á) jegyezni',
    links: ',? (?:azt,? )?hogy | ?[:–—] ?',
    pointers:
      '(?:kérlek,? )?(?:ezt |azt )?(?:jegyezd|jegyezze) (?:meg|fel)(?: ezt| azt)?(?:,? (?:kérlek|légyszi))?|(?:ezt )?ne felejtsd el(?: ezt)?|emlékezz (?:erre|rá)|tartsd (?:ezt )?észben',
    bans: 'ne (?:jegyezd|jegyezze|emlékezz|mentsd|tárold|őrizd|írd fel)|(?<!ne )felejtsd el',
  },
  aboutConversation:
    'beszélgetés|miről beszéltünk|mit kérdeztem|az? (?:előző|utolsó) (?:válasz|kérdés)',
  moneySigns: 'Ft',
  pages: { before: 'oldal', after: String.raw`\.\s?oldal` },
  titles: {
    largeParts: 'fejezet|melléklet',
    smallParts: 'szakasz',
    contents: 'tartalom(?:jegyzék)?',
    untitled: String.raw`névtelen\d*`,
  },
  joinsHalves: 'és|vagy',
  pictureWords: 'kép',
  sourceWords: 'forrás',
  sourceListTitles:
    'hivatkozások|hivatkozás|hivatkozott források|felhasznált források|felhasznált irodalom|irodalom|irodalomjegyzék|bibliográfia|idézetek|lábjegyzetek|forrás|forrásjegyzék',
  accusative: /(?:[aáeéoóöőuúüűií]|(?<=[lrnsz]))t$/u,
  numberEndings: 'os ös án én ig től tól ben ban kor re ra nek nak at et t',
  commands: {
    write: 'ment|írd?|írj|készíts|hozz létre|tedd',
    run: 'futtas|számol|használ',
    file: 'fájl|állomány',
    script: 'szkript',
    shell: 'parancs',
  },
  collection: {
    documents: 'dokumentum(?:ok|okat|ot|ban)?|fájl(?:ok|okat|t|ban)?|irat(?:ok|okat|ban)?',
    here: 'vannak|van|itt|elérhető(?:k|ek)?|érhetők? el|olvasható(?:k|ak)?|a gyűjteményben|a tudásbázisban|a rendszerben|látsz|látok|ismersz|feltöltve|összesen',
    list: '(?:milyen|mely|melyik|mik a) <d><H>|(?:sorold fel|listázd|mutasd)(?: kérlek)? (?:az összes |a )?<d><h>',
    count: 'hány <d><H>',
    newest:
      '(?:melyek|mik|melyik|mi) a legújabb <d>|(?:mely|milyen) <d> (?:újak|a legújabbak)|mutasd(?: kérlek)? a legújabb <d>',
    about:
      'van(?:-e|nak)? (?:valamilyen |bármilyen |olyan )?<d> (?:az? )?{}r[óő]l|van(?:-e)? (?:az? )?{}r[óő]l (?:szóló )?<d>|(?:mely|melyik|milyen) <d> (?:szól|szólnak) (?:az? )?{}r[óő]l',
    contents: 'mi van (?:az? )?{} (?:című )?<d>|miről szól (?:az? )?{}(?: (?:című )?<d>)?',
    summary:
      '(?:foglald össze|foglalja össze|összegezd)(?: kérlek)? (?:az? )?{}(?: (?:című )?<d>)?',
  },
  answerRemarks: String.raw`(?:szia|sziasztok|helló|üdv|jó napot|kedves|tisztelt|üdvözlettel|köszönöm|tárgy|természetesen|röviden)(?!\p{L})(?=[^.!?]{0,40}[.!?]?$)|(?:remélem|tudok|nem (?:találtam|találok|tudok|tudom)|én )(?!\p{L})|íme(?!\p{L})|az alábbi(?:ak)?(?!\p{L})[^.]{0,40}$|ha (?:szeretné|szeretnéd|kérdés|további)[^.]{0,80}|attól függ`,
  notInDocuments: String.raw`(?:dokumentum|forrás|szöveg|részlet|kézikönyv|szerződés|szabályzat|jelentés|információ)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}(?:nem (?:mond|említ|tartalmaz|szerepel|tér ki|ír|közöl|derül ki|szól|adnak|ad )|nincs)|nem találtam|nem szerepel|nincs (?:információ|adat|szó)|(?:ezt|erről|arról|azt) (?:\p{L}+ ){0,3}nem (?:mond|említ|ír|tartalmaz|részletez|közöl)\p{L}*|nem (?:említik|mondják|részletezik|tartalmazzák)|egyik (?:dokumentum|forrás|szöveg|irat)\p{L}* sem|nem (?:része|képezi részét) (?:a dokumentumok|a források|annak)|nem (?:találok|találtunk|találni)|nincs (?:válasz|említés)|semmit (?:nem|sem) (?:mond|ír|tartalmaz)\p{L}*`,
  fillers: 'tehát így jelenleg most továbbá azonban általában ezért is',
  bounds: {
    atMost: 'legfeljebb|maximum|maximálisan|nem több mint|legkésőbb',
    atLeast: 'legalább|minimum|nem kevesebb mint|legkorábban',
    moreThan: 'több mint|hosszabb mint',
    lessThan: 'kevesebb mint|rövidebb mint',
    exactly: 'pontosan|éppen',
    about: 'körülbelül|mintegy|kb|nagyjából|hozzávetőleg|csaknem|majdnem',
  },
  obligingWords: 'kell kötelező köteles szükséges',
  allowingWords: 'lehet szabad megengedett lehetséges',
  yesOrNo: 'igen|nem',
  equivalents: `munkatárs dolgozó alkalmazott munkavállaló, határidő időtartam, fizetni fizet kifizet, megtérít visszafizet, havi havonta hónap, évi évente év, heti hetente, napi naponta, kezdődik kezdet kezdete indul, végződik vége befejeződik,
    szabadság, cég vállalat munkáltató, kap, engedély jóváhagyás hozzájárulás engedélyezi jóváhagyja, értesít tájékoztat jelez, ügyfél vevő, szállító beszállító, ár költség díj, emelkedik nő, csökken, töröl, őriz tárol megőriz, ellenőriz,
    javít, hiba, azonnal haladéktalanul, előre előtt, használ, igényel kér`,
  multipliers: { thousand: 'e', million: 'm', billion: 'mrd' },
  halfWords: 'fél fele felét',
  minusWords: 'mínusz',
  aboutAssistant: String.raw`(?:ki|mi) vagy(?: te)?|(?:kicsoda|micsoda|ki) (?:ön|maga)|hogy hívnak|mi a neved|ember vagy(?: vagy (?:gép|robot|program))?|gép vagy|(?:mit|miket) (?:tudsz|tud)(?: csinálni| nekem segíteni)?|(?:miben|hogyan) (?:tudsz|tud|segíthetsz|segíthet)(?: nekem| nekünk)?(?: segíteni)?|(?:mit|miket|miről) kérdezhetek(?: tőled| öntől)?|milyen (?:témákról|témában) kérdezhetek|mutatkozz be|mutatkozzon be|mesélj magadról`,
  writing: String.raw`(?:^|[^\p{L}])(?:írj(?:on)?|fogalmazz(?:on)?|fogalmazd|írd|szövegezz)(?![\p{L}])[^.?!]{0,60}(?:e-?mail|level|üzenet|jegyzet|válasz|szöveg|hirdetmény|meghívó|emlékeztető|kérelm|kérvény|bekezdés|mondat|beszéd)|(?:^|[^\p{L}])fordíts(?:d|a|on)?(?![\p{L}])`,
  invention: String.raw`(?<!\p{L})(?:írj(?:on)?|költs(?:ön)?|találj(?:on)? ki|mesélj(?:en)?|mondj(?:on)?|alkoss(?:on)?)(?: (?:nekem|nekünk|kérlek|egy|rövid|vicces|kis|még)){0,5} (?:haikut?|verset|limericket|szonettet|viccet|mesét|dalt|dalszöveget|rímet|balladát|találós kérdést)(?!\p{L})`,
  ordersToAssistants: [
    String.raw`(?:hagyd|hagyja) figyelmen kívül (?:az |a )?(?:összes |minden )?(?:korábbi|előző|fenti) (?:utasítás|szabály)\p{L}*`,
    '(?:te|ön) (?:most |mostantól )?egy (?:mi|mesterséges intelligencia|nyelvi modell|chatbot)',
  ],
  personTitles: 'úr asszony dr prof özv ifj id',
  introductions: 'a nevem|én|kedves|tisztelt|szia',
  introductionsBehind: 'vagyok|vagyunk',
  inflectsNames: true,
  ordinals: {
    words: `első/elsőn/elsőt/elsőre második/másodikon/másodikat/másodikra harmadik/harmadikon/harmadikat/harmadikra negyedik/negyediken/negyediket/negyedikre
      ötödik/ötödiken/ötödiket/ötödikre hatodik/hatodikon/hatodikat/hatodikra hetedik/hetediken/hetediket/hetedikre
      nyolcadik/nyolcadikon/nyolcadikat/nyolcadikra kilencedik/kilencediken/kilencediket/kilencedikre tizedik/tizediken/tizediket/tizedikre`,
    written: (value) => [String(value)],
  },
};
