import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('pt-PT');

/** Sentences of the receipt of an answer. */
export const receipt = {
  receiptTitle: 'Como se chegou a esta resposta',
  receiptOpen: 'Como se chegou a esta resposta',
  receiptHint: 'Este endereço é permanente. Quem o abrir vê o que as suas permissões deixam ver.',
  toConversation: 'Ir para a conversa',
  stillRunning: 'Esta resposta ainda está a ser escrita.',
  textWithheld:
    'A pergunta e a resposta não são mostradas: pertencem a outra pessoa ou foram eliminadas.',
  contentWithheld:
    'Não mostrado: a fonte foi alterada, eliminada ou não está acessível a esta conta.',
  strip: 'Em resumo',
  totalTime: 'tempo total',
  tokens: 'tokens',
  tokensInOut: (input: string, output: string) => `${input} de entrada, ${output} de saída`,
  cost: 'custo',
  costUnknown: 'desconhecido',
  rounds: 'rondas',
  writtenBy: 'redigida',
  byModel: 'por um modelo',
  byQuoting: 'com citações',
  outcomeLabel: 'resultado',
  executionStatus: {
    running: 'em curso',
    success: 'completa',
    partial: 'incompleta',
    degraded: 'com limitações',
    error: 'falhou',
    cancelled: 'interrompida',
  },
  waterfall: 'Passos e ferramentas no tempo',
  waterfallHint:
    'Cada barra indica quando o passo decorreu. As ferramentas de uma ronda começam juntas. A negrito: metade do tempo ou mais.',
  step: 'Passo',
  time: 'Tempo',
  when: 'Quando',
  state: 'Estado',
  round: (number: number) => `ronda ${number}`,
  stepStatus: {
    success: 'concluído',
    degraded: 'com limitações',
    error: 'falhou',
    timeout: 'demorou demasiado',
    cancelled: 'interrompido',
  },
  strategy: {
    fail_workflow: 'a resposta foi interrompida',
    continue_original: 'continuou-se com a pergunta original',
    default_tools: 'usaram-se as ferramentas habituais',
    partial_results: 'continuou-se com o que havia',
    basic_response: 'deu-se a resposta simples',
  },
  queries: 'Pesquisas efetuadas',
  decisions: 'Decisões',
  decisionOf: {
    CALL_TOOLS: 'usar ferramentas',
    ANSWER: 'responder',
    ASK_CLARIFICATION: 'pedir um esclarecimento',
  },
  decisionTools: (tools: string) => `Ferramentas: ${tools}`,
  decisionBy: (protocol: string) => `Decidido por: ${protocol}`,
  candidates: 'Passagens encontradas e o que foi feito de cada uma',
  noCandidates: 'Não foi encontrada nenhuma passagem.',
  candidate: 'Passagem',
  became: 'Resultado',
  relevance: 'Relevância',
  coverage: 'Palavras abrangidas',
  rankedBy: 'Classificação',
  candidateOutcome: {
    cited: 'citada',
    in_prompt: 'lida, não citada',
    over_budget: 'omitida: sem espaço',
    unused: 'não utilizada',
    below_relevance: 'relevância insuficiente',
  },
  sourcesGiven: 'Outras fontes',
  dropped: {
    markers: (count: number) =>
      plural(count, { one: 'referência sem fonte', other: 'referências sem fonte' }),
    citations: (count: number) =>
      plural(count, { one: 'citação não confirmada', other: 'citações não confirmadas' }),
    outOfScope: (count: number) =>
      plural(count, { one: 'passagem não acessível', other: 'passagens não acessíveis' }),
  },
  droppedFrom: (what: string) => `Retirado da resposta: ${what}`,
  modelCalls: 'Chamadas a modelos',
  purpose: 'Para',
  model: 'Modelo',
  modelOutcome: { ok: 'concluída', error: 'falhou', cancelled: 'interrompida' },
  purposeOf: {
    rewrite: 'reformular a pergunta',
    decide: 'decidir',
    repair: 'corrigir uma decisão',
    answer: 'responder',
    embed: 'comparar o significado',
    summary: 'resumir',
    rerank: 'classificar',
  },
  stateDiffs: 'O que cada passo alterou no estado',
};
