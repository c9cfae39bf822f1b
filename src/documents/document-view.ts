import { z } from 'zod';
import { DocumentRecord, Replacement } from './document.js';
import { ERROR_CODES, type ErrorCode } from '../shared/errors.js';
import { DocumentId } from '../shared/ids.js';
import { formats, isParseFailureCode } from '../parsing/index.js';
import { ERROR_TABLE, toReplayHeaders, type WholeReply } from '../http/index.js';

export const DocumentParams = z.strictObject({ id: DocumentId });

const DocumentError = z.object({ code: z.enum(ERROR_CODES), message: z.string() }).nullable();

export const DocumentView = DocumentRecord.omit({ ownerId: true, errorCode: true })
  .extend({
    error: DocumentError,
    replacement: Replacement.omit({ errorCode: true })
      .extend({ error: DocumentError })
      .nullable()
      .describe('A newer file that is being read, or failed; until it is ready `version` answers.'),
  })
  .meta({ id: 'Document' });

export const Uploaded = z.object({ document: DocumentView, duplicate: z.boolean() });

type Outcome = { document: DocumentRecord; duplicate: boolean; isReplayed?: boolean };

export const toView = (record: DocumentRecord): z.input<typeof DocumentView> => {
  const { errorCode, replacement, ...document } = record;
  return {
    ...document,
    error: toError(errorCode),
    replacement: replacement && {
      version: replacement.version,
      status: replacement.status,
      error: toError(replacement.errorCode),
    },
  };
};

const toError = (code: ErrorCode | null): z.input<typeof DocumentError> =>
  code === null ? null : { code, message: whatToDo(code) };

/** Of a failure of ours there is nothing to do for the admin: what happened has to suffice. */
const whatToDo = (code: ErrorCode): string =>
  isParseFailureCode(code) ? formats.failureSentence(code) : ERROR_TABLE[code].title;

export const toUploaded = ({ document, duplicate, isReplayed = false }: Outcome): WholeReply => ({
  status: duplicate ? 200 : 202,
  headers: toReplayHeaders({ isReplayed }),
  body: { document: toView(document), duplicate },
});
