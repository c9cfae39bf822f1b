-- When an owner pinned a conversation, and when an admin was done with what somebody thought of an answer.
ALTER TABLE "sessions" ADD COLUMN "pinned_at" TIMESTAMPTZ(3);
ALTER TABLE "feedback" ADD COLUMN "resolved_at" TIMESTAMPTZ(3);
