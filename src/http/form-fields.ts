import { AppError } from '../shared/errors.js';
import { refuseUnstorable } from './read-json.js';

export type FormFields = {
  title?: string | undefined;
  visibility?: string | undefined;
  metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
};

export type FieldCollector = {
  /** False when the name was given before. */
  add(name: string, value: string): boolean;
  /** What has come so far, checked. */
  read(): FormFields;
};

/** Gathers the text fields of a form; `metadata` is JSON inside one of them. */
export const createFieldCollector = ({
  parseFields,
}: {
  parseFields: (fields: Record<string, unknown>) => FormFields;
}): FieldCollector => {
  const fields = new Map<string, string>();
  return {
    add: (name, value) => {
      if (fields.has(name)) return false;
      fields.set(name, value);
      return true;
    },
    read: () => {
      const entries = [...fields].map(([name, value]): [string, unknown] => [
        name,
        name === 'metadata' ? parseMetadata(value) : value,
      ]);
      const found = Object.fromEntries(entries);
      refuseUnstorable(found);
      return parseFields(found);
    },
  };
};

const parseMetadata = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The cause would quote the field.
    throw new AppError('validation_failed', 'metadata is not JSON.', {
      errors: [{ path: 'metadata', message: 'must be a JSON object' }],
    });
  }
};
