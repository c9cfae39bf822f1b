-- How many of a call's prompt tokens were read from the endpoint's cache; not known of earlier calls.
ALTER TABLE "model_calls" ADD COLUMN "cached_tokens" INTEGER NOT NULL DEFAULT 0;
