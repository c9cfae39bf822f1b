import { oneLine } from '../../parser.js';

type Attributes = Readonly<Record<string, string>>;

/** A ticked box or button, and one that is not ticked. */
const TICKED = '☑';
const UNTICKED = '☐';

/** Inputs whose value is shown as it is. */
const SHOWN_INPUTS: ReadonlySet<string> = new Set(
  'text email tel url number date datetime-local month week time search'.split(' '),
);

/** The text that a reader sees for an input: the state of a box, or the value filled in. */
export const inputText = ({
  type = 'text',
  value = '',
  alt = '',
  ...others
}: Attributes): string => {
  const kind = type.trim().toLowerCase();
  if (isBox(kind)) return 'checked' in others ? TICKED : UNTICKED;
  if (kind === 'image') return alt;
  // Browsers show an unknown type as a line of text.
  return SHOWN_INPUTS.has(kind) || !HIDDEN_INPUTS.has(kind) ? value : '';
};

export const isBox = (type = ''): boolean =>
  ['checkbox', 'radio'].includes(type.trim().toLowerCase());

const HIDDEN_INPUTS: ReadonlySet<string> = new Set(
  'hidden password submit button reset file color range'.split(' '),
);

/** A list to choose from; its text is the chosen options. */
export class Select {
  private readonly isMultiple: boolean;
  private readonly options: { text: string; isSelected: boolean }[] = [];

  constructor(attributes: Attributes) {
    this.isMultiple = 'multiple' in attributes;
  }

  option(attributes: Attributes): void {
    this.options.push({ text: attributes['label'] ?? '', isSelected: 'selected' in attributes });
  }

  add(text: string): void {
    const option = this.options.at(-1);
    if (option) option.text += text;
  }

  /** The chosen options as browsers show them: the first one if none was chosen in a list for a single choice. */
  text(): string {
    const chosen = this.options.filter(({ isSelected }) => isSelected);
    const [first] = this.options;
    if (chosen.length === 0 && !this.isMultiple && first) chosen.push(first);
    return (this.isMultiple ? chosen : chosen.slice(-1))
      .map(({ text }) => oneLine(text))
      .join(', ');
  }
}
