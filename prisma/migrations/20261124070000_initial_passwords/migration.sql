-- A password that somebody else has set is good for one sign-in, which has to replace it. Whoever chose the one that there is has left
-- an entry in the audit. Row security is forced on the owner, too.
ALTER TABLE "user_passwords" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "audit_entries" NO FORCE ROW LEVEL SECURITY;
UPDATE "user_passwords" p SET "is_initial" = true, "changed_at" = now()
WHERE NOT p."is_initial" AND NOT EXISTS (
    SELECT FROM "audit_entries" a
    WHERE a."tenant_id" = p."tenant_id" AND a."actor_id" = p."user_id" AND a."subject_id" = p."user_id"::text
      AND a."action" IN ('password.change', 'invitation.accept')
);
ALTER TABLE "user_passwords" FORCE ROW LEVEL SECURITY;
ALTER TABLE "audit_entries" FORCE ROW LEVEL SECURITY;
