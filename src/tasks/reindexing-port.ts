/** Has the index of everything checked; ids, states and numbers of all tenants only. */
export type ReindexingRepository = {
  /** Makes due again whatever is indexed. Returns the time, by the database's clock. */
  begin(): Promise<Date>;
  /**
   * Of what was there at that time, how much is yet to be indexed. What has failed is not, nor a memory that fails again and again:
   * that is tried for ever.
   */
  left(since: Date): Promise<number>;
};
