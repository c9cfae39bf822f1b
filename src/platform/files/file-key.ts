import { AppError } from '../../shared/errors.js';

const KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isFileKey = (name: string): boolean => KEY.test(name);

/** Returns a key in the form that stores create, or throws `file_missing`: nothing else may become part of a path. */
export const requireFileKey = (key: string): string => {
  if (!isFileKey(key)) throw new AppError('file_missing', 'The file is missing.');
  return key;
};
