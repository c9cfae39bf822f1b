-- The refresh token before is taken a few seconds longer, for an answer that never came.
ALTER TABLE "sign_ins" ADD COLUMN "renewed_at" TIMESTAMPTZ(3);
