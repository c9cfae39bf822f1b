import type { Messages } from './en.js';

export const es: Messages = {
  notFound: 'No he encontrado en los documentos disponibles nada que responda a esta pregunta.',
  stepLimit: 'Se alcanzó el límite de pasos; esto se basa en lo encontrado hasta entonces.',
  deadlineReached: 'Se agotó el tiempo; esto se basa en lo encontrado hasta entonces.',
  endsEarly: 'Esta respuesta termina aquí antes de estar completa.',
  noModelWroteThis:
    'Ningún modelo de lenguaje ha escrito esto; las frases son citas de los documentos:',
  closestPassages:
    'No se encontró una respuesta segura. Estos son los pasajes más cercanos, citados de los documentos; ningún modelo de lenguaje ha escrito esto:',
  notInPassages: (words) => `Estas palabras de la pregunta no se encontraron: ${words}.`,
  toolsReturned:
    'Ningún modelo de lenguaje ha escrito esto; es lo que devolvieron las herramientas:',
  modelMade:
    'Esto lo produjo el modelo de lenguaje con sus herramientas y no se ha comprobado con ninguna fuente:',
  toolsFailed: (names) => `Falló una consulta, por lo que esto puede estar incompleto: ${names}.`,
  lookupFailed: 'No se pudo consultar:',
  quotingMode:
    'Aquí no hay ningún modelo de lenguaje configurado, así que cito frases de documentos.',
  canCalculate: (example) => `También calculo, por ejemplo ${example}.`,
  greeting: '¡Hola! Pregúnteme lo que quiera sobre los documentos de su organización.',
  youAreWelcome: '¡De nada!',
  goodbye: '¡Hasta luego!',
  clarificationFallback: '¿Podría precisar qué desea saber?',
  knowledgeBaseUnavailable:
    'La base de conocimientos no está disponible en este momento. Inténtelo más tarde.',
  notReadYet: 'Algunos documentos aún no se han leído. Pregunte de nuevo en un momento.',
  indexRebuilding:
    'El índice de búsqueda se está reconstruyendo; algunos documentos aún no se pueden encontrar.',
  beyondTools: 'Esta petición va más allá de lo que permiten las herramientas habilitadas.',
  foundIn: (languages) => `Idioma de los documentos encontrados: ${languages}.`,
  sourcesLabel: 'Fuentes:',
  filesLabel: 'Archivos:',
  remembered: 'Recordado:',
  toConfirm: (days) =>
    `Aún no se ha guardado. Confírmalo en un plazo de ${days} días para que se recuerde:`,
  notRemembered: 'Esto no se ha guardado:',
  privateMemory: 'Su recuerdo (privado)',
  toolResult: 'Resultado de herramienta',
  codeResult: 'Resultado de código',
  untitledDocument: 'Documento sin título',
  linkRemoved: '(enlace eliminado)',
  answerWithheld:
    'Esta respuesta ya no se muestra: una fuente en la que se basa fue modificada, eliminada o ya no es accesible para ti.',
  unsupportedMark: 'texto no encontrado en la fuente',
  uncheckedMark: 'producido por el propio modelo, sin comprobar con ninguna fuente',
  pages: ({ start, end }) => (start === end ? `pág. ${start}` : `págs. ${start}–${end}`),
  documentsListed: ({ total, shown }) =>
    shown < total
      ? `Documentos que puede leer: ${total}; aquí se enumeran: ${shown}.`
      : `Documentos que puede leer: ${total}.`,
  newestDocuments: ({ total, shown }) =>
    `Los documentos más recientes que puede leer (${shown} de ${total}):`,
  rowsShown: ({ total, shown }) =>
    `Filas que coinciden en los pasajes encontrados: ${total}; mostradas aquí: ${shown}.`,
  documentsAbout: (topic) => `Documentos que tratan de ${topic}:`,
  outlineOf:
    'Ningún modelo de lenguaje escribió esto; es el esquema del documento, debajo de sus primeras frases:',
  olderDiffers: (title) => `Un documento anterior dice otra cosa: ${title}`,
  quote: (text) => `«${text}»`,
  correction: (text) => `Corrección: ${text}`,
  statementsLeftOut: (count) =>
    count === 1
      ? 'Se omitió una afirmación: no figura en las fuentes.'
      : `Se omitieron ${count} afirmaciones: no figuran en las fuentes.`,
};
