-- A key may ask for a user: the audit names both.
ALTER TABLE "audit_entries" ADD COLUMN "asked_by_key_id" UUID;
