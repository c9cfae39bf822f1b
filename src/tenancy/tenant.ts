import { z } from 'zod';
import { TenantId } from '../shared/ids.js';

export const TenantStatus = z.enum(['active', 'suspended', 'deleting']);
export type TenantStatus = z.infer<typeof TenantStatus>;

const quota = z.int().min(0).nullable().default(null);

/** Of the whole tenant; null = unlimited. Days and months are those of UTC. */
export const TenantQuotas = z.strictObject({
  questionsPerDay: quota,
  /** Of prompts, answers and embeddings. Checked when a question is asked: what is under way then is finished. */
  tokensPerMonth: quota,
  documents: quota,
  storageBytes: quota,
});
export type TenantQuotas = z.infer<typeof TenantQuotas>;

export const TenantPolicy = z.strictObject({
  groundedOnly: z.boolean().default(true),
  tools: z.record(z.string(), z.boolean()).default({}),
  dropUnsupportedCitations: z.boolean().default(false),
  memberUploads: z.boolean().default(false),
  maxAgentIterations: z.int().min(1).max(20).nullable().default(null),
  /** Days after its last change from which a memory is forgotten; null = never. */
  memoryTtlDays: z.int().min(1).max(36_500).nullable().default(null),
  quotas: TenantQuotas.prefault({}),
});
export type TenantPolicy = z.infer<typeof TenantPolicy>;

export const TenantRecord = z.object({
  id: TenantId,
  slug: z.string(),
  status: TenantStatus,
  createdAt: z.date(),
});
export type TenantRecord = z.infer<typeof TenantRecord>;

export type TenantSettings = { name: string; systemPrompt: string | null; policy: TenantPolicy };
