import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('pt-PT');

/** Sentences of a document and its pages. */
export const pages = {
  viewAs: 'Vista',
  viewPages: 'Páginas',
  viewText: 'Texto',
  viewPassages: 'Passagens',
  sheets: 'Folhas',
  pageOf: (page: number, title: string) => `Página ${page} de ${title}`,
  pageNumberOf: (page: number, count: number) => `Página ${page} de ${count}`,
  goToPage: 'Número da página',
  ofPages: (count: number) => `de ${count}`,
  pageText: 'Texto desta página',
  passageText: 'Texto da passagem',
  noTextOnPage: 'Não foi encontrado texto nesta página.',
  readByOcr: 'Lido numa imagem por reconhecimento de texto (OCR). Compare com a imagem.',
  noPicture: 'Não há imagem desta página. O texto encontra-se abaixo.',
  noPictureBecause: (reason: string) => `Esta página não pode ser apresentada: ${reason}`,
  boxesMissing: 'A passagem está nesta página, mas não foi possível assinalar o seu lugar.',
  boxesOfLines:
    'Estão assinaladas linhas inteiras: nem todas as letras da passagem foram encontradas na página.',
  staleText:
    'O documento foi substituído depois desta resposta. A passagem citada já não pode ser mostrada; o que o documento diz agora pode ser diferente.',
  staleOpen: 'Abrir o documento atual',
  documentGone:
    'Durante a leitura, o documento foi eliminado ou deixou de estar acessível a esta conta. Já não é possível mostrá-lo.',
  whatIsKnown: 'Sobre este documento',
  factFile: 'Ficheiro',
  factUploaded: 'Carregado',
  versions: 'Versões',
  version: (number: number) => `Versão ${number}`,
  versionAnswers: 'base das respostas',
  versionReading: 'a ser lida',
  versionFailed: 'falhou',
  versionReplaced: 'substituída',
  versionsKept: 'Quando um ficheiro novo está pronto, ocupa o lugar do anterior.',
  restore: 'Restaurar',
  restoreVersion: (number: number) => `Restaurar a versão ${number}?`,
  restoreText:
    'O ficheiro dela passa a ser a versão mais recente deste documento. Até ser lido, as respostas baseiam-se na versão atual.',
  technicalReason: 'Para o suporte',
  passageNumber: (number: number) => `Passagem ${number}`,
  tokenCount: (count: number) => plural(count, { one: 'token', other: 'tokens' }),
  findInDocument: 'Procurar neste documento',
  placesFound: (count: string) => `Locais encontrados: ${count}`,
  foundNowhere: 'Estas palavras não estão neste documento.',
  outline: 'Estrutura',
  zoomIn: 'Ampliar',
  zoomOut: 'Reduzir',
};
