/** Weighs a word that `containing` of `population` texts have: the rarer, the more (the inverse document frequency of BM25). */
export const rarityOf = (containing: number, population: number): number =>
  Math.log(1 + (population - containing + 0.5) / (containing + 0.5));
