-- Of an entry about a token for pages: its origins, its lifetime in seconds and its label, and not its text.
ALTER TABLE audit_entries ADD COLUMN browser_token jsonb;
