-- A refresh token names its sign-in by a part that all of its tokens share, so that one row tells a used one: a row for each use grew
-- with whoever asked most. Tokens that were given out before have no such part: everybody signs in once more.
DROP TABLE "refresh_tokens";
TRUNCATE "sign_ins";
ALTER TABLE "sign_ins"
    ADD COLUMN "family_hash" BYTEA NOT NULL,
    ADD COLUMN "token_hash" BYTEA NOT NULL,
    ADD COLUMN "address_hash" BYTEA;
CREATE UNIQUE INDEX "sign_ins_tenant_id_family_hash_key" ON "sign_ins"("tenant_id", "family_hash");

-- Kept when it has been used, so that whoever shows it again is told so.
ALTER TABLE "invitations" ADD COLUMN "used_at" TIMESTAMPTZ(3);

-- A bucket that refills slowly is full later than in a minute.
TRUNCATE "rate_buckets";
ALTER TABLE "rate_buckets" ADD COLUMN "full_at" TIMESTAMPTZ(3) NOT NULL;

-- How many of the same one entry stands for.
ALTER TABLE "audit_entries" ADD COLUMN "count" INTEGER NOT NULL DEFAULT 1;
