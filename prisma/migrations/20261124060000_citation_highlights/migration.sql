-- Where in its quote a citation's decisive words stand: offsets, never text.
ALTER TABLE "citations" ADD COLUMN "highlights" JSONB NOT NULL DEFAULT '[]';
