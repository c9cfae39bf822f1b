import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('en');

/** Sentences of the documents. */
export const documents = {
  documentCount: (count: number) => plural(count, { one: 'document', other: 'documents' }),
  upload: 'Upload',
  uploadFolder: 'Upload a folder',
  folderSent: (sent: string, known: string, refused: string) =>
    `${sent} sent, ${known} already there, ${refused} refused`,
  dropHere: 'Drop files here to upload them',
  findDocument: 'Find by title',
  anyOwner: 'Anybody’s',
  pageBefore: 'Previous page',
  pageAfter: 'Next page',
  pageNumber: (number: number) => `Page ${number}`,
  anyState: 'Any state',
  stateOf: {
    queued: 'waiting',
    processing: 'being read',
    ready: 'ready',
    failed: 'failed',
    deleting: 'being deleted',
  },
  stage: {
    queued: 'waiting',
    parse: 'reading',
    chunk: 'cutting into passages',
    embed: 'comparing meaning',
    upsert: 'writing the index',
    verify: 'checking the index',
    ready: 'ready',
  },
  sortBy: 'Sort',
  sortNewest: 'Newest first',
  sortOldest: 'Oldest first',
  sortTitle: 'Title',
  sortLargest: 'Largest first',
  sortChanged: 'Changed last',
  columnTitle: 'Title',
  columnState: 'State',
  columnLanguage: 'Language',
  columnReaders: 'Who may read',
  columnOwner: 'Owner',
  columnCollections: 'Collections',
  anyCollection: 'Any collection',
  someoneElse: 'somebody else',
  columnSize: 'Size',
  columnChanged: 'Changed',
  columnActions: 'Actions',
  mine: 'You',
  readers: {
    tenant: 'Everybody',
    private: 'Only the owner',
    group: (name: string) => `Group ${name}`,
  },
  pageCount: (count: number) => plural(count, { one: 'page', other: 'pages' }),
  noDocumentsTitle: 'No documents yet',
  noDocumentsText:
    'Upload PDF, Word, text and other files. When they are ready, everybody who may read them can ask about them.',
  nothingMatches: 'No document matches.',
  showAll: 'Show all documents',
  newVersionFailed: 'The newer file failed; the version before still answers.',
  newVersionComing: 'A newer file is being read; the version before still answers.',
  uploads: 'Uploads',
  uploadWaiting: 'waiting',
  uploadSending: (percent: string) => `sending, ${percent}`,
  uploadSent: 'sent, being read',
  uploadDuplicate: 'already there: the same file was uploaded before',
  uploadCancelled: 'cancelled',
  uploadsClear: 'Clear list',
  whoMayRead: 'Who may read it',
  readersBesides:
    'Its owner can always read it. Administrators see that it exists and may delete it, but read it only if it is open to them here.',
  replace: 'Replace file',
  replaced: 'The new file is being read. Until it is ready the old one answers.',
  download: 'Download',
  tryReading: 'Read again',
  deleteDocument: 'Delete document',
  deleteDocumentText: (title: string) =>
    `“${title}” can no longer be found or read, by anybody, from this moment on.`,
  documentText: 'Text of the document',
  noText: 'There is no text to show.',
  notReadyYet: 'This document is being read. Its text appears here when it is ready.',
  failure: {
    document_encrypted: 'The file is protected by a password. Remove it and upload the file again.',
    document_empty: 'The file holds no text.',
    document_corrupt: 'The file is damaged. Save it anew in its program and upload it again.',
    document_image_only:
      'The file holds pictures of text only. Make it searchable (OCR) and upload it again.',
    unsupported_format: 'Files of this kind are not read. Save it as PDF, DOCX or text.',
    holds_other_files:
      'The file is a package of other files. Upload these one by one; name a mailbox “.mbox”.',
    archive_too_large: 'Unpacked, the file is larger than is allowed.',
    document_too_complex: 'The file is too complex. Split it into smaller ones.',
    parser_timeout: 'Reading took too long. Split the file into smaller ones.',
    parser_out_of_memory: 'Reading took too much memory. Split the file into smaller ones.',
    parser_crashed: 'The file could not be read. Save it anew in its program and upload it again.',
    payload_too_large: 'The file is larger than this server takes.',
    quota_exceeded:
      'There is no room left for your organisation. Delete documents, or ask an administrator.',
    insufficient_storage: 'The server’s disk is full. Tell an administrator.',
    file_missing: 'The file is gone from the server’s store. Upload it again.',
    worker_lost: 'Reading was interrupted. It is tried again.',
  },
  uploadByAdmins:
    'Administrators add documents here. You can read and ask about all that are open to you.',
  noDocumentsMember:
    'When an administrator has added some that you may read, you can ask about them.',
  changeByOwner: 'Its owner and administrators can change it.',
  closedText:
    'Its owner and its group alone may read it. You see that it exists, and may delete it.',
  readersLoseIt:
    'You are neither its owner nor in that group: from then on you can no longer read it, nor choose again who may.',
  folderRead: (ready: string, failed: string, left: string) =>
    `${ready} ready, ${failed} could not be read, ${left} still being read`,
};
