import { AsyncLocalStorage } from 'node:async_hooks';

type Fields = Readonly<Record<string, string>>;

// The one store of the process: a request's id reaches every line that is written on its behalf, also by code that knows no request.
const store = new AsyncLocalStorage<Fields>();

/** Every line that is logged by the work, however deep, carries these ids. */
export const withLogFields = <Result>(fields: Fields, work: () => Result): Result =>
  store.run({ ...store.getStore(), ...fields }, work);

/** A new object each time: pino writes the fields of the line into it. */
export const currentLogFields = (): Fields => ({ ...store.getStore() });
