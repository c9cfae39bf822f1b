import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('de');

/** Sentences of the receipt of an answer. */
export const receipt = {
  receiptTitle: 'Wie diese Antwort entstand',
  receiptOpen: 'Wie diese Antwort entstand',
  receiptHint:
    'Diese Adresse bleibt bestehen. Wer sie öffnet, sieht so viel, wie die eigenen Rechte erlauben.',
  toConversation: 'Zum Gespräch',
  stillRunning: 'Diese Antwort wird noch geschrieben.',
  textWithheld:
    'Frage und Antwort werden nicht gezeigt: Sie gehören jemand anderem oder wurden gelöscht.',
  textBeforeRepair: 'Text vor der Korrektur',
  contentWithheld:
    'Nicht gezeigt: Die Quelle wurde geändert, gelöscht oder ist Ihnen nicht zugänglich.',
  strip: 'Auf einen Blick',
  totalTime: 'Gesamtzeit',
  tokens: 'Token',
  tokensInOut: (input: string, output: string) => `${input} Eingabe, ${output} Ausgabe`,
  tokensCached: (all: string, cached: string) => `${all} (${cached} aus dem Cache)`,
  cost: 'Kosten',
  costUnknown: 'nicht bekannt',
  rounds: 'Runden',
  writtenBy: 'verfasst durch',
  byModel: 'ein Modell',
  byQuoting: 'Zitieren',
  outcomeLabel: 'Ergebnis',
  executionStatus: {
    running: 'läuft',
    success: 'vollständig',
    partial: 'unvollständig',
    degraded: 'mit Einschränkungen',
    error: 'fehlgeschlagen',
    cancelled: 'gestoppt',
  },
  waterfall: 'Schritte und Werkzeuge im Zeitverlauf',
  waterfallHint:
    'Jeder Balken steht dort, wo der Schritt lief. Werkzeuge einer Runde starten gemeinsam. Fett: mindestens die Hälfte der Zeit.',
  step: 'Schritt',
  time: 'Zeit',
  when: 'Wann',
  state: 'Zustand',
  round: (number: number) => `Runde ${number}`,
  stepStatus: {
    success: 'erledigt',
    degraded: 'mit Einschränkungen',
    error: 'fehlgeschlagen',
    timeout: 'hat zu lange gedauert',
    cancelled: 'gestoppt',
  },
  strategy: {
    fail_workflow: 'die Antwort wurde abgebrochen',
    continue_original: 'weiter mit der ursprünglichen Frage',
    default_tools: 'die üblichen Werkzeuge wurden benutzt',
    partial_results: 'weiter mit dem, was vorlag',
    basic_response: 'die einfache Antwort wurde gegeben',
  },
  queries: 'Gesucht wurde nach',
  decisions: 'Entscheidungen',
  decisionOf: {
    CALL_TOOLS: 'Werkzeuge benutzen',
    ANSWER: 'antworten',
    ASK_CLARIFICATION: 'zurückfragen',
  },
  decisionTools: (tools: string) => `Werkzeuge: ${tools}`,
  decisionBy: (protocol: string) => `Entschieden durch: ${protocol}`,
  candidates: 'Gefundene Stellen und was aus jeder wurde',
  noCandidates: 'Keine Stelle wurde gefunden.',
  candidate: 'Stelle',
  became: 'Ergebnis',
  relevance: 'Relevanz',
  coverage: 'Abgedeckte Wörter',
  rankedBy: 'Rangfolge',
  candidateOutcome: {
    cited: 'zitiert',
    in_prompt: 'gelesen, nicht zitiert',
    over_budget: 'weggelassen: kein Platz',
    unused: 'nicht verwendet',
    below_relevance: 'nicht relevant genug',
  },
  sourcesGiven: 'Weitere Quellen',
  dropped: {
    markers: (count: number) =>
      plural(count, { one: 'Verweis ohne Quelle', other: 'Verweise ohne Quelle' }),
    citations: (count: number) =>
      plural(count, { one: 'nicht belegtes Zitat', other: 'nicht belegte Zitate' }),
    outOfScope: (count: number) =>
      plural(count, {
        one: 'nicht zugängliche Stelle',
        other: 'nicht zugängliche Stellen',
      }),
  },
  droppedFrom: (what: string) => `Aus der Antwort entfernt: ${what}`,
  modelCalls: 'Modellaufrufe',
  purpose: 'Zweck',
  model: 'Modell',
  modelOutcome: { ok: 'erledigt', error: 'fehlgeschlagen', cancelled: 'gestoppt' },
  purposeOf: {
    rewrite: 'Frage umformulieren',
    decide: 'entscheiden',
    repair: 'Entscheidung nachbessern',
    answer: 'antworten',
    verify: 'die Antwort prüfen',
    embed: 'Bedeutung vergleichen',
    summary: 'zusammenfassen',
    rerank: 'Rangfolge bilden',
    task: 'eigene Aufgabe des Clients',
  },
  stateDiffs: 'Was jeder Schritt am Zustand geändert hat',
};
