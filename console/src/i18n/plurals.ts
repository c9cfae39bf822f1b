type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Puts a number before its noun, in the form that the language has for that number. */
export const pluralsOf = (language: string) => {
  const rules = new Intl.PluralRules(language);
  return (count: number, forms: Forms): string =>
    `${count.toLocaleString(language)} ${forms[rules.select(count)] ?? forms.other}`;
};
