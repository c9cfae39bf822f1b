/** An expression without a result, with a message for its author. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
