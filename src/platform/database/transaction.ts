import type { Models } from './models.js';

/**
 * One transaction: repositories get this, never the pool. Its first two methods are named as in Prisma. Statements are templates, so a
 * value is always a parameter; `sql` fragments may be nested.
 */
export type Transaction = {
  /** The tables as in Prisma's client, inside this transaction. */
  readonly models: Models;
  $queryRaw<Result>(text: TemplateStringsArray, ...values: unknown[]): Promise<Result>;
  /** The number of rows the statement touched. */
  $executeRaw(text: TemplateStringsArray, ...values: unknown[]): Promise<number>;
  /** When the transaction began, by the database's clock, the only one that all processes share. */
  $now(): Promise<Date>;
  /**
   * Until the transaction ends, others that ask for a lock of this name wait. Meanwhile they return their connection, and then run again
   * from the beginning, so side effects outside the database may happen twice.
   */
  $lock(name: string): Promise<void>;
};

/** Statements that need no common transaction; Prisma's client fits the type. */
export type Statements = Pick<Transaction, '$queryRaw' | '$executeRaw'>;
