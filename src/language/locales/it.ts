import { stemmer } from '@orama/stemmers/italian';
import type { Locale } from '../locale.js';

export const it: Locale = {
  script: 'Latin',
  iso3: 'ita',
  commonWords: `il lo la i gli le di del della dei un una e è sono in per che chi cosa quale quali quanto quanti quando come dove perché con non si io al alla nel nella da posso devo ho
    più ma come anche può essere questo questa tra fra sul sulla molto senza fino da dove perché se già o deve sono ha hanno della delle degli nel alla`,
  stemmer,
  functionWords: `a ad ai al alla alle anche c che chi ci come con cosa cui da dal dalla dei del della delle di do dove e è ed era
    fra gli ha hanno ho i il in io l la le lo loro ma mi mio ne nei nel nella non o per perché più può qual quale quali
    quando quanta quante quanti quanto questa questo se si sono su sua sul sulla suo ti tra tu un una uno significa chiama succede differenza costa costano`,
  negations: 'non no mai nessun nessuno nessuna niente nulla senza né vietato',
  conditions: 'se salvo tranne eccetto purché condizione qualora altrimenti',
  conditionsInside: /a meno che|in caso di|sempre che/u,
  provisos: { words: 'salvo|tranne|eccetto|eccezione' },
  introducingWords: `il lo la i gli le l un uno una del dello della dei delle di questo questa è sono a al alla in nel nella su da dal secondo come e anche qui che
    si conforme base dice indica precisa scrive legge stabilisce menziona spiega descrive definisce cita citazione testualmente letteralmente
    esattamente seguente segue parole
    politica regolamento documento manuale guida testo fonte pagina sezione capitolo paragrafo articolo clausola contratto accordo relazione
    risposta frase originale regola regole`,
  reversingWords:
    'falso falsa falsamente bugia menzogna mito smentisce nega negano dubbio presunto presumibilmente contrario ignora ignorate dimentica raramente appena inventato errato sbagliato scherzo',
  everybodyWords: 'tutti tutte chiunque sempre ognuno tutto tutta ogni qualsiasi qualunque',
  onlyWords: 'solo soltanto solamente esclusivamente unicamente',
  numerals: {
    upToNineteen:
      'un/uno/una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    hundreds:
      'cento duecento trecento quattrocento cinquecento seicento settecento ottocento novecento',
    glue: (ten, one) => (/^[uo]/.test(one) ? ten.slice(0, -1) : ten) + one.replace('tre', 'tré'),
    ambiguous: 'un uno una sei',
  },
  units: {
    workday: 'lavorativo lavorativi',
    second: 'secondo',
    minute: 'minuto',
    hour: 'ora ore',
    day: 'giorno giorni',
    week: 'settimana settimane',
    month: 'mese mesi',
    year: 'anno anni',
    usd: 'dollaro',
    thousand: 'mille',
    million: 'milione milioni',
    billion: 'miliardo miliardi',
    metre: 'metro metri',
    litre: 'litro',
    person: 'persona persone',
    time: 'volta volte',
  },
  rates: { lead: 'al|alla|per|ogni', periods: 'minuto ora giorno settimana mese anno' },
  months:
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  weekdays: 'lunedì martedì mercoledì giovedì venerdì sabato domenica',
  abbreviations: 'sig dott',
  answerTypes: {
    comparison: { words: String.raw`differenz\p{L}*` },
    quantity: { words: 'quant[oaie]' },
    price: { words: 'quanto costano?' },
    day: { words: 'da quando|quale (?:data|anno)' },
    age: { words: "quanti anni|(?:che|quale) età|qual è (?:l[’']|la sua )età" },
    weight: { words: 'quanto pesano?' },
    date: { words: 'quando|quale data' },
    address: { words: 'indirizzo' },
    phone: { words: '(?:numero di )?telefono' },
    person: { words: 'chi' },
    definition: { words: "cos'è|che cos'è|cosa significa" },
    list: { words: String.raw`quali|elenc\p{L}*` },
    steps: { words: 'come' },
  },
  counts: { words: 'due|tre|quattro|cinque|sei|sette|otto|nove|dieci' },
  ages: { words: 'età|nat[oaie]' },
  countQuestions: 'quant[ie]',
  articleForOne: 'un[oa]?',
  asks: { words: String.raw`che|chi|cosa|come|quand[oi]|quant[aeio]|dove|perché|qual\p{L}*` },
  smallTalk: {
    phrases:
      'ciao|salve|buongiorno|buon giorno|buon pomeriggio|buonasera|buona sera|buonanotte|buona notte|grazie|grazie mille|molte grazie|tante grazie|arrivederci|a presto|a dopo|come stai|come sta|come va|va bene|chi sei|cosa sai fare|cosa puoi fare|che cosa puoi fare|come puoi aiutarmi|aiuto|per laiuto|perfetto',
    thanks: 'grazie',
    farewells: 'arrivederci|a presto|a dopo',
  },
  pages: { before: 'pagina', of: 'di' },
  titles: {
    chapters: 'capitolo',
    largeParts: 'titolo|allegato|articolo',
    smallParts: 'sezione',
    contents: 'indice|sommario',
    licence: 'licenza',
  },
  rolesByPlace: true,
  commands: { write: 'scriv|salva', run: 'esegu', file: 'file' },
  collection: {
    documents: 'documenti|documento|file',
    here: 'ci sono|qui|disponibili|hai|avete|abbiamo|esistono|sono|posso leggere|nella (?:raccolta|biblioteca)|nel sistema',
    list: '(?:quali|che) <d><H>|quali sono i <d><h>|(?:elenca|elencami|mostra|mostrami) (?:tutti )?(?:i )?<d><h>',
    count: 'quanti <d><H>',
    newest:
      'quali sono (?:i nuovi <d>|gli ultimi <d>|i <d> (?:più recenti|più nuovi|nuovi))|quali <d> sono (?:nuovi|i più recenti)|mostrami (?:gli ultimi|i nuovi) <d>',
    about:
      "(?:c'è|ci sono|hai|avete|esiste) (?:un |dei |qualche |alcuni )?<d> (?:sull'|su |sul |sulla |sui |sulle |sugli |riguardo a ){}|quali <d> parlano (?:dell'|di |del |della |dei |delle ){}",
    contents:
      "(?:che )?cosa c'è (?:in|nel|nella) (?:<d> )?{}|di (?:che )?cosa parla (?:il )?(?:<d> )?{}|(?:che )?cosa (?:contiene|dice) il <d> {}",
    summary:
      "(?:puoi )?(?:riassumi|riassumere|riassumimi)(?: per favore)? (?:il |la |lo |l'|i |le )?(?:<d> )?{}|(?:fammi )?un riassunto (?:dell'|di |del |della )(?:<d> )?{}",
  },
  answerRemarks: String.raw`(?:ciao|buon(?:giorno|asera)|gentile|gentili|car[oaie]|cordiali saluti|saluti|grazie|oggetto|certo|in sintesi|in breve)(?!\p{L})(?=[^.!?]{0,40}[.!?]?$)|(?:spero|posso|non (?:posso|ho|trovo)|sono (?:un|l['’]))|ecco(?!\p{L})|di seguito|se (?:hai|ha|vuoi|vuole|desidera|serve)[^.]{0,80}(?:dimmi|mi dica|chied|posso)|dipende(?!\p{L})`,
  notInDocuments: String.raw`(?:document|font[ei]|test[oi]|passagg|estratt|manuale|contratto|regolament|rapporto|informazion)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}non (?:dic(?:e|ono)|menzionan?o?|indican?o?|specifican?o?|contien|contengono|riportan?o?|precisan?o?|parlan?o?)|non ho trovato|nessuna (?:informazione|menzione)|non (?:è|sono) (?:menzionat|indicat|specificat|riportat)|(?:document|font[ei]|test[oi]|passagg|estratt|manuale|contratto|regolament|rapporto)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}non (?:lo |la |ne |ci )?(?:dic(?:e|ono)|menzionan?o?|indican?o?|specifican?o?|trattan?o?|spiegan?o?|descriv(?:e|ono))(?!\p{L})|(?<!\p{L})non (?:lo|la|ne) (?:dic(?:e|ono)|menzionan?o?|indican?o?|specifican?o?|parlan?o?|precisan?o?|spiegan?o?)(?!\p{L})|nessun[oa]? (?:dei (?:documenti|testi|passaggi)|delle fonti|di (?:essi|esse|questi|queste)|documento|fonte|testo) (?:lo |la |ne )?(?:dice|menziona|indica|specifica|parla|contiene|spiega|tratta)|non (?:fa|fanno) parte (?:dei documenti|delle fonti|dei testi|di (?:ciò|quanto|quello) che)|non (?:riesco a trovare|trovo|si (?:dice|menziona|parla))|nessuna risposta|(?:niente|nulla) (?:su|al riguardo|in merito|a proposito)`,
  fillers: 'quindi così attualmente ora inoltre anche generalmente normalmente dunque pertanto',
  bounds: {
    atMost: 'al massimo|fino a|non più di|massimo|massima|entro e non oltre',
    atLeast: 'almeno|come minimo|minimo|minima|non meno di',
    moreThan: 'più di|oltre|superiore a|superiori a',
    lessThan: 'meno di|inferiore a|inferiori a|sotto',
    exactly: 'esattamente|precisamente',
    about: 'circa|approssimativamente|quasi|intorno a',
  },
  obligingWords: 'deve devono devi dovete obbligatorio obbligatoria obbligato necessario',
  allowingWords: 'può possono puoi potete possibile consentito permesso facoltativo',
  yesOrNo: 'sì|no|esatto',
  equivalents: `dipendente lavoratore personale impiegato, termine periodo durata, pagare versare, rimborsare restituire, mensile mese, annuale anno annuo, settimanale settimana, giornaliero giorno, inizio iniziare cominciare,
    fine terminare finire scadere, ferie vacanze, azienda società impresa datore, ottenere ricevere, autorizzazione approvazione consenso permesso, informare avvisare comunicare notificare, cliente acquirente, fornitore venditore,
    prezzo costo tariffa, aumentare salire, diminuire ridurre scendere calare, cancellare eliminare, conservare tenere, verificare controllare, riparare aggiustare, difetto guasto, subito immediatamente, usare utilizzare,
    ulteriore aggiuntivo supplementare, affitto canone, richiedere chiedere`,
  multipliers: { million: 'mln', billion: 'mld' },
  halfWords: 'metà mezzo mezza',
  minusWords: 'meno',
  aboutAssistant: String.raw`(?:chi|che cosa|cosa) sei|chi è lei|come ti chiami|come si chiama|qual è il tuo nome|sei una? (?:umano|persona|macchina|robot|programma)(?: o una? (?:umano|persona|macchina|robot|programma))?|(?:che )?cosa (?:puoi|sai|può|sa) fare(?: per me| per noi)?|(?:come|in cosa) (?:puoi|può) (?:aiutarmi|aiutarci)|(?:che )?cosa posso (?:chiederti|chiederle)|su quali argomenti posso (?:chiederti|farti domande)|presentati|si presenti`,
  writing: String.raw`(?:^|[^\p{L}])(?:scrivi|scriva|redigi|formula|riformula)(?![\p{L}])[^.?!]{0,60}(?:e-?mail|mail|lettera|messaggio|nota|risposta|testo|annuncio|invito|promemoria|richiesta|paragrafo|frase|discorso)|(?:^|[^\p{L}])(?:traduci|traduca|tradurre)(?![\p{L}])`,
  invention: String.raw`(?<!\p{L})(?:scriv|compon|invent|raccont|recit|dimmi|fammi)\p{L}*(?: per favore)? (?:uno? |una |un['’]|due )(?:(?!(?:su|sul|sulla|di|del|della|per|in|con|a)(?!\p{L}))[\p{L}'’-]+,? ){0,3}(?:haiku|poesi[ae]|filastrocc(?:a|he)|sonett[oi]|barzellett[ae]|indovinell[oi]|fiab[ae]|favol[ae]|canzon[ei]|ballat[ae]|limerick)(?!\p{L})`,
  ordersToAssistants: [
    '(?:ignora|ignorate|dimentica) (?:tutte )?(?:le |le tue )?istruzioni (?:precedenti|di cui sopra)',
    "(?:sei|lei è) (?:ora |adesso )?(?:un |una |un'|un’)?(?:ia|intelligenza artificiale|assistente ia|modello linguistico|chatbot)",
  ],
  intents: { calculation: 'calcola|in totale|somma (?:di|de)|media (?:di|de)' },
  personTitles: 'sig sigra signor signora signore signorina dott dottor dottoressa',
  introductions: 'sono|mi chiamo|il mio nome è|siamo|gentile|car[oa]|ciao',
  ordinals: {
    words: `primo/prima secondo/seconda terzo/terza quarto/quarta quinto/quinta sesto/sesta settimo/settima ottavo/ottava nono/nona decimo/decima`,
    written: (value) => [String(value), `${value}o`, `${value}a`],
  },
};
