import { stemmer } from '@orama/stemmers/french';
import type { Locale } from '../locale.js';

export const fr: Locale = {
  script: 'Latin',
  iso3: 'fra',
  commonWords: `le la les de des du un une et est sont dans pour que qui quoi quel quelle quels quelles combien comment quand où pourquoi ne pas je nous vous il elle sur avec par au aux ce cette a été dois puis peut`,
  stemmer,
  functionWords: `à au aux avec c ce ces cet cette combien comme comment d dans de des dont du elle en es est et été être il ils j
    je l la le les leur lui m ma mais me mes mon n ne nous on ont ou où par pas pour pourquoi puis qu quand que quel
    quelle quelles quels qui quoi s sa se ses si son sont sur ta te tes toi ton tu un une vos votre vous y signifie appelle appelé passe longtemps différence entre
    exactement faire fait faut doit doivent peut peuvent peux avoir a-t cela ça plus très tout tous toute toutes aussi leurs notre lors chez sera seront donc ainsi selon coûte coûtent`,
  emptyWords: `le la les l un une des du de d et ou est sont était étaient être a à au aux en dans sur sous par pour avec entre chez
    que qu qui quoi dont où quand comment pourquoi combien quel quelle quels quelles ce cet cette ces c ça cela il elle ils elles
    on nous vous je j tu me m te t se s leur leurs lui son sa ses mon ma mes ton ta tes notre votre nos vos y si mais donc car
    ont avoir peut peuvent doit doivent fait faire plus très aussi comme chaque tout tous toute toutes selon été`,
  negations: 'pas jamais aucun aucune rien personne nul nulle sans ni interdit interdite non sauf',
  references:
    'il elle ils elles lui leur leurs y en celui celle ceux celles cela ça ceci ce cet cette ces même précédent précédente dernier là',
  continuations: 'et|et pour|qu en est il|pourquoi|aussi|depuis quand|alors|sinon',
  interrogatives:
    'que quoi qui quel quelle quels quelles comment combien quand où pourquoi est sont peut peux puis dois doit faut explique expliquez liste montre compare résume calcule trouve',
  conjunctions: 'et ou ainsi mais',
  conditions: 'si sauf excepté hormis condition réserve pourvu sinon',
  conditionsInside: /à moins|au cas où|en cas de|à condition/u,
  provisos: { words: 'sauf|hormis|exception' },
  introducingWords: `le la les l un une des du de d ce c cet cette ces est sont à au aux en dans sur par selon d'après après comme et aussi ici que qu il on
    suivant suivante conformément dit indique précise écrit lit stipule mentionne énonce explique décrit définit cite citation textuellement
    exactement suit mots termes
    politique règlement document manuel guide texte source page section chapitre paragraphe article clause contrat accord rapport réponse phrase
    original règle règles`,
  neutralWords:
    'concernant informations information détails explique expliquez décris signifie existe',
  reversingWords:
    'faux fausse faussement mensonge mensonges ment mythe rumeur nie nient dément douteux doute prétendument soi-disant contraire ignore ignorez oubliez oublie rarement guère inventé erroné erronée tort plaisanterie',
  everybodyWords: 'tous toutes quiconque toujours chacun chaque tout toute',
  onlyWords: 'seul seule seuls seules seulement uniquement exclusivement',
  contrasts: { words: 'mais|cependant|tandis' },
  numerals: {
    upToNineteen:
      'un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
    tens: 'vingt/vingts trente quarante cinquante soixante septante huitante nonante',
    hundreds: 'cent/cents',
    ambiguous: 'un une neuf six',
    connector: 'et',
  },
  units: {
    quarter: 'trimestre',
    workday: 'ouvrable ouvrables ouvré ouvrés',
    second: 'seconde',
    minute: 'minute',
    hour: 'heure',
    day: 'jour',
    week: 'semaine',
    month: 'mois',
    year: 'an ans année',
    thousand: 'mille',
    million: 'million',
    billion: 'milliard',
    kilometre: 'kilomètre',
    metre: 'mètre',
    tonne: 'tonne',
    litre: 'litre',
    person: 'personne',
    time: 'fois',
  },
  rates: {
    lead: 'par|chaque',
    periods: 'minute heure jour semaine mois an|année',
    words: String.raw`- - quotidien\p{L}{0,6} hebdomadaire\p{L}{0,4} mensuel\p{L}{0,6} annuel\p{L}{0,6}`,
  },
  months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  ambiguousMonths: 'mars mai',
  weekdays: 'lundi mardi mercredi jeudi vendredi samedi dimanche',
  abbreviations: 'mme mlle',
  abbreviationsBeforeNumber: 'num n° env',
  answerTypes: {
    comparison: { words: String.raw`différence\p{L}*` },
    quantity: {
      words: 'combien|que coûte(?:nt)?|quel(?:le)? (?:durée|montant|prix|taux|nombre|taille)',
    },
    price: {
      words:
        'combien (?:ça )?coûte(?:nt)?|que coûte(?:nt)?|quel(?:le)? est (?:le|la) (?:prix|tarif|redevance)',
    },
    day: { words: 'depuis quand|quelle (?:date|année)' },
    age: { words: "quel(?:le)? (?:est l[’']|est son )?âge|à quel âge" },
    weight: { words: 'combien pèse(?:nt)?' },
    date: { words: 'quand|combien de temps|(?:à )?quelle (?:date|heure|année)' },
    address: { words: 'adresse (?:e-?mail|électronique)|courriel' },
    phone: { words: '(?:numéro de )?téléphone' },
    person: { words: 'qui' },
    definition: { words: String.raw`qu'est-ce qu\p{L}*|que signifie` },
    list: { words: String.raw`quels|quelles|énumér\p{L}*` },
    steps: { words: 'comment' },
  },
  counts: { words: 'une?|deux|trois|quatre|cinq|sept|huit|neuf|dix|cent|mille' },
  ages: { words: 'âgée?s?|âge|née?s?' },
  countQuestions: String.raw`combien d(?:es?\s|['’])`,
  articleForOne: 'une?',
  prices: { words: String.raw`gratuit\p{L}*` },
  times: { words: String.raw`avant|après|jusqu\p{L}*|chaque|début|lors` },
  and: 'et',
  asks: { words: String.raw`que|qu'\p{L}+|quel\p{L}*|qui|comment|combien|quand|où|pourquoi` },
  intents: {
    memory: 'souviens|te souviens|retiens',
    summary: 'résum',
    comparison: 'différence',
    calculation: String.raw`calcule|\bau total\b|somme d|moyenne|\ben tout\b`,
    procedure: String.raw`\bcomment\b`,
  },
  smallTalk: {
    phrases:
      'bonjour|bonsoir|salut|coucou|bonne nuit|merci|merci beaucoup|au revoir|à bientôt|comment ça va|ça va|comment allez vous|comment vas tu|qui es tu|que peux tu faire|que pouvez vous faire|merci bien|aide|pour laide|pour votre aide|pour ton aide|parfait',
    thanks: 'merci',
    farewells: 'au revoir|à bientôt',
  },
  midAbbreviations: 'cie|sté|sarl',
  mail: {
    headers: 'de|à|objet|envoyé',
    forwarded: "message (?:d'origine|transféré)",
    wrote: String.raw`\ba écrit`,
  },
  unmarkedQuestions: {
    first: "pourquoi|comment|combien|où|quel(?:le)?s?|est-ce|qu'est-ce|qui est",
  },
  remembering: {
    courtesies: "s'il te pla[iî]t|s'il vous pla[iî]t|bonjour|salut|et",
    verbs:
      "(?:souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|mémorise|mémorisez|n'oublie (?:pas|jamais)|n'oubliez (?:pas|jamais)|gardez? (?:en tête|à l'esprit|en mémoire)|prends (?:bonne )?note|prenez (?:bonne )?note)(?: bien)?(?:,? s'il (?:te|vous) pla[iî]t)?",
    politely:
      '(?:peux-tu|pourrais-tu|pouvez-vous|pourriez-vous) (?:te souvenir|vous souvenir|retenir|mémoriser)',
    links: ",? (?:que |qu')| ?[:–—] ?",
    pointers:
      "(?:retiens|mémorise|note|n'oublie pas|souviens-toi de|rappelle-toi)(?: bien)?(?: |-)(?:ça|cela|ceci|le)(?:,? s'il te pla[iî]t)?|ne l'oublie pas",
    bans: "ne (?:le |la |t'en |te |vous )?(?:retiens|retenez|mémorise|mémorisez|note|notez|garde|gardez|souviens|souvenez|enregistre|enregistrez)[^.!?]{0,40} pas|(?<!n')oublie(?:z)? (?:ça|cela|ceci|que|tout)",
  },
  aboutConversation: 'notre conversation|ta dernière réponse',
  pages: { before: 'page', of: 'sur|de' },
  titles: {
    chapters: 'chapitre|annexe',
    contents: 'table des matières|sommaire',
    untitled: 'sans titre',
  },
  ordinalEndings: 'er|re|ère|ème',
  sourceListTitles:
    'références|référence|bibliographie|ouvrages cités|sources citées|citations|notes de bas de page',
  rolesByPlace: true,
  numberEndings: 'e er re',
  commands: { write: 'enregistre|écri|crée', run: 'exécut|calcul|utilis', file: 'fichier' },
  collection: {
    documents: 'documents?|fichiers?',
    texts: 'manuel|guide|règlement|rapport|procès-verbal|mode d.emploi',
    here: 'ici|disponibles?|y a-t-il|il y a|avez[- ]vous|as[- ]tu|avons[- ]nous|connais[- ]tu|connaissez[- ]vous|existent|sont|puis-je lire|dans (?:la collection|la bibliothèque|la base(?: de connaissances)?|le système)',
    list: 'quels <d><H>|quels sont les <d><h>|(?:listez?|montrez?|énum[eè]rez?)(?:[- ]moi)? (?:tous )?(?:les|mes|nos) <d><h>',
    count: 'combien (?:y a-t-il |avez[- ]vous |as[- ]tu )?de <d><h>',
    newest:
      'quels sont les (?:nouveaux|derniers) <d>|quels sont les <d> (?:les plus )?(?:récents|nouveaux)|quels <d> sont (?:les plus )?(?:récents|nouveaux)|montrez?(?:[- ]moi)? les (?:nouveaux|derniers) <d>',
    about:
      "(?:y a-t-il|est-ce qu'il y a|avez[- ]vous|as[- ]tu|existe-t-il) (?:une?|des) <d> (?:sur|concernant|à propos de|au sujet de) {}|(?:listez?|montrez?|énum[eè]rez?)(?:[- ]moi)? (?:tous )?(?:les|mes|nos) <d><h> (?:sur|concernant|à propos de) {}|quels <d> (?:parlent de|traitent de|mentionnent) {}",
    contents:
      "(?:qu'y a-t-il|que trouve-t-on) dans (?:le )?(?:<d> )?{}|que (?:dit|contient) (?:les? |la |l')?(?:<d> )?{}|de quoi parle (?:le )?(?:<d> )?{}",
    summary:
      "(?:peux[- ]tu |pouvez[- ]vous )?(?:me )?résume[rz]?(?:[- ]moi)?(?: s'il (?:te|vous) plaît)? (?:les? |la |l')?(?:<d> )?{}|(?:(?:fais|faites|donnez?)(?:[- ]moi)? )?un résumé (?:de la |de l'|de |du )(?:<d> )?{}",
  },
  answerRemarks: String.raw`(?:bonjour|salut|bonsoir|chère?s?|cordialement|bien à vous|merci|objet|bien sûr|en résumé|en bref)(?!\p{L})(?=[^.!?]{0,40}[.!?]?$)|j['’](?:espère|ai (?:trouvé|cherché)|n['’]ai)|je (?:peux|ne|suis|n['’])|voici(?!\p{L})|ci-dessous|n['’]hésitez pas|si vous (?:souhaitez|avez|voulez)[^.]{0,80}(?:dites|demandez|contactez|je)|cela dépend|ça dépend`,
  notInDocuments: String.raw`(?:document|source|texte|passage|extrait|manuel|contrat|règlement|rapport|information)s?[^.!?]{0,60}(?:ne (?:dit|disent|mentionnent?|précisent?|indiquent?|contien(?:t|nent)|fourni(?:t|ssent)|donnent?|répond(?:ent)?|parlent?)|n['’](?:indiquent?|évoquent?|abordent?))|(?:je n['’]ai|n['’]ai) (?:rien |pas )?trouvé|aucune (?:information|mention|indication)|(?:documents?|sources?|textes?|passages?|extraits?|manuel|contrat|règlement|rapport)[^.!?]{0,60}(?:ne (?:l[ea]s? |nous )(?:di(?:t|sent)|mentionnent?|précisent?|indiquent?)|ne (?:traitent?|abordent?|expliquent?|décri(?:t|vent)) )|(?<!\p{L})(?:ils|elles|il|elle|ceux-ci|celles-ci) (?:ne (?:l[ea]s? )?|n['’](?:en |y )?)(?:di(?:t|sent)|mentionnent?|précisent?|indiquent?|parlent?|évoquent?|abordent?|expliquent?)(?!\p{L})|aucune? (?:des (?:documents|sources|textes|extraits)|d['’](?:eux|elles|entre (?:eux|elles))|document|source|texte) (?:ne |n['’])|ne (?:fait|font) pas partie (?:des (?:documents|sources|textes)|de ce que)|n['’](?:est|sont|y est) (?:pas|nulle part) (?:mentionn|précis|indiqu|évoqu|abord|décrit)\p{L}*|je ne trouve|ne (?:peux|puis) (?:pas )?trouver|rien (?:sur|à ce sujet|dans les (?:documents|sources))|aucune réponse`,
  fillers:
    'donc ainsi actuellement désormais toutefois cependant également généralement normalement notamment alors soit',
  bounds: {
    atMost: "au plus|au maximum|jusqu'à|maximum|pas plus de|maximal(?:e)?|au plus tard",
    atLeast: 'au moins|au minimum|minimum|pas moins de|minimal(?:e)?',
    moreThan: 'plus de|supérieure? à|au-delà de|au-dessus de',
    lessThan: 'moins de|inférieure? à|au-dessous de',
    exactly: 'exactement|précisément',
    about: 'environ|à peu près|approximativement|près de|quelque|presque',
  },
  obligingWords:
    'doit doivent devez dois obligatoire obligatoirement obligé obligés tenu tenus exigé nécessaire faut',
  allowingWords: 'peut peuvent pouvez peux possible autorisé autorisée permis permise facultatif',
  yesOrNo: 'oui|non|exact',
  equivalents: `salarié employé personnel collaborateur travailleur, durée période délai, payer régler verser, rembourser restituer, mensuel mois, annuel an année, hebdomadaire semaine, quotidien jour,
    début commencer commence débuter compter, fin terminer finir expirer, congé vacances, résilier résiliation, entreprise société employeur, preneur locataire, bailleur propriétaire, loyer location, travaux réparations,
    obtenir recevoir, accord autorisation consentement approbation, informer avertir prévenir, client acheteur, fournisseur prestataire, prix coût tarif, augmenter hausse, diminuer baisser réduire baisse, supprimer effacer, conserver garder,
    vérifier contrôler, réparer réparation, défaut panne, immédiatement aussitôt, écrit écrite, utiliser employer, nécessaire requis, supplémentaire additionnel`,
  multipliers: { thousand: 'k', million: 'm mio', billion: 'md mds' },
  halfWords: 'moitié demi demie',
  minusWords: 'moins',
  clockWords: 'h',
  aboutAssistant: String.raw`qui (?:es tu|êtes vous|tu es|vous êtes)|tu es qui|(?:quest ce que tu es|quest ce que vous êtes)|(?:comment (?:tappelles tu|vous appelez vous|tu tappelles)|quel est (?:ton|votre) nom)|(?:es tu|êtes vous) une? (?:humain|personne|machine|robot|programme)(?: ou une? (?:humain|personne|machine|robot|programme))?|(?:que (?:peux tu|pouvez vous|sais tu|savez vous) faire|quest ce que (?:tu peux|vous pouvez|tu sais|vous savez) faire)(?: pour (?:moi|nous))?|(?:comment|en quoi) (?:peux tu|pouvez vous) (?:maider|nous aider)|que puis je (?:te|vous) demander|quelles questions puis je (?:te|vous) poser|(?:présente toi|présentez vous)`,
  writing: String.raw`(?:^|[^\p{L}])(?:écris|écrivez|rédige[rz]?|formule[rz]?|reformule[rz]?)(?![\p{L}])[^.?!]{0,60}(?:e-?mail|mail|courriel|lettre|message|note|réponse|texte|annonce|invitation|rappel|demande|paragraphe|phrase|discours)|(?:^|[^\p{L}])tradui(?:s|sez|re)(?![\p{L}])`,
  invention: String.raw`(?<!\p{L})(?:écri(?:s|vez|re)|compose[rz]?|invente[rz]?|raconte[rz]?|rédige[rz]?|fai(?:s|tes)|di(?:s|tes))(?:[- ](?:moi|nous))?(?: s['’]il (?:te|vous) plaît)? (?:un|une|des|deux|quelques) (?:(?!(?:sur|à|de|du|des|pour|dans|avec|d)(?!\p{L}))[\p{L}'’-]+,? ){0,3}(?:haïkus?|haikus?|poèmes?|limericks?|sonnets?|blagues?|devinettes?|contes?|comptines?|chansons?|ballades?|histoires? drôles?)(?!\p{L})`,
  ordersToAssistants: [
    '(?:ignor|oubli)(?:e|es|ez) (?:toutes )?(?:les |tes |vos )?(?:instructions|consignes) (?:précédentes|antérieures|ci-dessus)',
    '(?:tu es|vous êtes) (?:maintenant |désormais )?(?:une? )?(?:ia|intelligence artificielle|assistant ia|modèle de langage|chatbot)',
  ],
  personTitles: 'm mme mlle monsieur madame mademoiselle dr docteur pr',
  introductions: "je suis|je m['’]appelle|mon nom est|ici|c['’]est|nous sommes|chère?|bonjour",
  ordinals: {
    words:
      'premier/première deuxième/second/seconde troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième',
    written: (value) =>
      value === 1 ? ['1er', '1re'] : [`${value}e`, `${value}ème`, `${value}eme`],
  },
};
