/**
 * One transaction: repositories get this, never the pool. Named as in Prisma, whose client fits the type too. Statements are
 * templates, so a value is always a parameter; `sql` fragments may be nested.
 */
export type Transaction = {
  $queryRaw<Result>(text: TemplateStringsArray, ...values: unknown[]): Promise<Result>;
  /** The number of rows the statement touched. */
  $executeRaw(text: TemplateStringsArray, ...values: unknown[]): Promise<number>;
};
