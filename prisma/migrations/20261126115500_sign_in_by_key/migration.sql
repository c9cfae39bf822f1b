-- A sign-in that an API key was traded for: it may do no more than the key, and ends with it.
ALTER TABLE "sign_ins" ADD COLUMN "api_key_id" UUID;
CREATE INDEX "sign_ins_tenant_id_api_key_id_idx" ON "sign_ins"("tenant_id", "api_key_id");
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_tenant_id_api_key_id_fkey" FOREIGN KEY ("tenant_id", "api_key_id") REFERENCES "api_keys"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
