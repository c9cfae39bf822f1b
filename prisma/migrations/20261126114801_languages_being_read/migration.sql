-- Languages of versions that are being read are asked for with those of ready documents.
-- CreateIndex
CREATE INDEX "document_versions_tenant_id_status_language_other_languages_idx" ON "document_versions"("tenant_id", "status", "language", "other_languages");
