-- What a model wrote before its answer was repaired, and what it had read: {"text", "sources": [{"chunkId", "memoryId"}]}.
ALTER TABLE "messages" ADD COLUMN "before_repair" JSONB;
