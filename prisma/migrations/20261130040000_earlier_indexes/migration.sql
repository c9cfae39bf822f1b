-- What the answering version of a document was indexed under, while the task is about another one.
ALTER TABLE "ingestion_tasks" ADD COLUMN "fingerprint_before" TEXT;
-- How the passages of a version were cut; not known of those from before.
ALTER TABLE "document_versions" ADD COLUMN "chunking" TEXT;
