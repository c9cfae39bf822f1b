-- CreateIndex
CREATE INDEX "document_versions_tenant_id_sha256_idx" ON "document_versions"("tenant_id", "sha256");
