import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('fr');

/** Sentences of the receipt of an answer. */
export const receipt = {
  receiptTitle: 'Comment cette réponse a été obtenue',
  receiptOpen: 'Comment cette réponse a été obtenue',
  receiptHint: 'Cette adresse est durable. Chacun y voit ce que ses droits lui permettent de voir.',
  toConversation: 'Aller à la conversation',
  stillRunning: 'Cette réponse est encore en cours de rédaction.',
  textWithheld:
    'La question et la réponse ne sont pas affichées : elles appartiennent à quelqu’un d’autre ou ont été supprimées.',
  contentWithheld:
    'Non affiché : la source a été modifiée, supprimée ou ne vous est pas accessible.',
  strip: 'En bref',
  totalTime: 'durée totale',
  tokens: 'tokens',
  tokensInOut: (input: string, output: string) => `${input} en entrée, ${output} en sortie`,
  cost: 'coût',
  costUnknown: 'inconnu',
  rounds: 'tours',
  writtenBy: 'rédaction',
  byModel: 'par un modèle',
  byQuoting: 'par citation',
  outcomeLabel: 'résultat',
  executionStatus: {
    running: 'en cours',
    success: 'complète',
    partial: 'incomplète',
    degraded: 'avec des limites',
    error: 'en échec',
    cancelled: 'arrêtée',
  },
  waterfall: 'Étapes et outils dans le temps',
  waterfallHint:
    'Chaque barre indique quand l’étape s’est déroulée. Les outils d’un même tour démarrent ensemble. En gras : la moitié du temps ou plus.',
  step: 'Étape',
  time: 'Durée',
  when: 'Quand',
  state: 'État',
  round: (number: number) => `tour ${number}`,
  stepStatus: {
    success: 'terminé',
    degraded: 'avec des limites',
    error: 'échec',
    timeout: 'trop long',
    cancelled: 'arrêté',
  },
  strategy: {
    fail_workflow: 'la réponse a été abandonnée',
    continue_original: 'poursuite avec la question d’origine',
    default_tools: 'recours aux outils habituels',
    partial_results: 'poursuite avec ce qui était disponible',
    basic_response: 'réponse simple donnée',
  },
  queries: 'Recherches effectuées',
  decisions: 'Décisions',
  decisionOf: {
    CALL_TOOLS: 'utiliser des outils',
    ANSWER: 'répondre',
    ASK_CLARIFICATION: 'demander une précision',
  },
  decisionTools: (tools: string) => `Outils\u00a0: ${tools}`,
  decisionBy: (protocol: string) => `Décidé par\u00a0: ${protocol}`,
  candidates: 'Passages trouvés, et ce que chacun est devenu',
  noCandidates: 'Aucun passage n’a été trouvé.',
  candidate: 'Passage',
  became: 'Résultat',
  relevance: 'Pertinence',
  coverage: 'Mots couverts',
  rankedBy: 'Classement',
  candidateOutcome: {
    cited: 'cité',
    in_prompt: 'lu, non cité',
    over_budget: 'omis : plus de place',
    unused: 'non utilisé',
    below_relevance: 'pas assez pertinent',
  },
  sourcesGiven: 'Autres sources',
  dropped: {
    markers: (count: number) =>
      plural(count, { one: 'renvoi sans source', other: 'renvois sans source' }),
    citations: (count: number) =>
      plural(count, { one: 'citation non confirmée', other: 'citations non confirmées' }),
    outOfScope: (count: number) =>
      plural(count, { one: 'passage non accessible', other: 'passages non accessibles' }),
  },
  droppedFrom: (what: string) => `Retiré de la réponse\u00a0: ${what}`,
  modelCalls: 'Appels aux modèles',
  purpose: 'But',
  model: 'Modèle',
  modelOutcome: { ok: 'terminé', error: 'échec', cancelled: 'arrêté' },
  purposeOf: {
    rewrite: 'reformuler la question',
    decide: 'décider',
    repair: 'corriger une décision',
    answer: 'répondre',
    embed: 'comparer le sens',
    summary: 'résumer',
    rerank: 'classer',
  },
  stateDiffs: 'Ce que chaque étape a changé dans l’état',
};
