import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('pt-PT');

/** Sentences of the search. */
export const search = {
  navSearch: 'Pesquisa',
  searchTitle: 'Pesquisar nos seus documentos',
  searchFor: 'Texto a pesquisar',
  searchButton: 'Pesquisar',
  searchHint:
    'Passagens tal como uma pergunta as encontra, sem resposta. Se faltar um documento, pode ver abaixo porquê.',
  resultCount: (count: number, ms: string) =>
    `${plural(count, { one: 'passagem', other: 'passagens' })}, ${ms}`,
  searchNothing: 'Nada nos seus documentos corresponde.',
  searchClosest:
    'Provavelmente nenhuma passagem responde a esta pergunta; estas são as mais próximas.',
  isEvidence: 'resposta provável',
  howRelevant: (percent: string) => `${percent} de relevância`,
  legs: {
    dense: 'O significado não foi comparado: não há nenhum modelo de embeddings configurado.',
    denseFailed: 'O significado não foi comparado: o modelo de embeddings não está disponível.',
    lexicalFailed: 'As palavras não foram comparadas: o índice de palavras não está disponível.',
  },
  whyNot: 'Porque não este documento?',
  whyNotHint: 'Escolha um documento para ver como a pesquisa o avaliou.',
  whyNotChoose: 'Título do documento',
  whyNotNone: 'Nenhum documento tem isso no título.',
  whyNotChosen: (title: string) => `O que foi feito de “${title}”`,
  whyNotOther: 'Escolher outro documento',
  why: {
    found: (position: number) => `É encontrado, na posição ${position}.`,
    not_indexed: (state: string) => `Ainda não pode ser encontrado. Estado: ${state}.`,
    outside_filter: 'Está fora do que foi pesquisado.',
    no_common_word: 'Não partilha nenhuma palavra com a pergunta.',
    noCommonMeaning:
      'Não partilha nenhuma palavra com a pergunta e também não foi encontrado pelo significado.',
    not_among_candidates:
      'Muitas outras passagens estão mais próximas da pergunta, por isso este documento não foi examinado em pormenor.',
    below_relevance: (has: string, needed: string) =>
      `A probabilidade de a sua melhor passagem responder é de ${has}; são necessários ${needed}.`,
    belowUnknown: 'A sua melhor passagem não é uma resposta suficientemente provável.',
    merged: 'A sua passagem diz o mesmo que a de outro documento, que é mostrado por ambos.',
    cut_by_top_k: (position: string) =>
      `É encontrado, mas mais abaixo do que é mostrado${position}.`,
    atPlace: (position: number) => `, na posição ${position}`,
    cut_by_budget: 'É encontrado, mas já não havia espaço para o seu texto.',
  },
  whyWords: 'Palavras da pergunta e onde estão neste documento',
  word: 'Palavra',
  wordShare: 'Peso',
  wordFound: 'Encontrada',
  wordYes: 'sim',
  wordNo: 'não',
  wordPartly: (percent: string) => `em parte, ${percent}`,
  bestPassage: 'A sua melhor passagem',
  mergedInto: 'Abrir o documento mostrado',
};
