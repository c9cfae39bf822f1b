import { AsyncLocalStorage } from 'node:async_hooks';

type Fields = Readonly<Record<string, string>>;
type Context = { fields: Fields; isOver: boolean };

// The only store of the process: a request's id is added to every line logged on its behalf, even by code that does not know the request.
const store = new AsyncLocalStorage<Context>();

/** Every line that the work logs, however deep, carries these ids, until its promise is settled or `endLogFields` is called. */
export const withLogFields = <Result>(fields: Fields, work: () => Result): Result => {
  const context: Context = { fields: { ...currentLogFields(), ...fields }, isOver: false };
  const end = () => {
    context.isOver = true;
  };
  const result = store.run(context, work);
  if (result instanceof Promise) result.then(end, end);
  return result;
};

/** Ends the ids of this work: sockets, timers and loops that it started and that outlive it log without them. */
export const endLogFields = (): void => {
  const context = store.getStore();
  if (context !== undefined) context.isOver = true;
};

/** Runs work that belongs to no request, whichever request happens to start it. */
export const withoutLogFields = <Result>(work: () => Result): Result => store.exit(work);

/** A new object each time, because pino writes the line's fields into it. */
export const currentLogFields = (): Fields => {
  const context = store.getStore();
  return context === undefined || context.isOver ? {} : { ...context.fields };
};
