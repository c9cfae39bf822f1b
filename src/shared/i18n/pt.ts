import type { Messages } from './en.js';

export const pt: Messages = {
  notFound: 'Não encontrei nos documentos disponíveis nada que responda a esta pergunta.',
  stepLimit: 'O limite de passos foi atingido; isto baseia-se no que foi encontrado até então.',
  deadlineReached: 'O tempo esgotou-se; isto baseia-se no que foi encontrado até então.',
  endsEarly: 'Esta resposta termina aqui antes de estar completa.',
  noModelWroteThis:
    'Nenhum modelo de linguagem escreveu isto; as frases são citadas dos documentos:',
  closestPassages:
    'Não foi encontrada uma resposta segura. Estas são as passagens mais próximas, citadas dos documentos; nenhum modelo de linguagem escreveu isto:',
  notInPassages: (words) => `Estas palavras da pergunta não foram encontradas: ${words}.`,
  toolsReturned: 'Nenhum modelo de linguagem escreveu isto; é o que as ferramentas devolveram:',
  modelMade:
    'Produzido pelo modelo de linguagem com as suas ferramentas e não verificado em nenhuma fonte:',
  toolsFailed: (names) => `Uma consulta falhou, por isso isto pode estar incompleto: ${names}.`,
  lookupFailed: 'Não foi possível consultar isto:',
  quotingMode:
    'Não há aqui nenhum modelo de linguagem configurado, por isso cito frases dos documentos.',
  canCalculate: (example) => `Também faço contas, por exemplo ${example}.`,
  greeting: 'Olá! Faça-me uma pergunta sobre os documentos da sua organização.',
  youAreWelcome: 'De nada!',
  goodbye: 'Até logo!',
  clarificationFallback: 'Pode dizer com mais precisão o que gostaria de saber?',
  knowledgeBaseUnavailable:
    'A base de conhecimento está indisponível neste momento. Tente novamente mais tarde.',
  notReadYet: 'Alguns documentos ainda não foram lidos. Pergunte de novo daqui a pouco.',
  indexRebuilding:
    'O índice de pesquisa está a ser reconstruído, por isso alguns documentos ainda não podem ser encontrados.',
  beyondTools: 'Este pedido vai além do que as ferramentas ativas podem fazer.',
  foundIn: (languages) => `Idioma dos documentos encontrados: ${languages}.`,
  sourcesLabel: 'Fontes:',
  filesLabel: 'Ficheiros:',
  remembered: 'Memorizado:',
  toConfirm: (days) => `Ainda não memorizado. Confirme em até ${days} dias para que seja lembrado:`,
  notRemembered: 'Isto não foi memorizado:',
  privateMemory: 'A sua nota (privada)',
  toolResult: 'Resultado da ferramenta',
  codeResult: 'Resultado de código',
  untitledDocument: 'Documento sem título',
  linkRemoved: '(ligação removida)',
  answerWithheld:
    'Esta resposta já não é mostrada: uma fonte em que se baseia foi alterada, eliminada ou deixou de estar acessível.',
  unsupportedMark: 'redação não encontrada na fonte',
  uncheckedMark: 'produzido pelo próprio modelo, não verificado em nenhuma fonte',
  pages: ({ start, end }) => (start === end ? `p. ${start}` : `pp. ${start}–${end}`),
  documentsListed: ({ total, shown }) =>
    shown < total
      ? `Documentos que pode ler: ${total}; listados aqui: ${shown}.`
      : `Documentos que pode ler: ${total}.`,
  newestDocuments: ({ total, shown }) =>
    `Os documentos mais recentes que pode ler (${shown} de ${total}):`,
  rowsShown: ({ total, shown }) =>
    `Linhas correspondentes nas passagens encontradas: ${total}; mostradas aqui: ${shown}.`,
  documentsAbout: (topic) => `Documentos que falam de ${topic}:`,
  outlineOf:
    'Nenhum modelo de linguagem escreveu isto; é o esquema do documento, abaixo das suas primeiras frases:',
  olderDiffers: (title) => `Um documento mais antigo diz outra coisa: ${title}`,
  quote: (text) => `“${text}”`,
  correction: (text) => `Correção: ${text}`,
  statementsLeftOut: (count) =>
    count === 1
      ? 'Uma afirmação foi omitida: não consta nas fontes.'
      : `${count} afirmações foram omitidas: não constam nas fontes.`,
};
