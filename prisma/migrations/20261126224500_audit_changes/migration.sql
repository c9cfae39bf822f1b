-- An entry about a change says what was before and after: roles, states, groups by key, visibility, policy, quotas and limits.
ALTER TABLE "audit_entries" ADD COLUMN "changes" JSONB;
