import { stemmer } from '@orama/stemmers/spanish';
import type { Locale } from '../locale.js';

export const es: Locale = {
  script: 'Latin',
  iso3: 'spa',
  letters: { has: /ñ|ción$|^ll|dad$/u, lacks: /[ãõçâêôà]/u },
  commonWords: `el la los las de del un una y es son en para que qué quién quiénes cuál cuáles cuánto cuántos cuántas cuándo cómo dónde por con no se yo su sus al lo fue puedo debo tengo hay
    más pero como también puede ser este esta entre sobre cuando muy sin hasta desde donde porque si ya o usted debe está están ha han`,
  stemmer,
  functionWords: `a al algún como cómo con cual cuál cuáles cuando cuándo cuanta cuánta cuántas cuanto cuánto cuántos de del desde
    donde dónde el ella ellos en entre era es esa ese eso esta está este esto fue fueron ha hacer han hasta hay la las le
    les lo los más me mi mis no nos o para pero por porque puede puedo qué que quien quién quiénes se ser si sí sin sobre
    son su sus te tengo tiene tu un una unas uno unos y ya yo significa llama llaman ocurre pasa diferencia entre
    exactamente hace debe deben pueden tienen cada todo todos toda todas también muy estas estos estar están será ante según dura cuesta cuestan vale valen`,
  emptyWords: `el la los las lo un una unos unas de del y e o u es son era eran ser está están estar en con por para a al sobre entre
    que qué quien quién quiénes cual cuál cuáles cuando cuándo como cómo donde dónde cuánto cuánta cuántos cuántas porque
    se su sus le les me te nos mi mis tu tus nuestro nuestra este esta estos estas ese esa esos esas esto eso él ella ellos ellas yo
    ha han hay haber puede pueden debe deben si pero más muy también cada todo todos toda todas según fue fueron`,
  negations:
    'no nunca jamás ningún ninguna ninguno nada nadie sin ni tampoco prohibido prohibida salvo excepto',
  references:
    'él ella ellos ellas lo le les eso esto esos esas este esta estos estas ese esa aquello mismo misma anterior allí ahí dicho dicha su sus',
  continuations: 'y|qué hay de|qué tal|por qué|también|desde cuándo|entonces|además',
  interrogatives:
    'qué quién cuál cuáles cuándo cuánto cuánta cuántos cuántas cómo dónde por es son puedo puede debo debe hay explica explique lista muestra compara resume calcula busca',
  conjunctions: 'y e o u pero además',
  conditions: 'si salvo excepto condición',
  conditionsInside: /a menos que|siempre que|siempre y cuando|en caso de/u,
  provisos: { words: 'salvo|excepto|excepción' },
  introducingWords: `el la los las lo un una del de este esta esto es son a al en por según como y también aquí que se conforme acuerdo
    dice indica señala establece escribe lee menciona explica describe define cita textualmente literalmente exactamente siguiente sigue palabras
    política reglamento documento manual guía texto fuente página sección capítulo párrafo artículo cláusula contrato informe respuesta frase
    original norma normas`,
  neutralWords: 'respecto información detalles explique describa significa existe',
  reversingWords:
    'falso falsa falsamente mentira mentiras miente mito rumor niega niegan desmiente duda dudoso supuestamente presuntamente contrario contraria ignora ignore olvida olvide raramente apenas inventado erróneo errónea equivocado broma',
  everybodyWords: 'todos todas cualquiera siempre todo toda cada cualquier',
  onlyWords: 'solo sólo solamente únicamente exclusivamente',
  contrasts: { words: 'pero|sino|aunque' },
  numerals: {
    upToNineteen:
      'un/uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
    twenties:
      'veintiuno/veintiún/veintiuna veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    hundreds:
      'cien/ciento doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas quinientos/quinientas seiscientos/seiscientas setecientos/setecientas ochocientos/ochocientas novecientos/novecientas',
    ambiguous: 'un uno una once',
    connector: 'y',
  },
  units: {
    workday: 'hábil hábiles laborable laborables',
    second: 'segundo',
    minute: 'minuto',
    hour: 'hora',
    day: 'día días',
    week: 'semana',
    month: 'mes meses',
    year: 'año',
    usd: 'dólar',
    thousand: 'mil',
    million: 'millón millones',
    kilometre: 'kilómetro',
    metre: 'metro',
    gram: 'gramo',
    litre: 'litro',
    person: 'persona',
    time: 'veces vez',
  },
  rates: {
    lead: 'por|al|cada',
    periods: 'minuto hora día semana mes año',
    words: String.raw`- - diari[oa]\p{L}{0,5} semanal\p{L}{0,5} mensual\p{L}{0,5} anual\p{L}{0,5}`,
  },
  months:
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  weekdays: 'lunes martes miércoles jueves viernes sábado domingo',
  abbreviations: 'sra srta dña ej ud uds',
  abbreviationsBeforeNumber: 'num núm pág págs aprox',
  answerTypes: {
    comparison: { words: String.raw`diferencia\p{L}*` },
    quantity: { words: 'cuánt[oa]s?|qué (?:precio|importe|porcentaje|plazo)' },
    price: {
      words:
        'cuánto (?:me |nos |se )?(?:cuestan?|valen?|paga|cobran?|es)|cuál es (?:el|la) (?:precio|tarifa|tasa)',
    },
    day: { words: 'desde cuándo|(?:qué|cuál) (?:fecha|día|año)' },
    age: { words: 'qué edad|cuántos años|cuál es (?:la|su) edad' },
    weight: { words: 'cuánto pesan?' },
    date: { words: 'cuándo|cuánto tiempo|(?:qué|cuál) (?:fecha|día|año|hora)' },
    address: { words: 'correo|dirección|sitio web' },
    phone: { words: '(?:número de )?teléfono' },
    person: { words: 'quién(?:es)?' },
    definition: { words: 'qué (?:es|son|significa)' },
    list: { words: String.raw`cuáles|qué tipos|enumer\p{L}*` },
    steps: { words: 'cómo' },
  },
  counts: { words: 'dos|tres|cuatro|cinco|siete|ocho|nueve|diez|cien|ciento|mil' },
  ages: { words: String.raw`edad|nacid[oa]s?|nació` },
  countQuestions: 'cuánt[oa]s',
  articleForOne: 'un[oa]?',
  prices: { words: String.raw`dólar\p{L}*|pesos?|céntimos?|gratis|gratuit[oa]s?` },
  times: { words: 'antes|después|hasta|dentro|cada|durante' },
  and: 'y|e',
  asks: { words: String.raw`qué|quién\p{L}*|cuál\p{L}*|cuánt\p{L}*|cuándo|cómo|dónde` },
  intents: {
    memory: 'recuerda|acuérdate',
    summary: String.raw`\bresum`,
    comparison: 'diferencia',
    calculation: 'calcula|en total|suma de|promedio|media de',
    procedure: String.raw`\bcómo\b`,
  },
  smallTalk: {
    phrases:
      'hola|buenos días|buenas tardes|buenas noches|gracias|muchas gracias|adiós|hasta luego|cómo estás|cómo está|qué tal|quién eres|qué puedes hacer|ayuda|por la ayuda|por su ayuda|por tu ayuda|perfecto',
    thanks: 'gracias',
    farewells: 'adiós|hasta luego',
  },
  midAbbreviations: 'cía|sa|sl',
  mail: {
    headers: 'para|asunto|enviado|fecha',
    forwarded: 'mensaje (?:original|reenviado)',
    wrote: String.raw`\bescribió`,
  },
  unmarkedQuestions: {
    first: 'qué|quién(?:es)?|cuál(?:es)?|cuándo|dónde|cómo|cuánt[oa]s?|por qué',
  },
  remembering: {
    courtesies: 'por favor|hola|y',
    verbs:
      '(?:recuerda|recuerde|recordad|acuérdate de|acuérdese de|ten en cuenta|tenga en cuenta|ten presente|no olvides|no olvide|no te olvides de|no se olvide de|memoriza|memorice|anota|anote|apunta|apunte)(?:,? por favor)?',
    politely: '(?:puedes|podrías|puede|podría) (?:recordar|memorizar)',
    links: ',? que | ?[:–—] ?',
    pointers:
      '(?:recuérdalo|recuérdelo|recuerda (?:esto|eso)|no lo olvides|apúntalo|anótalo|memorízalo|tenlo en cuenta)(?:,? por favor)?',
    bans: 'no (?:lo |la |te )?(?:recuerdes|recuerde|guardes|guarde|memorices|memorice|anotes|anote|apuntes|apunte|acuerdes)|(?<!no )olvida(?:lo)? (?:eso|esto|que|lo)',
  },
  aboutConversation: 'nuestra conversación|tu última respuesta',
  pages: { before: 'página', of: 'de' },
  titles: {
    chapters: 'capítulo',
    largeParts: 'título|anexo|artículo',
    smallParts: 'sección',
    contents: 'índice(?: general)?|(?:tabla de )?contenidos?',
    licence: 'licencia',
    untitled: 'sin título',
  },
  sourceListTitles:
    'referencias|referencia|bibliografía|citas|fuente|fuentes citadas|obras citadas|notas al pie',
  rolesByPlace: true,
  numberEndings: 'o a as es os',
  commands: { write: 'guarda|escrib|crea', run: 'ejecut|usa', file: 'archivo|fichero' },
  collection: {
    documents: 'documentos?|archivos?|ficheros?',
    here: 'hay|aquí|disponibles?|tienes?|tenemos|existen|están|puedo (?:leer|ver)|conoces?|en (?:la colección|la biblioteca|el sistema|la base de conocimientos?)',
    list: '(?:qué|que|cuáles) <d><H>|cuáles son los <d><h>|(?:lista|enumera|muestra|muéstrame|enséñame)(?: por favor)? (?:todos )?(?:los|mis|nuestros) <d><h>',
    count: 'cu[áa]ntos <d><H>',
    newest:
      'cuáles son los (?:(?:nuevos|últimos) <d>|<d> (?:más )?(?:nuevos|recientes))|qué <d> son (?:los más )?(?:nuevos|recientes)|muéstrame los (?:últimos|nuevos) <d>',
    about:
      '(?:hay|tienes|tenemos|existe) (?:algún |un |algunos |unos )?<d> (?:sobre|acerca de) {}|qué <d> (?:hablan de|tratan de|mencionan) {}',
    contents:
      'qué (?:hay|pone|dice) en (?:el )?(?:<d> )?{}|qué (?:contiene|dice) el <d> {}|de qué trata (?:el )?(?:<d> )?{}',
    summary:
      '(?:puedes? )?(?:resume|resumir|resúmeme|resuma)(?: por favor)? (?:el |la |los |las )?(?:<d> )?{}|(?:(?:haz|haga|dame|deme)(?:me)? )?un resumen (?:de la |de |del )(?:<d> )?{}',
  },
  answerRemarks: String.raw`(?:hola|buen(?:os|as) (?:días|tardes|noches)|estimad[oa]s?|querid[oa]s?|saludos|atentamente|gracias|asunto|por supuesto|en resumen)(?!\p{L})(?=[^.!?]{0,40}[.!?]?$)|(?:espero|puedo|no (?:puedo|he|encuentro|encontré)|soy)(?!\p{L})|aquí (?:está|están|tiene|tienes)|a continuación|si (?:necesita|necesitas|tiene|tienes|quiere|quieres|desea)[^.]{0,80}(?:dígame|dime|pregunt|puedo)|depende(?!\p{L})`,
  notInDocuments: String.raw`(?:document|fuente|texto|pasaje|extracto|manual|contrato|polític|informe|información)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}no (?:dicen?|mencionan?|indican?|especifican?|explican?|responden?|señalan?|aparece)|(?:document|fuente|texto|pasaje|extracto|manual|informe|información)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}no (?:contienen?|incluyen?)|no (?:he encontrado|encontré|encuentro|se (?:menciona|indica|especifica|encontró))|ninguna (?:información|mención)|no hay (?:información|ninguna)|(?:document|fuente|texto|pasaje|extracto|manual|contrato|polític|informe)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}no (?:lo |la |nos )?(?:dicen?|mencionan?|indican?|especifican?|precisan?|aclaran?|tratan?|describen?)(?!\p{L})|(?<!\p{L})no lo (?:dicen?|mencionan?|indican?|especifican?|aclaran?|precisan?|explican?)(?!\p{L})|ningun[oa] (?:de (?:los|las|ellos|ellas|estos|estas)(?: (?:documentos|fuentes|textos))?|documento|fuente|texto) (?:lo |la )?(?:dice|menciona|indica|especifica|explica|contiene|trata|aclara)|no (?:forma|forman|es|son) parte de (?:los (?:documentos|textos)|las fuentes|lo que)|no (?:he podido|pude|puedo|logro|consigo) encontrar|no (?:está|están|es|son) (?:mencionad|indicad|especificad)\p{L}*|no hay (?:respuesta|mención|datos|nada)|nada (?:sobre|acerca de|al respecto)`,
  fillers: 'por tanto así actualmente ahora también además generalmente normalmente entonces',
  bounds: {
    atMost: 'como máximo|a lo sumo|hasta|no más de|máximo|máxima|a más tardar',
    atLeast: 'al menos|por lo menos|como mínimo|mínimo|mínima|no menos de',
    moreThan: 'más de|superior(?:es)? a|por encima de',
    lessThan: 'menos de|inferior(?:es)? a|por debajo de',
    exactly: 'exactamente|precisamente',
    about: 'aproximadamente|unos|unas|alrededor de|cerca de|casi',
  },
  obligingWords: 'debe deben debes obligatorio obligatoria obligado obligados necesario requerido',
  allowingWords: 'puede pueden puedes posible permitido permitida autorizado opcional',
  yesOrNo: 'sí|no|correcto',
  equivalents: `empleado trabajador personal plantilla, plazo período periodo duración, pagar abonar, reembolsar devolver, mensual mes, anual año, semanal semana, diario día, inicio comenzar empezar comienzo iniciar,
    fin terminar finalizar acabar vencer, vacaciones, empresa compañía empleador, obtener recibir, autorización aprobación permiso consentimiento, informar avisar notificar comunicar, cliente comprador, proveedor suministrador,
    precio coste costo tarifa, aumentar subir incrementar, disminuir bajar reducir, borrar eliminar suprimir, conservar guardar almacenar, comprobar verificar revisar, reparar arreglar, defecto fallo avería, inmediatamente enseguida,
    usar utilizar emplear, adicional suplementario extra, alquiler renta, solicitar pedir, teléfono llamar`,
  multipliers: { thousand: 'k', million: 'm mill' },
  halfWords: 'mitad medio media',
  minusWords: 'menos',
  aboutAssistant: String.raw`(?:quién|qué) eres|quién es usted|cómo te llamas|cómo se llama usted|cuál es (?:tu|su) nombre|(?:eres|es usted) una? (?:humano|persona|máquina|robot|programa)(?: o una? (?:humano|persona|máquina|robot|programa))?|qué (?:puedes|puede|sabes|sabe) hacer(?: por mí| por nosotros)?|(?:en qué|cómo) (?:puedes|puede) (?:ayudarme|ayudarnos)|qué (?:te|le) puedo preguntar|qué puedo (?:preguntarte|preguntarle)|sobre qué (?:temas )?(?:te|le) puedo preguntar|preséntate|preséntese`,
  writing: String.raw`(?:^|[^\p{L}])(?:escrib[ea]|redact[ae]|formul[ae]|reformul[ae])(?![\p{L}])[^.?!]{0,60}(?:correo|e-?mail|carta|mensaje|nota|respuesta|texto|anuncio|invitación|recordatorio|solicitud|párrafo|frase|discurso)|(?:^|[^\p{L}])(?:traduce|traduzca|traducir)(?![\p{L}])`,
  invention: String.raw`(?<!\p{L})(?:escrib|comp[oó]n|invent|cu[eé]nt|redact|haz|recit)\p{L}*(?: por favor)? (?:un|una|unos|otro|otra|dos) (?:(?!(?:sobre|de|del|para|en|con|a)(?!\p{L}))[\p{L}'’-]+,? ){0,3}(?:haikus?|poemas?|sonetos?|chistes?|adivinanzas?|cuentos?|canción|canciones|rimas?|coplas?)(?!\p{L})`,
  ordersToAssistants: [
    '(?:ignora|ignore|olvida|olvide|descarta) (?:todas )?(?:las |tus |sus )?instrucciones (?:anteriores|previas)',
    '(?:eres|usted es) (?:ahora )?(?:un |una )?(?:ia|inteligencia artificial|asistente de ia|modelo de lenguaje|chatbot)',
  ],
  personTitles: 'sr sra srta señor señora señorita don doña dr dra',
  introductions: 'soy|me llamo|mi nombre es|somos|estimad[oa]s?|querid[oa]s?|hola',
  ordinals: {
    words: `primer/primero/primera/primeros/primeras segundo/segunda tercer/tercero/tercera cuarto/cuarta quinto/quinta sexto/sexta séptimo/séptima octavo/octava
      noveno/novena décimo/décima`,
    written: (value) => ['o', 'a', 'er'].map((ending) => `${value}${ending}`),
  },
};
