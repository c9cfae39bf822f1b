import { isAppError } from '../../../shared/errors.js';
import { unavailable } from '../search-legs.js';

/** What LanceDB throws becomes our own error. */
export const translated = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    throw isAppError(error) ? error : unavailable(error);
  }
};
