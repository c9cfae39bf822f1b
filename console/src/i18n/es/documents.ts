import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('es');

/** Sentences of the documents. */
export const documents = {
  documentCount: (count: number) => plural(count, { one: 'documento', other: 'documentos' }),
  upload: 'Subir',
  uploadFolder: 'Subir una carpeta',
  folderSent: (sent: string, known: string, refused: string) =>
    `${sent} enviados, ${known} ya estaban, ${refused} rechazados`,
  dropHere: 'Suelte aquí los archivos para subirlos',
  findDocument: 'Buscar por título',
  anyOwner: 'Todos',
  pageBefore: 'Página anterior',
  pageAfter: 'Página siguiente',
  pageNumber: (number: number) => `Página ${number}`,
  anyState: 'Cualquier estado',
  stateOf: {
    queued: 'en espera',
    processing: 'leyéndose',
    ready: 'listo',
    failed: 'con error',
    deleting: 'eliminándose',
  },
  stage: {
    queued: 'en espera',
    parse: 'lectura',
    ocr: 'lectura de imágenes',
    chunk: 'división en pasajes',
    embed: 'análisis del significado',
    upsert: 'escritura del índice',
    verify: 'comprobación del índice',
    ready: 'listo',
  },
  sortBy: 'Ordenar',
  sortNewest: 'Más recientes primero',
  sortOldest: 'Más antiguos primero',
  sortTitle: 'Título',
  sortLargest: 'Más grandes primero',
  sortChanged: 'Última modificación',
  columnTitle: 'Título',
  columnState: 'Estado',
  columnLanguage: 'Idioma',
  columnReaders: 'Quién puede leer',
  columnOwner: 'Propietario',
  columnCollections: 'Colecciones',
  anyCollection: 'Cualquier colección',
  someoneElse: 'otra persona',
  columnSize: 'Tamaño',
  columnChanged: 'Modificado',
  columnActions: 'Acciones',
  mine: 'Yo',
  readers: {
    tenant: 'Todos',
    private: 'Solo el propietario',
    source: 'Quien puede leerlo en su origen',
    group: (name: string) => `Grupo ${name}`,
  },
  pageCount: (count: number) => plural(count, { one: 'página', other: 'páginas' }),
  noDocumentsTitle: 'Aún no hay documentos',
  noDocumentsText:
    'Suba archivos PDF, Word, de texto y otros. Cuando estén listos, quienes puedan leerlos podrán hacer preguntas sobre ellos.',
  nothingMatches: 'Ningún documento coincide.',
  showAll: 'Mostrar todos los documentos',
  newVersionFailed:
    'El archivo nuevo ha dado error; las respuestas siguen basándose en la versión anterior.',
  newVersionComing:
    'Se está leyendo un archivo nuevo; las respuestas siguen basándose en la versión anterior.',
  uploads: 'Subidas',
  uploadWaiting: 'en espera',
  uploadSending: (percent: string) => `enviando, ${percent}`,
  uploadSent: 'enviado, leyéndose',
  uploadDuplicate: 'ya existe: el mismo archivo se subió antes',
  uploadCancelled: 'cancelado',
  uploadsClear: 'Vaciar la lista',
  whoMayRead: 'Quién puede leerlo',
  readersOfUploads: 'Quién lee lo subido',
  readersBesides:
    'Su propietario siempre puede leerlo. Los administradores ven que existe y pueden eliminarlo, pero solo lo leen si aquí está abierto para ellos.',
  replace: 'Reemplazar archivo',
  replaced:
    'Se está leyendo el archivo nuevo. Hasta que esté listo, las respuestas se basan en el anterior.',
  download: 'Descargar',
  tryReading: 'Volver a leer',
  deleteDocument: 'Eliminar documento',
  deleteDocumentText: (title: string) =>
    `A partir de este momento, nadie podrá encontrar ni leer «${title}».`,
  documentText: 'Texto del documento',
  noText: 'No hay texto que mostrar.',
  notReadyYet: 'Este documento se está leyendo. Su texto aparecerá aquí cuando esté listo.',
  failure: {
    document_encrypted:
      'El archivo está protegido con contraseña. Quítela y vuelva a subir el archivo.',
    document_empty: 'El archivo no contiene texto.',
    document_corrupt:
      'El archivo está dañado. Guárdelo de nuevo en su programa y vuelva a subirlo.',
    document_image_only:
      'El archivo solo contiene imágenes de texto. Conviértalo en texto con OCR y vuelva a subirlo.',
    unsupported_format: 'No se leen archivos de este tipo. Guárdelo como PDF, DOCX o texto.',
    holds_other_files:
      'El archivo contiene otros archivos. Súbalos uno por uno; un buzón debe tener la extensión «.mbox».',
    archive_too_large: 'Descomprimido, el archivo supera el tamaño permitido.',
    document_too_complex: 'El archivo es demasiado complejo. Divídalo en otros más pequeños.',
    parser_timeout: 'La lectura tardó demasiado. Divida el archivo en otros más pequeños.',
    parser_out_of_memory:
      'La lectura necesitó demasiada memoria RAM. Divida el archivo en otros más pequeños.',
    parser_crashed:
      'No se pudo leer el archivo. Guárdelo de nuevo en su programa y vuelva a subirlo.',
    payload_too_large: 'El archivo supera el tamaño que admite este servidor.',
    quota_exceeded:
      'No queda espacio para la organización. Elimine documentos o consulte a un administrador.',
    insufficient_storage: 'El disco del servidor está lleno. Avise a un administrador.',
    file_missing: 'El archivo ya no está en el almacenamiento del servidor. Vuelva a subirlo.',
    worker_lost: 'La lectura se interrumpió. Se intentará de nuevo.',
  },
  uploadByAdmins:
    'Aquí los documentos los añaden los administradores. Puede leer y consultar todos los que estén abiertos para usted.',
  noDocumentsMember:
    'Cuando un administrador haya añadido alguno que pueda leer, podrá preguntar sobre él.',
  changeByOwner: 'Pueden cambiarlo su propietario y los administradores.',
  closedText:
    'Solo su propietario y su grupo pueden leerlo. Usted ve que existe y puede eliminarlo.',
  readersLoseIt:
    'No es su propietario ni está en ese grupo: después ya no podrá leerlo ni volver a elegir quién puede.',
  folderRead: (ready: string, failed: string, left: string) =>
    `${ready} listos, ${failed} no se pudieron leer, ${left} aún se leen`,
  inCollections: 'En colecciones',
  newCollection: 'Colección nueva',
  noCollections: 'Aún no hay colecciones.',
  chosenCount: (count: string) => `${count} elegidos`,
  chooseAll: 'Elegir todos los de esta página',
  chooseDocument: (title: string) => `Elegir ${title}`,
  clearChoice: 'Quitar selección',
  addToCollection: 'Añadir a una colección',
  emptyCollection: 'Esta colección está vacía',
  emptyCollectionText: 'Muestre todos los documentos, elija algunos y añádalos.',
  deleteDocuments: 'Eliminar documentos',
  deleteDocumentsText: (count: string) =>
    `Documentos: ${count}. Se eliminan para siempre, junto con lo leído de ellos.`,
  bulkRefused: (count: string) =>
    `Sin cambiar: ${count}. Puede que otros los estén cambiando o que usted no tenga permiso.`,
  deleteCollection: 'Eliminar la colección',
  deleteCollectionText: 'Sus documentos se quedan; solo dejan de estar en ella.',
  savedFilters: 'Filtros guardados',
  saveFilter: 'Guardar filtro',
  deleteFilter: 'Eliminar filtro',
};
