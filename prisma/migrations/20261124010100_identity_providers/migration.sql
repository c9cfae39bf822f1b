-- CreateTable
CREATE TABLE "identity_providers" (
    "tenant_id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_secret" BYTEA NOT NULL,
    "groups_claim" TEXT,
    "role_claim" TEXT,
    "role_mapping" JSONB NOT NULL DEFAULT '{}',
    "allowed_email_domains" TEXT[],
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identity_providers_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "external_identities" (
    "tenant_id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "external_identities_pkey" PRIMARY KEY ("tenant_id","issuer","subject")
);

-- CreateTable
CREATE TABLE "sign_in_attempts" (
    "tenant_id" UUID NOT NULL,
    "state_hash" BYTEA NOT NULL,
    "browser_hash" BYTEA NOT NULL,
    "nonce" TEXT NOT NULL,
    "code_verifier" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_attempts_pkey" PRIMARY KEY ("tenant_id","state_hash")
);

-- AddForeignKey
ALTER TABLE "identity_providers" ADD CONSTRAINT "identity_providers_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "external_identities" ADD CONSTRAINT "external_identities_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_attempts" ADD CONSTRAINT "sign_in_attempts_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "identity_providers" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "identity_providers" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "identity_providers"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON "identity_providers" TO knowledge_router_app;

ALTER TABLE "external_identities" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "external_identities" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "external_identities"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON "external_identities" TO knowledge_router_app;

ALTER TABLE "sign_in_attempts" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sign_in_attempts" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "sign_in_attempts"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON "sign_in_attempts" TO knowledge_router_app;
