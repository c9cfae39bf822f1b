-- What of a file could not be read, or not for certain: with the version that was read, and with the document as its answering version has it.
-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "warnings" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "document_versions" ADD COLUMN     "warnings" JSONB NOT NULL DEFAULT '[]';
