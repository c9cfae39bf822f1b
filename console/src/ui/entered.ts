/** The values of a form: `text` trims that of one field, `raw` returns it as it was typed, `all` returns those of fields that occur several times, such as ticked boxes. */
export type Entered = {
  text: (name: string) => string;
  raw: (name: string) => string;
  all: (name: string) => string[];
};
