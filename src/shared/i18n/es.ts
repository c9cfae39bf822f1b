import type { Messages } from './en.js';

export const es: Messages = {
  notFound: 'No he encontrado en los documentos disponibles nada que responda a esta pregunta.',
  stepLimit: 'Se alcanzó el límite de pasos; esto se basa en lo encontrado hasta entonces.',
  deadlineReached: 'Se agotó el tiempo; esto se basa en lo encontrado hasta entonces.',
  noModelWroteThis:
    'Ningún modelo de lenguaje ha escrito esto; las frases son citas de los documentos:',
  greeting: '¡Hola! Pregúnteme lo que quiera sobre los documentos de su organización.',
  youAreWelcome: '¡De nada!',
  goodbye: '¡Hasta luego!',
  clarificationFallback: '¿Podría precisar qué desea saber?',
  knowledgeBaseUnavailable:
    'La base de conocimientos no está disponible en este momento. Inténtelo más tarde.',
  indexRebuilding:
    'El índice de búsqueda se está reconstruyendo; algunos documentos aún no se pueden encontrar.',
  beyondTools: 'Esta petición va más allá de lo que permiten las herramientas habilitadas.',
  sourcesLabel: 'Fuentes:',
  privateMemory: 'Su recuerdo (privado)',
  toolResult: 'Resultado de herramienta',
  untitledDocument: 'Documento sin título',
  linkRemoved: '(enlace eliminado)',
  unsupportedMark: 'texto no encontrado en la fuente',
  pages: ({ start, end }) => (start === end ? `pág. ${start}` : `págs. ${start}–${end}`),
  quote: (text) => `«${text}»`,
};
