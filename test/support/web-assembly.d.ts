// TypeScript declares WebAssembly in its DOM library alone, which Node code must not see.
declare namespace WebAssembly {
  type Exported = (() => unknown) | { readonly value: unknown };
  type Instance = { readonly exports: Record<string, Exported> };

  function instantiate(
    bytes: Uint8Array,
    imports: Record<string, Record<string, unknown>>,
  ): Promise<{ readonly instance: Instance }>;
}
