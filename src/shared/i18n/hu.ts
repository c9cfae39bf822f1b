import type { Messages } from './en.js';

export const hu: Messages = {
  notFound: 'Az elérhető dokumentumokban nem találtam választ erre a kérdésre.',
  stepLimit: 'Elértem a lépések felső határát; ez az addig talált adatokon alapul.',
  deadlineReached: 'Letelt a rendelkezésre álló idő; ez az addig talált adatokon alapul.',
  noModelWroteThis: 'Ezt nem nyelvi modell írta; a mondatok a dokumentumokból vett idézetek:',
  greeting: 'Szia! Kérdezz bátran a szervezeted dokumentumairól.',
  youAreWelcome: 'Szívesen!',
  goodbye: 'Viszlát!',
  clarificationFallback: 'Pontosítanád, hogy mit szeretnél tudni?',
  knowledgeBaseUnavailable: 'A tudásbázis most nem érhető el. Kérlek, próbáld újra később.',
  indexRebuilding: 'A keresőindex éppen újraépül, ezért egyes dokumentumok még nem találhatók meg.',
  beyondTools: 'Ez a kérés meghaladja az engedélyezett eszközök lehetőségeit.',
  sourcesLabel: 'Források:',
  privateMemory: 'Saját emlék (privát)',
  toolResult: 'Eszköz eredménye',
  untitledDocument: 'Cím nélküli dokumentum',
  linkRemoved: '(hivatkozás eltávolítva)',
  unsupportedMark: 'a forrás szövege nem támasztja alá',
  pages: ({ start, end }) => (start === end ? `${start}. o.` : `${start}–${end}. o.`),
  quote: (text) => `„${text}”`,
};
