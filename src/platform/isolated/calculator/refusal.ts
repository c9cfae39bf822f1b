/** An expression without a result, in words for whoever wrote it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
