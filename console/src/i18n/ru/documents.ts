import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('ru');

/** Sentences of the documents. */
export const documents = {
  documentCount: (count: number) =>
    plural(count, {
      one: 'документ',
      few: 'документа',
      many: 'документов',
      other: 'документа',
    }),
  upload: 'Загрузить',
  uploadFolder: 'Загрузить папку',
  folderSent: (sent: string, known: string, refused: string) =>
    `отправлено: ${sent}, уже есть: ${known}, отклонено: ${refused}`,
  dropHere: 'Перетащите файлы сюда, чтобы загрузить их',
  findDocument: 'Найти по названию',
  anyOwner: 'Любой',
  pageBefore: 'Предыдущая страница',
  pageAfter: 'Следующая страница',
  pageNumber: (number: number) => `Страница ${number}`,
  anyState: 'Любое состояние',
  stateOf: {
    queued: 'в очереди',
    processing: 'читается',
    ready: 'готов',
    failed: 'ошибка',
    deleting: 'удаляется',
  },
  stage: {
    queued: 'в очереди',
    parse: 'чтение',
    ocr: 'чтение изображений',
    chunk: 'разбивка на отрывки',
    embed: 'анализ смысла',
    upsert: 'запись в индекс',
    verify: 'проверка индекса',
    ready: 'готов',
  },
  sortBy: 'Порядок',
  sortNewest: 'Сначала новые',
  sortOldest: 'Сначала старые',
  sortTitle: 'По названию',
  sortLargest: 'Сначала большие',
  sortChanged: 'Недавно изменённые',
  columnTitle: 'Название',
  columnState: 'Состояние',
  columnLanguage: 'Язык',
  columnReaders: 'Кто может читать',
  columnOwner: 'Владелец',
  columnCollections: 'Коллекции',
  anyCollection: 'Любая коллекция',
  someoneElse: 'кто-то другой',
  columnSize: 'Размер',
  columnChanged: 'Изменён',
  columnActions: 'Действия',
  mine: 'Вы',
  readers: {
    tenant: 'Все',
    private: 'Только владелец',
    source: 'Те, кто может читать его в источнике',
    group: (name: string) => `Группа ${name}`,
  },
  pageCount: (count: number) =>
    plural(count, { one: 'страница', few: 'страницы', many: 'страниц', other: 'страницы' }),
  noDocumentsTitle: 'Документов пока нет',
  noDocumentsText:
    'Загрузите файлы PDF, Word, текстовые и другие. Когда они будут готовы, о них сможет спрашивать каждый, кому разрешено их читать.',
  nothingMatches: 'Подходящих документов нет.',
  showAll: 'Показать все документы',
  newVersionFailed: 'Новый файл прочитать не удалось; ответы по-прежнему даёт предыдущая версия.',
  newVersionComing: 'Новый файл читается; пока ответы даёт предыдущая версия.',
  uploads: 'Загрузки',
  uploadWaiting: 'в очереди',
  uploadSending: (percent: string) => `отправка, ${percent}`,
  uploadSent: 'отправлен, читается',
  uploadDuplicate: 'уже есть: этот файл загружали раньше',
  uploadCancelled: 'отменено',
  uploadsClear: 'Очистить список',
  whoMayRead: 'Кто может читать',
  readersOfUploads: 'Кто читает загруженное',
  readersBesides:
    'Владелец всегда может его читать. Администраторы видят, что он существует, и могут его удалить, но читают его, только если он здесь открыт и для них.',
  replace: 'Заменить файл',
  replaced: 'Новый файл читается. Пока он не готов, ответы даёт прежний.',
  download: 'Скачать',
  tryReading: 'Прочитать заново',
  deleteDocument: 'Удалить документ',
  deleteDocumentText: (title: string) =>
    `С этого момента никто не сможет найти или прочитать «${title}».`,
  documentText: 'Текст документа',
  noText: 'Текста для показа нет.',
  notReadyYet: 'Документ читается. Когда он будет готов, здесь появится его текст.',
  failure: {
    document_encrypted: 'Файл защищён паролем. Снимите защиту и загрузите файл снова.',
    document_empty: 'В файле нет текста.',
    document_corrupt:
      'Файл повреждён. Сохраните его заново в исходной программе и загрузите снова.',
    document_image_only:
      'В файле только изображения текста. Распознайте текст (OCR) и загрузите файл снова.',
    unsupported_format: 'Файлы этого типа не читаются. Сохраните его как PDF, DOCX или текст.',
    holds_other_files:
      'Файл содержит другие файлы. Загрузите их по одному; почтовый ящик должен иметь расширение «.mbox».',
    archive_too_large: 'В распакованном виде файл больше, чем разрешено.',
    document_too_complex: 'Файл слишком сложный. Разделите его на несколько меньших.',
    parser_timeout: 'Чтение заняло слишком много времени. Разделите файл на несколько меньших.',
    parser_out_of_memory:
      'Для чтения потребовалось слишком много памяти. Разделите файл на несколько меньших.',
    parser_crashed:
      'Файл не удалось прочитать. Сохраните его заново в исходной программе и загрузите снова.',
    payload_too_large: 'Файл больше, чем принимает этот сервер.',
    quota_exceeded:
      'У вашей организации закончилось место. Удалите документы или обратитесь к администратору.',
    insufficient_storage: 'Диск сервера заполнен. Сообщите администратору.',
    file_missing: 'Файла больше нет в хранилище сервера. Загрузите его снова.',
    worker_lost: 'Чтение было прервано. Попытка будет повторена.',
  },
  uploadByAdmins:
    'Документы здесь добавляют администраторы. Вы можете читать все открытые вам документы и спрашивать о них.',
  noDocumentsMember:
    'Когда администратор добавит документы, которые вам можно читать, вы сможете спрашивать о них.',
  changeByOwner: 'Изменить его могут владелец и администраторы.',
  closedText:
    'Читать его могут только владелец и его группа. Вы видите, что он есть, и можете его удалить.',
  readersLoseIt:
    'Вы не владелец и не состоите в этой группе: потом вы не сможете ни читать его, ни снова выбрать, кому можно.',
  folderRead: (ready: string, failed: string, left: string) =>
    `готово: ${ready}, не прочитано: ${failed}, ещё читается: ${left}`,
  inCollections: 'В коллекциях',
  newCollection: 'Новая коллекция',
  noCollections: 'Коллекций пока нет.',
  chosenCount: (count: string) => `Выбрано: ${count}`,
  chooseAll: 'Выбрать все на этой странице',
  chooseDocument: (title: string) => `Выбрать ${title}`,
  clearChoice: 'Снять выбор',
  addToCollection: 'Добавить в коллекцию',
  emptyCollection: 'Эта коллекция пуста',
  emptyCollectionText: 'Покажите все документы, выберите нужные и добавьте их.',
  deleteDocuments: 'Удалить документы',
  deleteDocumentsText: (count: string) =>
    `Документы: ${count}. Они и прочитанное из них удаляются навсегда.`,
  bulkRefused: (count: string) =>
    `Не изменено: ${count}. Возможно, их меняют другие, или у вас нет прав.`,
  deleteCollection: 'Удалить коллекцию',
  deleteCollectionText: 'Документы остаются, но больше не входят в неё.',
  savedFilters: 'Сохранённые фильтры',
  saveFilter: 'Сохранить фильтр',
  deleteFilter: 'Удалить фильтр',
};
