import { oneLine } from './parser.js';

const MAX_TITLE_LENGTH = 200;

/** What programs write where nobody has named a document, and names of files. */
const NO_TITLE =
  /^(?:untitled(?: document)?|document\d*|title|home|index|default|slide \d+|powerpoint presentation|presentation\d*|(?:microsoft )?(?:word|excel|powerpoint)\b.*|.*\.(?:docx?|dotx?|odt|pdf|tex|dvi|ps|indd|xlsx?|pptx?|html?|txt|rtf|md|qxd|fm)|\(?(?:anonymous|unspecified)\)?|unbenannt\d*|névtelen\d*|sans titre|sin título|无标题|無題)$/iu;

/** The name that a file gives itself, where it is one; null for what a program has put there. */
export const toFoundTitle = (written: string | null | undefined): string | null => {
  const title = oneLine((written ?? '').normalize('NFC').replace(/\p{Cc}|\p{Cs}/gu, ' '));
  const isTitle =
    title.length >= 3 &&
    title.length <= MAX_TITLE_LENGTH &&
    (title.match(/\p{L}/gu)?.length ?? 0) >= 2 &&
    !NO_TITLE.test(title);
  return isTitle ? title : null;
};
