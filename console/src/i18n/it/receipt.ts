import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('it');

/** Sentences of the receipt of an answer. */
export const receipt = {
  receiptTitle: 'Come è nata questa risposta',
  receiptOpen: 'Come è nata questa risposta',
  receiptHint: 'Questo indirizzo è permanente. Chi lo apre vede quanto i suoi permessi consentono.',
  toConversation: 'Vai alla conversazione',
  stillRunning: 'Questa risposta è ancora in fase di scrittura.',
  textWithheld:
    'Domanda e risposta non vengono mostrate: sono di un’altra persona o sono state eliminate.',
  contentWithheld:
    'Non mostrato: la fonte è stata modificata, eliminata o non è accessibile a questo account.',
  strip: 'In breve',
  totalTime: 'tempo totale',
  tokens: 'token',
  tokensInOut: (input: string, output: string) => `${input} in ingresso, ${output} in uscita`,
  cost: 'costo',
  costUnknown: 'non noto',
  rounds: 'cicli',
  writtenBy: 'redatta',
  byModel: 'da un modello',
  byQuoting: 'con citazioni',
  outcomeLabel: 'esito',
  executionStatus: {
    running: 'in corso',
    success: 'completa',
    partial: 'incompleta',
    degraded: 'con limitazioni',
    error: 'non riuscita',
    cancelled: 'interrotta',
  },
  waterfall: 'Passi e strumenti nel tempo',
  waterfallHint:
    'Ogni barra indica quando si è svolto il passo. Gli strumenti di un ciclo partono insieme. In grassetto: metà del tempo o più.',
  step: 'Passo',
  time: 'Tempo',
  when: 'Quando',
  state: 'Stato',
  round: (number: number) => `ciclo ${number}`,
  stepStatus: {
    success: 'completato',
    degraded: 'con limitazioni',
    error: 'non riuscito',
    timeout: 'tempo scaduto',
    cancelled: 'interrotto',
  },
  strategy: {
    fail_workflow: 'la risposta è stata interrotta',
    continue_original: 'si è proseguito con la domanda originale',
    default_tools: 'sono stati usati gli strumenti consueti',
    partial_results: 'si è proseguito con ciò che c’era',
    basic_response: 'è stata data la risposta semplice',
  },
  queries: 'Ricerche effettuate',
  decisions: 'Decisioni',
  decisionOf: {
    CALL_TOOLS: 'usare strumenti',
    ANSWER: 'rispondere',
    ASK_CLARIFICATION: 'chiedere un chiarimento',
  },
  decisionTools: (tools: string) => `Strumenti: ${tools}`,
  decisionBy: (protocol: string) => `Deciso da: ${protocol}`,
  candidates: 'Passaggi trovati e che cosa ne è stato',
  noCandidates: 'Non è stato trovato alcun passaggio.',
  candidate: 'Passaggio',
  became: 'Esito',
  relevance: 'Pertinenza',
  coverage: 'Parole coperte',
  rankedBy: 'Classifica',
  candidateOutcome: {
    cited: 'citato',
    in_prompt: 'letto, non citato',
    over_budget: 'omesso: spazio esaurito',
    unused: 'non usato',
    below_relevance: 'non abbastanza pertinente',
  },
  sourcesGiven: 'Altre fonti',
  dropped: {
    markers: (count: number) =>
      plural(count, { one: 'rimando senza fonte', other: 'rimandi senza fonte' }),
    citations: (count: number) =>
      plural(count, { one: 'citazione non confermata', other: 'citazioni non confermate' }),
    outOfScope: (count: number) =>
      plural(count, { one: 'passaggio non accessibile', other: 'passaggi non accessibili' }),
  },
  droppedFrom: (what: string) => `Rimosso dalla risposta: ${what}`,
  modelCalls: 'Chiamate ai modelli',
  purpose: 'Scopo',
  model: 'Modello',
  modelOutcome: { ok: 'completata', error: 'non riuscita', cancelled: 'interrotta' },
  purposeOf: {
    rewrite: 'riformulare la domanda',
    decide: 'decidere',
    repair: 'correggere una decisione',
    answer: 'rispondere',
    embed: 'confrontare il significato',
    summary: 'riassumere',
    rerank: 'ordinare per pertinenza',
  },
  stateDiffs: 'Che cosa ha cambiato ogni passo nello stato',
};
