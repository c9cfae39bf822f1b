/** The whole with some parts of its own: the others are asked for only when somebody wants them, for some refuse. */
export const over = <Whole extends object>(whole: Whole, parts: Partial<Whole>): Whole =>
  new Proxy(whole, {
    get: (target, key) => Reflect.get(key in parts ? parts : target, key) as unknown,
  });
