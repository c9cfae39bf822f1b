import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('pl');

/** Sentences of the receipt of an answer. */
export const receipt = {
  receiptTitle: 'Jak powstała ta odpowiedź',
  receiptOpen: 'Jak powstała ta odpowiedź',
  receiptHint:
    'Ten adres jest stały. Kto go otworzy, zobaczy tyle, na ile pozwalają jego uprawnienia.',
  toConversation: 'Przejdź do rozmowy',
  stillRunning: 'Ta odpowiedź jeszcze powstaje.',
  textWithheld:
    'Pytanie i odpowiedź nie są wyświetlane: należą do kogoś innego albo zostały usunięte.',
  textBeforeRepair: 'Tekst przed poprawką',
  contentWithheld:
    'Treść nie jest wyświetlana: źródło zostało zmienione, usunięte albo nie masz do niego dostępu.',
  strip: 'W skrócie',
  totalTime: 'łączny czas',
  tokens: 'tokeny',
  tokensInOut: (input: string, output: string) => `${input} na wejściu, ${output} na wyjściu`,
  tokensCached: (all: string, cached: string) => `${all} (${cached} z pamięci podręcznej)`,
  cost: 'koszt',
  costUnknown: 'nieznany',
  rounds: 'rundy',
  writtenBy: 'sposób powstania',
  byModel: 'model',
  byQuoting: 'cytowanie',
  outcomeLabel: 'wynik',
  executionStatus: {
    running: 'w toku',
    success: 'pełna odpowiedź',
    partial: 'niepełna odpowiedź',
    degraded: 'z ograniczeniami',
    error: 'błąd',
    cancelled: 'zatrzymano',
  },
  waterfall: 'Węzły i narzędzia w czasie',
  waterfallHint:
    'Każdy pasek pokazuje, kiedy krok był wykonywany. Narzędzia jednej rundy zaczynają razem. Pogrubienie: co najmniej połowa czasu.',
  step: 'Krok',
  time: 'Czas',
  when: 'Kiedy',
  state: 'Stan',
  round: (number: number) => `runda ${number}`,
  stepStatus: {
    success: 'gotowe',
    degraded: 'z ograniczeniami',
    error: 'błąd',
    timeout: 'trwało zbyt długo',
    cancelled: 'zatrzymano',
  },
  strategy: {
    fail_workflow: 'odpowiedź przerwano',
    continue_original: 'kontynuowano z pierwotnym pytaniem',
    default_tools: 'użyto zwykłych narzędzi',
    partial_results: 'kontynuowano z tym, co było',
    basic_response: 'udzielono prostej odpowiedzi',
  },
  queries: 'Wyszukiwane frazy',
  decisions: 'Decyzje',
  decisionOf: {
    CALL_TOOLS: 'użyć narzędzi',
    ANSWER: 'odpowiedzieć',
    ASK_CLARIFICATION: 'dopytać',
  },
  decisionTools: (tools: string) => `Narzędzia: ${tools}`,
  decisionBy: (protocol: string) => `Sposób decyzji: ${protocol}`,
  candidates: 'Znalezione fragmenty i co się z nimi stało',
  noCandidates: 'Nie znaleziono żadnego fragmentu.',
  candidate: 'Fragment',
  became: 'Co się z nim stało',
  relevance: 'Trafność',
  coverage: 'Pokrycie słów',
  rankedBy: 'Ranking',
  candidateOutcome: {
    cited: 'zacytowany',
    in_prompt: 'przeczytany, niezacytowany',
    over_budget: 'pominięty: brak miejsca',
    unused: 'nieużyty',
    below_relevance: 'zbyt mało trafny',
  },
  sourcesGiven: 'Inne źródła',
  dropped: {
    markers: (count: number) =>
      plural(count, {
        one: 'oznaczenie bez źródła',
        few: 'oznaczenia bez źródła',
        many: 'oznaczeń bez źródła',
        other: 'oznaczenia bez źródła',
      }),
    citations: (count: number) =>
      plural(count, {
        one: 'cytat, który się nie potwierdził',
        few: 'cytaty, które się nie potwierdziły',
        many: 'cytatów, które się nie potwierdziły',
        other: 'cytatu, który się nie potwierdził',
      }),
    outOfScope: (count: number) =>
      plural(count, {
        one: 'fragment niedostępny dla czytelnika',
        few: 'fragmenty niedostępne dla czytelnika',
        many: 'fragmentów niedostępnych dla czytelnika',
        other: 'fragmentu niedostępnego dla czytelnika',
      }),
  },
  droppedFrom: (what: string) => `Usunięto z odpowiedzi: ${what}`,
  modelCalls: 'Wywołania modeli',
  purpose: 'Cel',
  model: 'Model',
  modelOutcome: { ok: 'gotowe', error: 'błąd', cancelled: 'zatrzymano' },
  purposeOf: {
    rewrite: 'przeformułowanie pytania',
    decide: 'decyzja',
    repair: 'naprawa decyzji',
    answer: 'odpowiedź',
    verify: 'sprawdzanie odpowiedzi',
    embed: 'analiza znaczenia',
    summary: 'podsumowanie',
    rerank: 'ranking',
    task: 'własne zadanie klienta',
  },
  stateDiffs: 'Stan zmieniony przez każdy krok',
};
