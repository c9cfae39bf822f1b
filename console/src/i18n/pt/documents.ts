import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('pt-PT');

/** Sentences of the documents. */
export const documents = {
  documentCount: (count: number) => plural(count, { one: 'documento', other: 'documentos' }),
  upload: 'Carregar',
  uploadFolder: 'Carregar uma pasta',
  folderSent: (sent: string, known: string, refused: string) =>
    `${sent} enviados, ${known} já existiam, ${refused} recusados`,
  dropHere: 'Largue aqui os ficheiros para os carregar',
  findDocument: 'Procurar por título',
  anyOwner: 'Todos',
  pageBefore: 'Página anterior',
  pageAfter: 'Página seguinte',
  pageNumber: (number: number) => `Página ${number}`,
  anyState: 'Qualquer estado',
  stateOf: {
    queued: 'em espera',
    processing: 'a ser lido',
    ready: 'pronto',
    failed: 'falhou',
    deleting: 'a ser eliminado',
  },
  stage: {
    queued: 'em espera',
    parse: 'leitura',
    ocr: 'leitura de imagens',
    chunk: 'divisão em passagens',
    embed: 'análise do significado',
    upsert: 'escrita do índice',
    verify: 'verificação do índice',
    ready: 'pronto',
  },
  sortBy: 'Ordenar',
  sortNewest: 'Mais recentes primeiro',
  sortOldest: 'Mais antigos primeiro',
  sortTitle: 'Título',
  sortLargest: 'Maiores primeiro',
  sortChanged: 'Última alteração',
  columnTitle: 'Título',
  columnState: 'Estado',
  columnLanguage: 'Idioma',
  columnReaders: 'Quem pode ler',
  columnOwner: 'Proprietário',
  columnCollections: 'Coleções',
  anyCollection: 'Qualquer coleção',
  someoneElse: 'outra pessoa',
  columnSize: 'Tamanho',
  columnChanged: 'Alterado',
  columnActions: 'Ações',
  mine: 'Eu',
  readers: {
    tenant: 'Todos',
    private: 'Só o proprietário',
    source: 'Quem pode lê-lo na origem',
    group: (name: string) => `Grupo ${name}`,
  },
  pageCount: (count: number) => plural(count, { one: 'página', other: 'páginas' }),
  noDocumentsTitle: 'Ainda não há documentos',
  noDocumentsText:
    'Carregue ficheiros PDF, Word, de texto e outros. Quando estiverem prontos, quem os puder ler pode fazer perguntas sobre eles.',
  nothingMatches: 'Nenhum documento corresponde.',
  showAll: 'Mostrar todos os documentos',
  newVersionFailed:
    'O ficheiro novo falhou; as respostas continuam a basear-se na versão anterior.',
  newVersionComing:
    'Um ficheiro novo está a ser lido; as respostas ainda se baseiam na versão anterior.',
  uploads: 'Carregamentos',
  uploadWaiting: 'em espera',
  uploadSending: (percent: string) => `a enviar, ${percent}`,
  uploadSent: 'enviado, a ser lido',
  uploadDuplicate: 'já existe: o mesmo ficheiro foi carregado antes',
  uploadCancelled: 'cancelado',
  uploadsClear: 'Limpar a lista',
  whoMayRead: 'Quem o pode ler',
  readersOfUploads: 'Quem lê os envios',
  readersBesides:
    'O proprietário pode sempre lê-lo. Os administradores veem que existe e podem eliminá-lo, mas só o leem se aqui lhes estiver aberto.',
  replace: 'Substituir ficheiro',
  replaced:
    'O ficheiro novo está a ser lido. Até estar pronto, as respostas baseiam-se no anterior.',
  download: 'Transferir',
  tryReading: 'Ler novamente',
  deleteDocument: 'Eliminar documento',
  deleteDocumentText: (title: string) =>
    `A partir deste momento, ninguém poderá encontrar ou ler “${title}”.`,
  documentText: 'Texto do documento',
  noText: 'Não há texto para mostrar.',
  notReadyYet: 'Este documento está a ser lido. O texto aparecerá aqui quando estiver pronto.',
  failure: {
    document_encrypted:
      'O ficheiro está protegido por palavra-passe. Remova-a e carregue o ficheiro novamente.',
    document_empty: 'O ficheiro não contém texto.',
    document_corrupt:
      'O ficheiro está danificado. Guarde-o novamente no respetivo programa e volte a carregá-lo.',
    document_image_only:
      'O ficheiro só contém imagens de texto. Torne-o pesquisável (OCR) e volte a carregá-lo.',
    unsupported_format: 'Os ficheiros deste tipo não são lidos. Guarde-o como PDF, DOCX ou texto.',
    holds_other_files:
      'O ficheiro contém outros ficheiros. Carregue-os um a um; uma caixa de correio precisa da extensão «.mbox».',
    archive_too_large: 'Descomprimido, o ficheiro excede o tamanho permitido.',
    document_too_complex: 'O ficheiro é demasiado complexo. Divida-o em ficheiros mais pequenos.',
    parser_timeout: 'A leitura demorou demasiado. Divida o ficheiro em ficheiros mais pequenos.',
    parser_out_of_memory:
      'A leitura exigiu demasiada memória RAM. Divida o ficheiro em ficheiros mais pequenos.',
    parser_crashed:
      'Não foi possível ler o ficheiro. Guarde-o novamente no respetivo programa e volte a carregá-lo.',
    payload_too_large: 'O ficheiro excede o tamanho que este servidor aceita.',
    quota_exceeded:
      'Não resta espaço para a organização. Elimine documentos ou contacte um administrador.',
    insufficient_storage: 'O disco do servidor está cheio. Avise um administrador.',
    file_missing: 'O ficheiro já não está no armazenamento do servidor. Carregue-o novamente.',
    worker_lost: 'A leitura foi interrompida. Será tentada novamente.',
  },
  uploadByAdmins:
    'Aqui são os administradores que adicionam documentos. Pode ler e consultar todos os que lhe estão abertos.',
  noDocumentsMember:
    'Quando um administrador tiver adicionado algum que possa ler, pode perguntar sobre ele.',
  changeByOwner: 'O proprietário e os administradores podem mudá-lo.',
  closedText: 'Só o proprietário e o seu grupo o podem ler. Vê que existe e pode eliminá-lo.',
  readersLoseIt:
    'Não é o proprietário nem está nesse grupo: depois já não o pode ler, nem voltar a escolher quem pode.',
  folderRead: (ready: string, failed: string, left: string) =>
    `${ready} prontos, ${failed} não puderam ser lidos, ${left} ainda em leitura`,
  inCollections: 'Em coleções',
  newCollection: 'Nova coleção',
  noCollections: 'Ainda não há coleções.',
  chosenCount: (count: string) => `${count} escolhidos`,
  chooseAll: 'Escolher todos desta página',
  chooseDocument: (title: string) => `Escolher ${title}`,
  clearChoice: 'Limpar',
  addToCollection: 'Adicionar a uma coleção',
  emptyCollection: 'Esta coleção está vazia',
  emptyCollectionText: 'Mostre todos os documentos, escolha alguns e adicione-os.',
  deleteDocuments: 'Eliminar documentos',
  deleteDocumentsText: (count: string) =>
    `Documentos: ${count}. São eliminados para sempre, com o que deles foi lido.`,
  bulkRefused: (count: string) =>
    `Não alterados: ${count}. Outros podem estar a alterá-los, ou não tem permissão.`,
  deleteCollection: 'Eliminar a coleção',
  deleteCollectionText: 'Os seus documentos ficam; só deixam de estar nela.',
  savedFilters: 'Filtros guardados',
  saveFilter: 'Guardar filtro',
  deleteFilter: 'Eliminar filtro',
};
