import { stemmer } from '@orama/stemmers/german';
import type { Locale } from '../locale.js';

export const de: Locale = {
  script: 'Latin',
  iso3: 'deu',
  letters: { has: /ß/u },
  commonWords: `der die das und ist sind war ein eine einen einem nicht mit von zu zum zur im für auf wie was wer wann wo warum welche welcher welches wird werden ich wir sie es hat haben kann darf muss viele viel bei nach aus den dem des`,
  stemmer,
  joints: '|s|n|en|es',
  functionWords: `aber als am an auch auf aus bei bin bis bitte das dass dein dem den denn der des die dies diese dieser doch du
    durch ein eine einem einen einer eines er es für gibt habe haben hat hatte ich ihr im in ist ja kann kannst kein keine
    können man mein meine mich mir mit muss müssen nach nicht noch nur ob oder sein seine sich sie sind so soll sollte über
    um und uns unser unsere unter viel viele vom von vor wann war waren warum was welche welchem welchen welcher welches
    wem wen wenn wer werde hoch werden wie wieso wieviel wieviele wir wird wo wohin wurde wurden zu zum zur bedeutet heißt nennt genannt passiert geschieht lange oft unterschied zwischen vergleiche erkläre beschreibe
    genau eigentlich darf dürfen braucht brauche benötigt benötige gilt gelten machen macht tun tut schon mal geben dabei dafür dazu damit eigenen wäre hätte sollen wollen will möchte mehr sehr alle alles nenne zeige kostet kosten meinem meinen meiner meines deine deinen deinem seinem seinen seiner ihre ihren ihrem ihrer innerhalb welch lasse lassen lässt wofür womit wozu worin woran`,
  emptyWords: `der die das den dem des ein eine einen einem einer eines und oder ist sind war waren sein wird werden wurde wurden im in
    am an auf aus bei beim für gegen mit nach von vom vor zu zum zur über unter um durch als wie wenn ob dass daß weil denn
    ich du er sie es wir ihr mich dich sich uns euch ihm ihn ihnen mein dein unser euer ihre ihren sein seine dieser diese
    dieses diesen diesem jener was wer wen wem wo wann warum wieso welche welcher welches welchen wieviel viel viele
    hat haben hatte kann können darf dürfen muss müssen soll sollen auch nur noch schon sehr bitte man so hier dort pro`,
  negations:
    'nicht kein keine keinen keinem keiner keines nie niemals niemand nichts nirgends ohne weder verboten untersagt außer',
  references:
    'er ihn ihm es ihnen dies dieser diese dieses diesen diesem jener davon dafür dazu damit daran darauf darüber daraus dabei dort derselbe dieselbe dasselbe obige vorherige letztere deren dessen',
  continuations:
    'und|was ist mit|wie steht es mit|warum|warum nicht|auch|seit wann|bis wann|dann|sonst noch',
  interrogatives:
    'was wer wen wem wie wo wann warum wieso welche welcher welches wieviel viele ist sind kann darf muss soll gibt hat haben erkläre erklären nenne zeige vergleiche beschreibe fasse berechne finde',
  conjunctions: 'und oder sowie aber',
  conditions:
    'wenn falls sofern soweit außer ausgenommen vorausgesetzt ausnahme vorbehaltlich bedingung andernfalls ansonsten solange',
  provisos: { words: 'ausgenommen|außer|ausnahme' },
  introducingWords: `der die das den dem des ein eine einer dies diese dieser es ist sind in im am an auf aus bei von vom zu zur laut gemäß nach wie und auch so hier
    dass heißt steht lautet sagt schreibt besagt erklärt beschreibt nennt erwähnt legt fest hält regelt führt zitiert zitat wörtlich genau
    folgendes folgende folgenden wortlaut unter
    richtlinie regelung dokument handbuch leitfaden text quelle seite abschnitt kapitel absatz artikel paragraph ziffer vertrag vereinbarung
    bericht antwort satz original bestimmung bestimmungen`,
  neutralWords:
    'bezüglich betreffend information informationen details erkläre beschreibe gilt gelten bedeutet gibt',
  reversingWords:
    'falsch fälschlich unwahr lüge lügen gelogen gerücht mythos leugnet bestreitet bezweifelt zweifelhaft angeblich vermeintlich irrtum irrtümlich gegenteil ignoriere ignorieren missachte kaum selten erfunden scherz vergiss',
  everybodyWords:
    'jeder jedermann alle allen aller sämtliche immer jederzeit jede jeden jedem jedes alles jegliche',
  onlyWords: 'nur ausschließlich allein lediglich',
  negatingPrefixes: [['un', /^.{5}/u]],
  contrasts: { words: 'aber|sondern|jedoch|obwohl' },
  numerals: {
    upToNineteen:
      'ein/eine/einen/einem/einer/eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreißig/dreissig vierzig fünfzig sechzig siebzig achtzig neunzig',
    hundreds:
      'hundert/einhundert zweihundert dreihundert vierhundert fünfhundert sechshundert siebenhundert achthundert neunhundert',
    glue: (ten, one) => `${one}und${ten}`,
    ambiguous: 'ein eine einen einem einer eins acht',
  },
  units: {
    quarter: 'quartal',
    second: 'sekunde',
    minute: 'minute minuten',
    hour: 'stunde',
    day: 'tag',
    workday: 'arbeitstag werktag',
    week: 'woche',
    month: 'monat',
    year: 'jahr',
    percent: 'prozent',
    thousand: 'tausend',
    million: 'million millionen',
    billion: 'milliarde',
    kilometre: 'kilometer',
    metre: 'meter',
    gram: 'gramm',
    tonne: 'tonne',
    litre: 'liter',
    person: 'person personen',
    time: 'mal',
  },
  shortUnitEndings: 'e en es n',
  rates: {
    lead: 'pro|je|jede[nrsm]?',
    periods: 'minute stunde tag|tages woche monat|monats jahr|jahres',
    words: String.raw`- stündlich\p{L}{0,2} täglich\p{L}{0,2} wöchentlich\p{L}{0,2} monatlich\p{L}{0,2} jährlich\p{L}{0,2}`,
  },
  months:
    'januar/jänner februar märz april mai juni juli august september oktober november dezember',
  ambiguousMonths: 'mai',
  weekdays: 'montag dienstag mittwoch donnerstag freitag samstag/sonnabend sonntag',
  abbreviations: 'bzw sog vgl bspw inkl exkl zzgl einschl ausschl gem evtl nn',
  abbreviationsBeforeNumber: 'abs ziff str s mind rn rz',
  dayBeforeMonth: true,
  answerTypes: {
    comparison: { words: String.raw`vergleich\p{L}*|unterschied\p{L}*|unterscheide\p{L}*` },
    quantity: {
      words:
        'wie ?viele?|wie (?:lange|hoch|oft|groß|schnell|weit|alt|teuer)|was kosten?t?|welche[rsn]? (?:preis|betrag|anzahl|höhe|frist)',
    },
    price: {
      words: String.raw`was kosten?t?|wie ?viel (?:\S+ ){0,6}kosten?t?|kosten?t? (?:\S+ ){1,6}wie ?viel|wie teuer|(?:wie hoch|was) (?:ist|sind) (?:der|die) (?:\S+ ){0,2}(?:preis|gebühr|gehalt)\p{L}*`,
    },
    day: { words: 'seit wann|welche[snm]? (?:datum|jahr|tag|monat)' },
    age: { words: 'wie alt|welche[ms]? alter|(?:was|wie(?: hoch)?) ist das alter' },
    weight: { words: 'wie schwer|wie ?viel (?:wiegt|wiegen)|was (?:wiegt|wiegen)' },
    date: { words: 'wann|bis wann|seit wann|welche[rsnm]? (?:datum|jahr|tag|monat|uhrzeit|frist)' },
    address: { words: '(?:e-?mail-?)?adresse|website' },
    phone: { words: 'telefon(?:nummer)?|rufnummer|handynummer' },
    person: { words: 'wer|wem|wen|wessen' },
    definition: { words: 'was (?:ist|sind|bedeutet|heißt)' },
    list: { words: String.raw`welche|nenne|liste|aufzähl\p{L}*` },
    steps: { words: 'wie' },
  },
  counts: {
    words: 'eine?[rmns]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|hundert|tausend',
  },
  ages: { words: String.raw`alter|alt|geboren\p{L}*|\p{N}-?jährig\p{L}*` },
  countQuestions: 'wie ?viele',
  articleForOne: 'eine?[rmns]?',
  prices: { words: 'gratis|kostenlos|kostenfrei|franken' },
  times: { words: 'vor|nach|bis|innerhalb|während|beginn|jede[nrs]?|spätestens' },
  and: 'und|sowie',
  asks: { words: String.raw`was|welche\p{L}*|wer|wen|wem|wie|wieviele?|wo|wohin|wann|warum|wieso` },
  intents: {
    memory: 'merk(?:e|en sie)? dir|erinnerst du',
    summary: 'zusammenfass|fasse .{0,80}zusammen|überblick',
    comparison: 'vergleich|unterschied',
    calculation: 'berechne|insgesamt|summe|durchschnitt|im schnitt|zusammengerechnet',
    procedure: String.raw`\bwie (?:kann|muss|soll|mache|geht|beantrage)\b`,
  },
  smallTalk: {
    phrases:
      'hallo|guten tag|guten morgen|guten abend|gute nacht|servus|moin|grüß gott|danke|danke schön|dankeschön|vielen dank|tschüss|auf wiedersehen|wie geht es dir|wie geht es ihnen|wie gehts|wer bist du|was kannst du|was können sie|hilfe|für die hilfe|für deine hilfe|für ihre hilfe|für die schnelle hilfe|das hat geholfen|das war hilfreich|super|perfekt',
    thanks: 'dank',
    farewells: 'tschüss|wiedersehen',
  },
  midAbbreviations: 'gmbh|ag|usw|bzw|ggf|evtl',
  mail: {
    headers: 'von|an|betreff|gesendet|datum|kopie',
    forwarded: 'ursprüngliche nachricht|weitergeleitete nachricht',
    wrote: String.raw`\bschrieb\b.{0,60}`,
  },
  unmarkedQuestions: {
    first:
      'wer|wen|wem|wo|wann|wie|warum|wieso|weshalb|welche[rsmn]?|wohin|woher|ist|sind|kannst|kann|darf',
  },
  remembering: {
    courtesies: 'bitte|hallo|hey|und',
    verbs:
      '(?:merke? (?:dir|es dir)|merken sie sich|behalte? (?:bitte )?im (?:kopf|gedächtnis)|behalten sie im (?:kopf|gedächtnis)|denke? (?:bitte )?daran|denken sie daran|vergiss (?:bitte )?nicht|vergessen sie (?:bitte )?nicht|notiere?(?: dir)?|erinnere? dich(?: bitte)?(?: daran)?)(?:,? bitte)?',
    politely: '(?:könntest|würdest|kannst) du dir (?:bitte )?merken',
    links: ',? da(?:ss|ß) | ?[:–—] ?',
    pointers:
      '(?:bitte )?(?:merke? dir|notiere?|behalte|vergiss)(?: bitte)? (?:das|dies|es)(?: nicht)?(?:,? bitte)?|(?:bitte )?(?:das )?merken',
    bans: 'merke? (?:dir|es dir)[^.!?]{0,40} nicht|nicht (?:merken|speichern|behalten)|speichere? [^.!?]{0,40}nicht|vergiss (?![^.!?]{0,20}nicht)',
  },
  aboutConversation: 'unser(?:er|em)? gespräch|deine? letzte antwort',
  pages: { before: 'seite', of: 'von' },
  titles: {
    chapters: 'kapitel|anhang',
    largeParts: 'teil|artikel|anlage',
    smallParts: 'abschnitt|ziffer',
    contents: 'inhalt(?:sverzeichnis)?',
    licence: 'lizenz',
    untitled: String.raw`unbenannt\d*`,
  },
  joinsHalves: 'und|oder|bis|sowie|bzw',
  pictureWords: 'bild',
  sourceWords: 'quelle',
  sourceListTitles:
    'quelle|quellenangaben|quellenverzeichnis|literatur|literaturverzeichnis|referenzen|bibliografie|bibliographie|nachweise|belege|zitate|fußnoten|einzelnachweise',
  rolesByPlace: true,
  objectArticles: 'den dem des einen einem eines diesen diesem jeden jedem',
  commands: {
    write: 'speicher|schreib|erstell|leg',
    run: 'ausführ|berechn|führ|nutze',
    file: 'datei',
    script: 'skript',
    shell: 'befehl',
  },
  collection: {
    texts: 'steht|handbuch|anleitung|protokoll|bericht|vertrag',
    documents: 'dokumente?n?|dokuments|datei(?:en)?|unterlagen',
    here: 'hier|da|vorhanden|verfügbar|gibt es|hast du|haben (?:sie|wir)|kenn(?:st du|en sie)|siehst du|sehen sie|kann ich|darf ich|sind|liegen|wurden|lesen|gespeichert|hochgeladen|abgelegt|in (?:der|dieser) (?:sammlung|bibliothek|wissensdatenbank)|im system|vor',
    list: '(?:welche|was für) <d><H>|(?:liste|zeige?|nenne?)(?: mir)?(?: bitte)?(?: alle| die| meine)? <d><h>(?: auf)?',
    count: 'wie ?viele <d><H>',
    newest:
      'welche <d> sind (?:neu|am neuesten|die neuesten)|(?:welches|welche|was) (?:ist|sind) (?:das|die) neuesten? <d>|welche <d> wurden (?:zuletzt|kürzlich|neu) (?:hochgeladen|hinzugefügt)|(?:liste|zeige?)(?: mir)?(?: bitte)? die neuesten <d>(?: auf)?',
    about:
      '(?:gibt es|hast du|haben (?:sie|wir)) (?:eine? |irgendeine? |irgendwelche )?<d> (?:über|zu|zum|zur|betreffend) {}|(?:liste|zeige?|nenne?)(?: mir)?(?: bitte)?(?: alle| die| meine)? <d><h> (?:über|zu|zum|zur) {}(?: auf)?|welche <d> (?:handeln von|behandeln|erwähnen) {}',
    contents:
      'was steht (?:in|im) (?:dem |der )?(?:<d> )?{}|worum geht es (?:in|im) (?:dem |der )?(?:<d> )?{}',
    summary:
      '(?:fasse?|fassen sie)(?: bitte)?(?: mir)? (?:den |die |das )?(?:<d> )?{}(?: bitte)? zusammen|(?:eine |die )?zusammenfassung (?:von|des|der) (?:<d> )?{}',
  },
  answerRemarks: String.raw`(?:hallo|hi|liebe[rs]?|guten (?:tag|morgen|abend)|sehr geehrte[rs]?|viele grüße|(?:mit )?freundlichen? grüßen?|beste grüße|danke|vielen dank|gern|gerne|betreff|natürlich|kurz gesagt)(?!\p{L})(?=[^.!?]{0,40}[.!?]?$)|ich (?:hoffe|kann|konnte|bin|habe|helfe|finde)(?!\p{L})|hier (?:ist|sind|finden|kommt|kommen)(?!\p{L})|im folgenden(?!\p{L})|(?:bei|falls|wenn) [^.]{0,60}(?:fragen|möchten|wünschen)[^.]{0,60}(?:melden|sagen|fragen|gern)|melden sie sich|sag(?:en)? (?:sie )?(?:mir|bescheid)|das kommt darauf an|das hängt davon ab|[^.!?]{0,60} (?:weiß es vielleicht|kann (?:ihnen |dir )?(?:vielleicht |sicher )?(?:weiter)?helfen)`,
  notInDocuments: String.raw`(?:dokument|unterlagen|quelle|text|passage|auszug|handbuch|vertrag|richtlinie|bericht|information)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}(?:nicht (?:genannt|erwähnt|angegeben|geregelt|beschrieben|enthalten|beantwortet|gesagt|zu entnehmen)|sag(?:t|en) (?:dazu |darüber )?nichts|kein(?:e|en|erlei) (?:angaben?|informationen?|auskunft|hinweis)|nichts|nennen? (?:\p{L}+ ){0,4}nicht|enthalten? (?:\p{L}+ ){0,5}nicht|geh(?:t|en) (?:\p{L}+ ){0,3}nicht|steht (?:\p{L}+ ){0,3}nicht)|(?:nichts|keine (?:angaben?|informationen?|auskunft|hinweise?)) (?:dazu|darüber|zu|über|gefunden)|nicht (?:gefunden|finden)|(?<!\p{L})(?:sie|es|diese|dieses|darin|dort|dazu|hierzu|darüber) (?:(?:erwähn|nenn|sag|äußer|beschreib|beantwort|regel|erklär)\p{L}* (?:\p{L}+ ){0,3}nichts?(?!\p{L})|(?:wird|ist|sind|werden|steht) (?:\p{L}+ ){0,4}(?:nichts|nicht (?:genannt|erwähnt|angegeben|geregelt|beschrieben|gesagt)))|(?:keines|keine|keiner|keinem) (?:davon|der (?:dokumente|unterlagen|quellen|texte|auszüge)) (?:\p{L}+ ){0,3}(?:sagt|erwähnt|nennt|beschreibt|enthält|gibt|beantwortet|steht|äußert|geht|erklärt|ist|wird)|(?:dokumente|unterlagen|quellen|texte)n? (?:\p{L}+ ){0,3}nicht (?:hervor|zu finden)|nicht (?:teil|bestandteil) (?:der (?:dokumente|unterlagen|quellen|texte)|dessen, was)|keine antwort (?:in|auf)`,
  fillers:
    'jetzt derzeit aktuell also somit daher insgesamt allerdings jedoch zudem außerdem dabei hierbei grundsätzlich normalerweise demnach folglich dafür darauf jeweils',
  bounds: {
    atMost: 'höchstens|maximal|bis zu|nicht mehr als|max|spätestens|längstens',
    atLeast: 'mindestens|wenigstens|min|nicht weniger als|frühestens|zumindest',
    moreThan: 'mehr als|über|länger als|höher als|größer als',
    lessThan: 'weniger als|unter|kürzer als|niedriger als',
    exactly: 'genau|exakt',
    about: 'etwa|ungefähr|rund|circa|ca|knapp|gut|fast',
  },
  obligingWords:
    'muss müssen musst müsst verpflichtet pflicht erforderlich notwendig vorgeschrieben',
  allowingWords: 'darf dürfen dürft kann können könnt erlaubt gestattet möglich freiwillig',
  yesOrNo: 'ja|nein|doch|richtig',
  equivalents: `beschäftigte mitarbeiter mitarbeitende arbeitnehmer angestellte personal, frist dauer zeitraum, stellen einreichen beantragen, vorher voraus früher, zahlen bezahlen leisten vergüten,
    erstatten ersetzen übernehmen, monatlich monat, jährlich jahr, wöchentlich woche, täglich tag, beginn beginnen start starten anfang, ende enden, erhalten bekommen, kündigen kündigung, vorgesetzte führungskraft,
    firma unternehmen arbeitgeber betrieb, urlaub ferien, krank krankheit erkrankung, genehmigung zustimmung erlaubnis, mitteilen informieren melden, kunde kunden auftraggeber, lieferant anbieter, preis kosten, gebühr entgelt,
    erhöhen steigen anheben, senken sinken fallen, löschen entfernen, aufbewahren speichern, prüfen kontrollieren, reparieren instandsetzen, mangel defekt fehler, telefon telefonnummer, umgehend sofort unverzüglich, schriftlich schriftform,
    ziel zweck, anspruch recht rechtsanspruch, ausgenommen ausnahme, umfassen enthalten, gelten gültig, nötig erforderlich, kaufen erwerben, verwenden benutzen nutzen, weitere zusätzliche`,
  multipliers: { thousand: 'tsd', million: 'mio mill', billion: 'mrd' },
  halfWords: 'halb halbe halber halben halbes hälfte',
  minusWords: 'minus',
  clockWords: 'uhr',
  aboutAssistant: String.raw`wer (?:oder was )?(?:genau )?(?:bist du|sind sie)(?: eigentlich| genau)?|was (?:bist du|sind sie)|wie (?:heißt du|heißen sie)|wie ist (?:dein|ihr) name|(?:bist du|sind sie) ein(?:e)? (?:mensch|maschine|roboter|bot|ki|programm|computer)(?: oder ein(?:e)? (?:mensch|maschine|roboter|bot|ki|programm|computer))?|was (?:kannst du|können sie|machst du|machen sie)(?: alles)?(?: für (?:mich|uns))?(?: tun| machen)?|(?:wobei|womit|wie|bei was) (?:kannst du|können sie) (?:mir |uns )?(?:helfen|weiterhelfen)|was (?:kann|darf) ich (?:dich|sie)?(?: alles)? ?fragen|zu welchen themen (?:kann|darf) ich (?:dich|sie)? ?(?:etwas )?fragen|welche (?:themen|fragen) (?:kennst du|kennen sie|kannst du beantworten|können sie beantworten)|was (?:weißt du|wissen sie)|(?:stell dich|stellen sie sich)(?: bitte| mal| kurz)* vor|erzähl(?:e|en sie)? (?:mir |uns )?(?:etwas )?über (?:dich|sich)`,
  writing: String.raw`(?:^|[^\p{L}])(?:schreib(?:e|en sie)?|verfass(?:e|en sie)?|formulier(?:e|en sie)?|entw[ie]rf(?:e|en sie)?|überarbeite(?:n sie)?)(?![\p{L}])[^.?!]{0,60}(?:e-?mail|mail|brief|nachricht|schreiben|notiz|antwort|text|ankündigung|einladung|erinnerung|antrag|absatz|satz|rede)|(?:^|[^\p{L}])übersetz(?:e|en|t)?(?![\p{L}])`,
  invention: String.raw`(?<!\p{L})(?:schreib|dicht|reim|erfind|erzähl|verfass|mach|sag)(?:e|en sie|st du)?(?: (?:mir|uns|bitte|doch|mal|dir))* (?:noch )?(?:ein|eine|einen|zwei|drei) (?:(?!(?:über|zu|zum|von|für|in|im|mit|aus)(?!\p{L}))[\p{L}'’-]+,? ){0,3}(?:haikus?|gedichte?|limericks?|sonette?|reime?|witze?|rätsel|märchen|kurzgeschichte|(?:lustige|kleine|erfundene|kurze) geschichte|lied|liedtext|ballade|ode)(?!\p{L})`,
  ordersToAssistants: [
    String.raw`(?:ignorier|missacht|vergiss|vergess)\w{0,4} (?:bitte )?(?:sie )?(?:alle |sämtliche )?(?:deine |ihre |die )?(?:vorherigen|bisherigen|vorigen|obigen|früheren|vorangegangenen|anderen) (?:anweisungen|befehle|regeln|vorgaben|instruktionen)`,
    '(?:du bist|sie sind) (?:jetzt |nun )?(?:eine? )?(?:ki|künstliche intelligenz|ki-assistent|sprachmodell|chatbot)',
  ],
  personTitles: 'herr herrn frau fräulein dr prof professor familie',
  introductions:
    'ich bin|mein name ist|hier ist|hier spricht|ich heiße|wir sind|liebe[rs]?|sehr geehrte[rs]?|hi|hallo',
  ordinals: {
    words: `erste/ersten/erster/erstes/erstem zweite/zweiten/zweiter/zweites/zweitem dritte/dritten/dritter/drittes/drittem vierte/vierten/vierter/viertes/viertem
      fünfte/fünften/fünfter/fünftes/fünftem sechste/sechsten/sechster/sechstes/sechstem siebte/siebten/siebter/siebtes/siebtem
      achte/achten/achter/achtes/achtem neunte/neunten/neunter/neuntes/neuntem zehnte/zehnten/zehnter/zehntes/zehntem elfte/elften/elfter/elftes/elftem
      zwölfte/zwölften/zwölfter/zwölftes/zwölftem dreizehnte/dreizehnten/dreizehnter/dreizehntes/dreizehntem
      vierzehnte/vierzehnten/vierzehnter/vierzehntes/vierzehntem fünfzehnte/fünfzehnten/fünfzehnter/fünfzehntes/fünfzehntem
      sechzehnte/sechzehnten/sechzehnter/sechzehntes/sechzehntem siebzehnte/siebzehnten/siebzehnter/siebzehntes/siebzehntem
      achtzehnte/achtzehnten/achtzehnter/achtzehntes/achtzehntem neunzehnte/neunzehnten/neunzehnter/neunzehntes/neunzehntem
      zwanzigste/zwanzigsten/zwanzigster/zwanzigstes/zwanzigstem`,
    written: (value) => [String(value)],
  },
  spelledOut: { ä: 'ae', ö: 'oe', ü: 'ue' },
};
