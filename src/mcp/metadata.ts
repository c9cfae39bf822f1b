import { z } from 'zod';
import { credentialRoute, type Route } from '../http/index.js';
import { TenantSlug } from '../tenancy/index.js';
import { MCP_BASE, METADATA_BASE, SCOPES } from './dialect.js';

export type MetadataDeps = {
  /** The public address of the server. */
  publicUrl: string | null;
  /** The identity provider of a tenant, by its own name; rejects with `not_found` for no tenant and no provider alike. */
  issuerOf: (tenant: string) => Promise<string>;
};

export const TenantName = z.strictObject({ tenant: TenantSlug.describe("The tenant's slug.") });

const Metadata = z
  .object({
    resource: z.string().describe('The address that access tokens have to be for.'),
    authorization_servers: z.array(z.string()).describe("The tenant's identity provider."),
    scopes_supported: z.array(z.string()),
    bearer_methods_supported: z.array(z.literal('header')),
    resource_name: z.string(),
  })
  .meta({ id: 'ProtectedResource', description: 'Metadata of a protected resource (RFC 9728).' });

/** Tells a client of MCP where to get the tokens that a tenant's address takes. */
export const createMetadataRoute = ({ publicUrl, issuerOf }: MetadataDeps): Route =>
  credentialRoute({
    method: 'get',
    path: `${METADATA_BASE}${MCP_BASE}/:tenant`,
    operationId: 'getMcpResource',
    tag: 'mcp',
    summary: 'Where a client of MCP gets access tokens for `/mcp/:tenant`',
    isForAnyPage: true,
    errors: ['sign_in_off', 'identity_provider_unavailable'],
    params: TenantName,
    responses: { 200: { description: 'The resource', schema: Metadata } },
    answer: async ({ params: { tenant } }) => ({
      resource: `${publicUrl}${MCP_BASE}/${tenant}`,
      authorization_servers: [await issuerOf(tenant)],
      scopes_supported: [...SCOPES],
      bearer_methods_supported: ['header'],
      resource_name: 'Knowledge Router',
    }),
  });
