import { AsyncLocalStorage } from 'node:async_hooks';

type Fields = Readonly<Record<string, string>>;
type Context = { fields: Fields; isOver: boolean };

// The one store of the process: a request's id reaches every line that is written on its behalf, also by code that knows no request.
const store = new AsyncLocalStorage<Context>();

/** Every line that is logged by the work, however deep, carries these ids, until a promise of it is settled or `endLogFields` is called. */
export const withLogFields = <Result>(fields: Fields, work: () => Result): Result => {
  const context: Context = { fields: { ...currentLogFields(), ...fields }, isOver: false };
  const end = () => {
    context.isOver = true;
  };
  const result = store.run(context, work);
  if (result instanceof Promise) result.then(end, end);
  return result;
};

/** Stops the ids of this work: sockets, timers and loops that it began and that live on write their lines without them. */
export const endLogFields = (): void => {
  const context = store.getStore();
  if (context !== undefined) context.isOver = true;
};

/** Work on nobody's behalf, whoever happens to start it or was there when a connection was opened. */
export const withoutLogFields = <Result>(work: () => Result): Result => store.exit(work);

/** A new object each time: pino writes the fields of the line into it. */
export const currentLogFields = (): Fields => {
  const context = store.getStore();
  return context === undefined || context.isOver ? {} : { ...context.fields };
};
