import type { Locale } from '../locale.js';

export const cs: Locale = {
  script: 'Latin',
  iso3: 'ces',
  letters: { has: /[řěů]/u },
  commonWords: `a v na z do je jsou není se co kdo jak kdy kde proč kolik který která které to o po pro od mohu musím že i s k`,
  negations:
    'ne není nejsou nesmí nesmějí nemůže nemohou nelze nemá nemají nebude nebyl bez nikdy nikdo nic žádný žádná žádné ani zakázáno kromě',
  conditions: 'pokud jestliže kromě výjimkou podmínkou ledaže jinak',
  provisos: { words: 'kromě|výjimk[ay]' },
  introducingWords: `v ve na z ze o do i a to ten ta te tom té je jsou jak tak také zde že podle dle říká uvádí stanoví praví píše popisuje vysvětluje určuje
    cituje citace doslova přesně následující zní
    zásady pravidla dokument dokumentu příručka příručky příručce příručky manuál text textu zdroj zdroje strana strany straně oddíl kapitola kapitoly
    kapitole odstavec článek článku bod smlouva smlouvy smlouvě zpráva odpověď věta`,
  reversingWords:
    'nepravda lež lže mýtus fáma popírá pochybné údajně naopak ignoruj zapomeň sotva zřídka mylné chybné vtip',
  everybodyWords: 'všichni všem každý vždy',
  onlyWords: 'jen pouze výhradně jenom',
  prices: { words: 'kč' },
  moneySigns: 'Kč',
  titles: { contents: 'obsah' },
  commands: { write: 'ulož|zapiš', run: 'spusť|spočítej', file: 'soubor' },
  notInDocuments: String.raw`(?:dokument|zdroj|text|pasáž|příručk|smlouv|směrnic|zpráv|informac)\p{L}{0,20}(?!\p{L})[^.!?]{0,60}(?:neuvád|nezmiň|neřík|neobsah|nestanov|nepopis|nevysvětl|neodpov|není (?:uveden|zmín|popsán|řečen)|nejsou (?:uveden|zmín))\p{L}*|(?<!\p{L})(?:o tom|to|toto) (?:\p{L}+ ){0,2}(?:neuvád|nezmiň|neřík|nepíš)\p{L}*|žádn(?:ý|é|ém|á) (?:z (?:dokumentů|zdrojů|textů|nich)|dokument|zdroj)\p{L}* (?:\p{L}+ ){0,3}ne\p{L}+|není (?:součástí|obsahem) (?:dokumentů|zdrojů|textů|toho)|nenašel\p{L}*|nemohu najít|není (?:žádná )?(?:informace|zmínka|odpověď)|nic o tom`,
  personTitles: 'pan paní pana dr ing',
  introductions: 'jsem|jmenuji se|vážen[ýáí]|ahoj',
  introductionsBehind: 'jsem',
  inflectsNames: true,
  ordinals: {
    words: `první/prvního/prvním druhý/druhá/druhé/druhého/druhém třetí/třetího/třetím čtvrtý/čtvrtá/čtvrté/čtvrtého/čtvrtém pátý/pátá/páté/pátého/pátém
      šestý/šestá/šesté/šestého/šestém sedmý/sedmá/sedmé/sedmého/sedmém osmý/osmá/osmé/osmého/osmém devátý/devátá/deváté/devátého/devátém
      desátý/desátá/desáté/desátého/desátém`,
    written: (value) => [String(value)],
  },
};
