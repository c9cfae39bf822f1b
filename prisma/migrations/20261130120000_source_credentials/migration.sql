-- AlterTable
ALTER TABLE "sources" ADD COLUMN     "credentials" BYTEA,
ADD COLUMN     "rechecks_readers" BOOLEAN NOT NULL DEFAULT false;
