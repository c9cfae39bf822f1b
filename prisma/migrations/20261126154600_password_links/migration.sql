-- A link by which somebody who has an account already chooses a new password stands where their invitation stood.
ALTER TABLE "invitations" ADD COLUMN "is_for_new_password" BOOLEAN NOT NULL DEFAULT false;
