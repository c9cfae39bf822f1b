-- The model of an assistant by the name of its endpoint, and how it writes; null is as the operator's settings have it.
ALTER TABLE "assistants"
  ADD COLUMN "model" TEXT,
  ADD COLUMN "temperature" DOUBLE PRECISION,
  ADD COLUMN "max_tokens" INTEGER,
  ADD COLUMN "reasoning_effort" TEXT;
