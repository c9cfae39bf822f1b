import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('es');

/** Sentences of a document and its pages. */
export const pages = {
  viewAs: 'Vista',
  viewPages: 'Páginas',
  viewText: 'Texto',
  viewPassages: 'Pasajes',
  sheets: 'Hojas',
  pageOf: (page: number, title: string) => `Página ${page} de ${title}`,
  pageNumberOf: (page: number, count: number) => `Página ${page} de ${count}`,
  goToPage: 'Número de página',
  ofPages: (count: number) => `de ${count}`,
  pageText: 'Texto de esta página',
  passageText: 'Texto del pasaje',
  noTextOnPage: 'No se encontró texto en esta página.',
  readByOcr: 'Leído en una imagen mediante reconocimiento de texto (OCR). Compárelo con la imagen.',
  noPicture: 'No hay imagen de esta página. Su texto figura abajo.',
  noPictureBecause: (reason: string) => `Esta página no se puede mostrar: ${reason}`,
  boxesMissing: 'El pasaje está en esta página, pero no se pudo marcar su lugar.',
  boxesOfLines:
    'Se marcan líneas enteras: no se encontraron en la página todas las letras del pasaje.',
  staleText:
    'El documento se reemplazó después de esta respuesta. El pasaje citado ya no se puede mostrar; lo que el documento dice ahora puede ser distinto.',
  staleOpen: 'Abrir el documento actual',
  documentGone:
    'Mientras lo leía, el documento se eliminó o dejó de ser accesible para esta cuenta. Ya no se puede mostrar nada de él.',
  whatIsKnown: 'Sobre este documento',
  factFile: 'Archivo',
  factUploaded: 'Subido',
  versions: 'Versiones',
  version: (number: number) => `Versión ${number}`,
  versionAnswers: 'base de las respuestas',
  versionReading: 'leyéndose',
  versionFailed: 'con error',
  versionReplaced: 'reemplazada',
  versionsKept: 'Cuando un archivo nuevo está listo, ocupa el lugar del anterior.',
  restore: 'Restaurar',
  restoreVersion: (number: number) => `¿Restaurar la versión ${number}?`,
  restoreText:
    'Su archivo pasa a ser la versión más reciente de este documento. Hasta que se haya leído, las respuestas se basan en la versión actual.',
  technicalReason: 'Para soporte',
  passageNumber: (number: number) => `Pasaje ${number}`,
  tokenCount: (count: number) => plural(count, { one: 'token', other: 'tokens' }),
  findInDocument: 'Buscar en este documento',
  placesFound: (count: string) => `Lugares encontrados: ${count}`,
  foundNowhere: 'Estas palabras no están en este documento.',
  outline: 'Esquema',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
};
