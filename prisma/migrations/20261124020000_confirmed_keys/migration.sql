-- A key that somebody else made works once its holder has confirmed it. Revoked keys stay for a while, as records.
ALTER TABLE "api_keys" ADD COLUMN "created_by" UUID;
ALTER TABLE "api_keys" ADD COLUMN "confirmed_at" TIMESTAMPTZ(3);
ALTER TABLE "api_keys" ADD COLUMN "revoked_at" TIMESTAMPTZ(3);
ALTER TABLE "api_keys" ADD COLUMN "revoked_by" UUID;

-- Since when a user has a credential that nobody else has seen.
ALTER TABLE "users" ADD COLUMN "activated_at" TIMESTAMPTZ(3);

-- Of whom an entry about a key is.
ALTER TABLE "audit_entries" ADD COLUMN "holder_id" UUID;

-- Who made the keys that there are is not known, and they are in use. Row security is forced on the owner, too.
ALTER TABLE "api_keys" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "users" NO FORCE ROW LEVEL SECURITY;
UPDATE "api_keys" SET "confirmed_at" = "created_at";
-- Every user that there is counts as active: what they have kept is no prize for who gets a first key in their name.
UPDATE "users" SET "activated_at" = "created_at";
ALTER TABLE "api_keys" FORCE ROW LEVEL SECURITY;
ALTER TABLE "users" FORCE ROW LEVEL SECURITY;
