const REFERENCE =
  /<sup><a href="#((?:foot|end)note-[^"]{1,40})" id="[^"]{1,60}">\[\d{1,6}\]<\/a><\/sup>/g;

const BLOCK_END = /(<\/(?:p|h[1-6]|li)>)/;

/** Moves foot- and endnotes, which mammoth lists at the end, behind the paragraph that refers to them, into its chapter. */
export const placeNotes = (html: string): string => {
  const { body, notes } = takeNotes(html);
  if (notes.size === 0) return body;
  let due = '';
  return body
    .split(BLOCK_END)
    .map((part) => {
      if (BLOCK_END.test(part)) {
        const added = due;
        due = '';
        return part === '</li>' ? added + part : part + added;
      }
      return part.replace(REFERENCE, (_reference, id: string) => {
        due += notes.get(id) ?? '';
        return '';
      });
    })
    .join('');
};

const NOTE_START = /<li id="((?:foot|end)note-[^"]{1,40})">/;

const BACK_LINK = /<a href="#(?:foot|end)note-ref-[^"]{1,40}">↑<\/a>/g;

/** Each note's content by its id, and the document without the list of them at its end. */
const takeNotes = (html: string): { body: string; notes: Map<string, string> } => {
  const start = html.search(NOTE_START);
  if (start === -1) return { body: html, notes: new Map() };
  const [, ...parts] = html.slice(start).split(NOTE_START);
  const notes = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const content = (parts[at + 1] ?? '').replace(/<\/li>(?:<\/ol>)?$/, '').replace(BACK_LINK, '');
    notes.set(parts[at] ?? '', content);
  }
  return { body: html.slice(0, start).replace(/<ol>$/, ''), notes };
};
