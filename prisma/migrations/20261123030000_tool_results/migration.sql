-- Unlogged: what a service answered can be asked for again.
-- CreateTable
CREATE UNLOGGED TABLE "tool_results" (
    "tenant_id" UUID NOT NULL,
    "key" BYTEA NOT NULL,
    "result" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tool_results_pkey" PRIMARY KEY ("tenant_id","key")
);

-- CreateIndex
CREATE INDEX "tool_results_tenant_id_expires_at_idx" ON "tool_results"("tenant_id", "expires_at");

-- AddForeignKey
ALTER TABLE "tool_results" ADD CONSTRAINT "tool_results_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "tool_results" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "tool_results" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "tool_results"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON "tool_results" TO knowledge_router_app;
