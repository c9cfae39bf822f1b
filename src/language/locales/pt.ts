import { stemmer } from '@orama/stemmers/portuguese';
import type { Locale } from '../locale.js';

export const pt: Locale = {
  script: 'Latin',
  iso3: 'por',
  letters: { has: /[ãõ]/u, lacks: /ñ|ción$/u },
  commonWords: `o a os as de do da dos das um uma e é são em no na para que quem qual quais quanto quantos quando como onde por com não se eu ao foi posso devo tenho
    mais mas como também pode ser este esta entre sobre muito sem até desde porque já ou você deve está estão há foram pelo pela seu sua à às ser são`,
  stemmer,
  functionWords: `à ao aos as até com como da das de dela dele do dos e é ela ele eles em entre era está este esta eu foi foram há
    isso isto já lhe mais mas me meu minha na não nas no nos nós o onde os ou para pela pelo por porque posso qual quais
    quando quanta quantas quanto quantos que quê quem se sem ser seu sua são só também te tem tenho um uma uns você custa custam`,
  negations: 'não nunca jamais nenhum nenhuma nada ninguém sem nem proibido',
  conditions: 'se salvo exceto excepto condição caso',
  conditionsInside: /a menos que|desde que/u,
  provisos: { words: 'salvo|exceto' },
  introducingWords: `o a os as um uma do da dos das de este esta isto é são ao à em no na nos nas por segundo conforme como e também aqui que se acordo com
    diz indica afirma estabelece escreve lê menciona explica descreve define cita textualmente literalmente exatamente seguinte segue palavras
    política regulamento documento manual guia texto fonte página seção secção capítulo parágrafo artigo cláusula contrato relatório resposta frase
    original regra regras`,
  reversingWords:
    'falso falsa falsamente mentira mito boato nega negam desmente dúvida duvidoso supostamente alegadamente contrário ignore ignora esqueça raramente mal inventado errado errada piada',
  everybodyWords: 'todos todas qualquer sempre todo toda cada',
  onlyWords: 'só somente apenas exclusivamente unicamente',
  numerals: {
    upToNineteen:
      'um/uma dois/duas três quatro cinco seis sete oito nove dez onze doze treze quatorze/catorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    hundreds:
      'cem/cento duzentos/duzentas trezentos/trezentas quatrocentos/quatrocentas quinhentos/quinhentas seiscentos/seiscentas setecentos/setecentas oitocentos/oitocentas novecentos/novecentas',
    ambiguous: 'um uma',
    connector: 'e',
  },
  units: {
    workday: 'útil úteis',
    second: 'segundo',
    minute: 'minuto',
    hour: 'hora',
    day: 'dia dias',
    week: 'semana',
    month: 'mês',
    year: 'ano anos',
    usd: 'dólar',
    thousand: 'mil',
    million: 'milhão milhões',
    metre: 'metro',
    litre: 'litro',
    person: 'pessoa',
    time: 'vez vezes',
  },
  rates: { lead: 'por|ao|cada', periods: 'minuto hora dia semana mês ano' },
  months:
    'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  answerTypes: {
    comparison: { words: String.raw`diferença\p{L}*` },
    quantity: { words: 'quant[oa]s?' },
    price: { words: 'quanto custam?' },
    day: { words: 'desde quando|em que (?:ano|data|dia)' },
    age: { words: 'quantos anos|que idade|qual (?:é )?a idade' },
    weight: { words: 'quanto pesam?' },
    date: { words: 'quando' },
    address: { words: 'endereço' },
    phone: { words: '(?:número de )?telefone' },
    person: { words: 'quem' },
    definition: { words: 'o que é' },
    list: { words: 'quais' },
    steps: { words: 'como' },
  },
  ages: { words: String.raw`idade|nascid[oa]s?|nasceu` },
  countQuestions: 'quant[oa]s',
  prices: { words: 'grátis|gratuit[oa]s?|reais' },
  asks: { words: 'quem|onde' },
  smallTalk: {
    phrases:
      'olá|oi|bom dia|boa tarde|boa noite|obrigado|obrigada|muito obrigado|muito obrigada|tchau|adeus|até logo|até breve|até mais|como vai|como está|como estás|como você está|tudo bem|tudo bom|quem é você|quem és tu|o que você pode fazer|o que podes fazer|como você pode me ajudar|ajuda|pela ajuda|pela sua ajuda|perfeito',
    thanks: 'obrigad',
    farewells: 'tchau|adeus|até (?:logo|breve|mais)',
  },
  pages: { before: 'página', of: 'de' },
  titles: {
    chapters: 'capítulo',
    largeParts: 'artigo',
    smallParts: 'seção',
    contents: 'sumário',
    licence: 'licença',
  },
  rolesByPlace: true,
  commands: { write: 'salve|escrev|cri[ae]', run: 'execut', file: 'arquivo|ficheiro' },
  collection: {
    documents: 'documentos?|arquivos?|ficheiros?',
    here: 'há|existem|estão|aqui|disponíveis|você tem|tem|temos|posso ler|na (?:coleção|biblioteca)|no sistema',
    list: '(?:que|quais) <d><H>|quais são os <d><h>|(?:liste|lista|mostre|mostra)(?:-me)? (?:todos )?os <d><h>',
    count: 'quantos <d><H>',
    newest:
      'quais são os (?:(?:novos|últimos) <d>|<d> (?:mais )?(?:novos|recentes))|(?:que|quais) <d> são (?:os mais )?(?:novos|recentes)|mostre(?:-me)? os (?:últimos|novos) <d>',
    about:
      '(?:há|existe|tem|temos) (?:algum |um |alguns )?<d> sobre (?:o |a |os |as )?{}|(?:que|quais) <d> (?:falam de|falam sobre|mencionam|tratam de) {}',
    contents:
      'o que (?:há|está|diz) (?:em|no|na) (?:<d> )?{}|o que (?:contém|diz) o <d> {}|de que trata (?:o )?(?:<d> )?{}',
    summary:
      '(?:pode )?(?:resuma|resume|resumir)(?: por favor)? (?:o |a |os |as )?(?:<d> )?{}|(?:faça |dê-me )?um resumo (?:de |do |da )(?:<d> )?{}',
  },
  answerRemarks: String.raw`(?:olá|oi|bom dia|boa (?:tarde|noite)|prezad[oa]s?|car[oa]s?|atenciosamente|cumprimentos|obrigad[oa]|assunto|claro|em resumo)(?!\p{L})(?=[^.!?]{0,40}[.!?]?$)|(?:espero|posso|não (?:posso|encontrei|consegui)|(?:eu )?sou)(?!\p{L})|aqui (?:está|estão)|a seguir|segue|se (?:precisar|quiser|tiver|desejar)[^.]{0,80}|depende(?!\p{L})`,
  notInDocuments: String.raw`(?:document|fonte|texto|trecho|passage|manual|contrato|polític|relatório|informaç)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}não (?:diz|dizem|mencionam?|indicam?|especificam?|cont[eé]m|incluem?|explicam?|informam?)|não (?:encontrei|há informaç)|nenhuma (?:informação|menção)|(?:document|fonte|texto|trecho|passage|manual|contrato|polític|relatório)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}não (?:o |a |nos )?(?:diz|dizem|mencionam?|indicam?|especificam?|tratam?|descrevem?|esclarecem?)(?!\p{L})|(?<!\p{L})não (?:o|a) (?:diz|dizem|mencionam?|indicam?|especificam?|explicam?)(?!\p{L})|(?<!\p{L})(?:eles|elas|estes|estas) não (?:o |a )?(?:dizem|mencionam|indicam|especificam|explicam|informam)|nenhuma? (?:dos (?:documentos|textos|trechos)|das fontes|deles|delas|documento|fonte|texto) (?:o |a )?(?:diz|menciona|indica|especifica|explica|contém|trata|informa)|não (?:faz|fazem) parte (?:dos documentos|das fontes|dos textos|do que)|não (?:consegui|consigo|pude|foi possível) encontrar|não (?:é|são|está|estão|foi) (?:mencionad|indicad|especificad|encontrad)\p{L}*|não há (?:menção|resposta|nada)|nada (?:sobre|a respeito)`,
  fillers: 'portanto assim atualmente agora também além geralmente normalmente então',
  bounds: {
    atMost: 'no máximo|até|não mais de|máximo|máxima|o mais tardar',
    atLeast: 'pelo menos|no mínimo|mínimo|mínima|não menos de',
    moreThan: 'mais de|superior a|acima de',
    lessThan: 'menos de|inferior a|abaixo de',
    exactly: 'exatamente|precisamente',
    about: 'cerca de|aproximadamente|quase',
  },
  obligingWords: 'deve devem obrigatório obrigatória obrigado necessário',
  allowingWords: 'pode podem possível permitido autorizado facultativo',
  yesOrNo: 'sim|não|correto',
  equivalents: `empregado trabalhador funcionário colaborador pessoal, prazo período duração, pagar, reembolsar devolver, mensal mês, anual ano, semanal semana, diário dia, início começar iniciar, fim terminar acabar, férias,
    empresa companhia empregador, obter receber, autorização aprovação consentimento, informar avisar notificar comunicar, cliente comprador, fornecedor, preço custo tarifa, aumentar subir, diminuir reduzir baixar, apagar eliminar,
    conservar guardar, verificar conferir, reparar consertar, defeito avaria falha, imediatamente logo, usar utilizar, adicional extra`,
  multipliers: { million: 'mi' },
  halfWords: 'metade meio meia',
  minusWords: 'menos',
  aboutAssistant: String.raw`quem (?:é você|és tu|é o senhor|é a senhora)|o que (?:é você|você é|és)|como (?:você se chama|te chamas)|qual é o (?:seu|teu) nome|você é uma? (?:humano|pessoa|máquina|robô|programa)(?: ou uma? (?:humano|pessoa|máquina|robô|programa))?|o que (?:você pode|você sabe|podes|sabes) fazer(?: por mim| por nós)?|(?:como|em que) (?:você pode|podes) (?:me ajudar|nos ajudar|ajudar me)|o que posso (?:te |lhe )?perguntar(?: a você)?|apresente se`,
  writing: String.raw`(?:^|[^\p{L}])(?:escrev[ae]|redij[ae]|redige|formule|reformule)(?![\p{L}])[^.?!]{0,60}(?:e-?mail|carta|mensagem|nota|resposta|texto|anúncio|convite|lembrete|pedido|parágrafo|frase|discurso)|(?:^|[^\p{L}])(?:traduz|traduza|traduzir)(?![\p{L}])`,
  invention: String.raw`(?<!\p{L})(?:escrev|componh|invent|cont[ae]|redij|recit|faç|faz)\p{L}*(?:-(?:me|nos))?(?: por favor)? (?:um|uma|outro|outra|dois|duas) (?:(?!(?:sobre|de|do|da|para|em|com|a)(?!\p{L}))[\p{L}'’-]+,? ){0,3}(?:haicais?|haikais?|haikus?|poemas?|sonetos?|piadas?|adivinhas?|fábulas?|contos? de fadas?|canção|canções|rimas?|quadras?)(?!\p{L})`,
  ordersToAssistants: [
    '(?:ignore|ignora|esqueça|esquece|desconsidere) (?:todas )?(?:as )?(?:suas |tuas )?instruções (?:anteriores|prévias|acima)',
    '(?:você é|tu és) (?:agora )?(?:uma? )?(?:ia|inteligência artificial|assistente de ia|modelo de linguagem|chatbot)',
  ],
  intents: { calculation: 'calcul[ae]|no total|soma (?:de|d[oa])|média' },
  personTitles: 'sr sra senhor senhora dona dr dra',
  introductions:
    '(?:eu )?sou|(?:eu )?me chamo|chamo-me|(?:o )?meu nome é|somos|car[oa]|prezad[oa]|olá',
  ordinals: {
    words: `primeiro/primeira segundo/segunda terceiro/terceira quarto/quarta quinto/quinta sexto/sexta sétimo/sétima oitavo/oitava nono/nona décimo/décima`,
    written: (value) => ['o', 'a'].map((ending) => `${value}${ending}`),
  },
};
