-- How much of what was uploaded and searched, beside the number of documents and questions.
ALTER TABLE "usage_daily" ADD COLUMN "searches" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "bytes" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "chunks" INTEGER NOT NULL DEFAULT 0;
