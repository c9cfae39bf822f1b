import { AppError } from '../../shared/errors.js';

const KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isFileKey = (name: string): boolean => KEY.test(name);

/** A key of the form that the stores give, or `file_missing`: nothing else becomes part of a path. */
export const requireFileKey = (key: string): string => {
  if (!isFileKey(key)) throw new AppError('file_missing', 'The file is missing.');
  return key;
};
