import type { XmlAttributes } from '../../office-xml.js';

/** Collects the controls of a file's forms, which stand apart from the places where they are drawn. */
export const createFormControls = () => {
  const shown = new Map<string, string>();
  let list: string | undefined;
  let box: string | undefined;
  return {
    /** An element of a form. */
    open: (name: string, attributes: XmlAttributes): void => {
      const id = attributes['form:id'] ?? attributes['xml:id'];
      const text = shownBy(name, attributes);
      if (id !== undefined && text !== '') shown.set(id, text);
      if (name === 'form:listbox') list = id;
      const isChosen = name === 'form:option' && attributes['form:current-selected'] === 'true';
      if (!isChosen || list === undefined) return;
      const label = attributes['form:label'] ?? attributes['form:value'] ?? '';
      shown.set(list, [shown.get(list) ?? [], label].flat().join(', '));
    },
    /** The state or the value of a control, with its label. */
    shownFor: (id: string | undefined): string => shown.get(id ?? '') ?? '',
    /** An element of a field that Word calls a legacy one. */
    openField: (name: string, attributes: XmlAttributes): void => {
      if (name === 'field:fieldmark') {
        box = /CHECKBOX$/iu.test(attributes['field:type'] ?? '') ? '☐' : undefined;
      }
      const isState = name === 'field:param' && attributes['field:name'] === 'Checkbox_Checked';
      if (isState && box !== undefined) box = attributes['field:value'] === 'true' ? '☑' : '☐';
    },
    /** The box that was read last, once. */
    takeBox: (): string => {
      const taken = box ?? '';
      box = undefined;
      return taken;
    },
  };
};

const shownBy = (name: string, attributes: XmlAttributes): string => {
  const label = attributes['form:label'] ?? '';
  if (name === 'form:checkbox') {
    const state = attributes['form:current-state'] ?? attributes['form:state'];
    return `${state === 'checked' ? '☑' : '☐'} ${label}`.trim();
  }
  if (name === 'form:radio') {
    const state = attributes['form:current-selected'] ?? attributes['form:selected'];
    return `${state === 'true' ? '☑' : '☐'} ${label}`.trim();
  }
  if (name === 'form:fixed-text') return label;
  if (!FIELDS.has(name)) return '';
  return attributes['form:current-value'] ?? attributes['form:value'] ?? '';
};

/** Those that somebody fills in; passwords are nobody's text. */
const FIELDS: ReadonlySet<string> = new Set([
  'form:text',
  'form:textarea',
  'form:formatted-text',
  'form:number',
  'form:date',
  'form:time',
  'form:combobox',
]);
