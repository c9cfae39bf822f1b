/** Small texts that only this process's user may read. Names are ours, never a client's. */
export type SecretFiles = {
  read(name: string): Promise<string | null>;
  /** Whole or not at all, durable when it resolves, readable by its owner alone (0600). */
  write(name: string, text: string): Promise<void>;
  pathOf(name: string): string;
};
