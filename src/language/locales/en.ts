import { stemmer } from '@orama/stemmers/english';
import type { Locale } from '../locale.js';

export const en: Locale = {
  script: 'Latin',
  iso3: 'eng',
  commonWords: `the of and to is are was were be been being in on for with what which who whom whose how why when where did does do has have had can may must should will would i my we our you your it its that this there from by as at not many much any`,
  stemmer,
  irregularForms: `knife knives, goose geese, foot feet, tooth teeth, mouse mice, man men, woman women, child children, ox oxen, thief thieves, wife wives,
    life lives, leaf leaves, half halves, shelf shelves, wolf wolves, loaf loaves, calf calves, person people, datum data, index indices,
    teach taught, catch caught, feed fed, buy bought, bring brought, think thought, seek sought, fight fought, sell sold, tell told, hold held,
    keep kept, sleep slept, sweep swept, lose lost, send sent, spend spent, lend lent, bend bent, build built, meet met, lead led,
    pay paid, say said, make made, hear heard, find found, stand stood, understand understood, win won, sit sat, shoot shot,
    speak spoke spoken, break broke broken, choose chose chosen, steal stole stolen, freeze froze frozen, write wrote written, ride rode ridden,
    drive drove driven, give gave given, forgive forgave forgiven, take took taken, shake shook shaken, eat ate eaten, know knew known, grow grew grown, throw threw thrown, blow blew blown, fly flew flown, draw drew drawn, show shown,
    begin began begun, drink drank drunk, ring rang rung, sing sang sung, swim swam swum, run ran, come came, become became, go went gone,
    wear wore worn, tear tore torn, bear bore born, swear swore sworn, get got gotten, forget forgot forgotten, bite bit bitten, hide hid hidden,
    sink sank sunk, strike struck, hang hung, dig dug, stick stuck, spin spun, deal dealt, mean meant, shrink shrank shrunk`,
  functionWords: `a about am an and any are as at be been being but by can could d did do does don for from get gets give given
    had has have he her him his how i if in into is it its ll m many may me might much must my no not of on or our
    please re s shall she should so some t tell than that the their them then there these they this those to up us ve
    was we were what when where which who whom whose why will with would you your happen happens happened mean means meant called long often difference between compare explain describe within
    actually also exactly just kind sort use used using need needs needed want way like else ever else still already several both each done doing make makes made take takes took say says said here too very more most only other one ones name show list whether while during until upon because cost costs know knows offer offers kinds types ways method methods wherever whoever
    aren couldn didn doesn hadn hasn isn mustn needn shouldn wasn weren wouldn arent cannot cant couldnt didnt doesnt dont hadnt hasnt havent isnt shouldnt thats wasnt werent whats wheres whos wont wouldnt`,
  emptyWords: `a an the of and or to is are was were be been being am in on at for from with by as into onto about over under than then
    that this these those there here it its it's they them their he she his her him we us our you your i me my mine yours
    what which who whom whose how why when where do does did done has have had can could may might must should shall will would
    if so but also just only very more most much many any some each every all both please tell say says said give show let
    per via up out off s t d ll re ve according`,
  negations:
    'not no none never neither nor nobody nothing nowhere without cannot forbidden prohibited prohibits forbids forbid prohibit unless except',
  references:
    'it its they them their theirs he him his she her that this these those there same former latter previous above aforementioned such ones',
  continuations:
    'and|what about|how about|what else|anything else|also|then|why|why not|since when|until when|more',
  interrogatives:
    'what which who whom whose how why when where is are was were do does did can could may should must will would has have tell explain list show give describe summarize summarise compare find calculate remember',
  conjunctions: 'and or but versus vs as well plus',
  conditions:
    'if unless except excepting excluding excludes provided providing assuming subject conditional condition conditions contingent otherwise until lest save',
  provisos: { words: 'except|excepted|excluded|unless|exception' },
  introducingWords: `a an s the this that these its it is are was in on at of by from to for with as and also here there it's there's
    according accordance per says say said saying states state stated stating reads read puts put writes wrote written notes noted explains
    explained describes described defines defined mentions mentioned specifies specified lists listed shows quote quotes quoted cited cites
    wording words exact exactly literally verbatim following follows below above given
    policy policies document documents manual handbook guide guideline guidelines text source sources passage page pages section sections chapter
    paragraph clause article rule rules contract agreement regulation terms file report note faq answer sentence relevant original we you our your`,
  neutralWords:
    'concerning regarding information details detail explain describe find exist exists apply applies mean means know need there',
  reversingWords:
    'false falsely untrue wrong wrongly incorrect incorrectly myth lie lies lied lying hoax rumour rumor deny denies denied doubt doubts doubtful dispute refute refuted pretend pretends allege alleged allegedly supposedly ignore ignored disregard overlook contrary opposite fake mistaken joke invented fabricated hardly barely scarcely rarely seldom unlikely forget override instead',
  everybodyWords:
    'everyone everybody all anyone anybody always unconditionally unrestricted every each any whoever entire',
  onlyWords: 'only solely exclusively',
  negatingPrefixes: [
    ['un', /^.{5}/u],
    ['non', /^.{4}/u],
    ['il', /^l.{4}/u],
    ['ir', /^r.{4}/u],
    ['im', /^[mp].{3,12}(?:[ai]ble|[ai]bly|ent|ect|ectly|al|er|erly)$/u],
    ['in', /^.{3,12}(?:[ai]ble|[ai]bly|ant|ent|ect|ectly|ete|id|ive|al)$/u],
  ],
  contrasts: { words: 'but|however|whereas|although|while' },
  negatingEnding: /n['’]t\b/g,
  numerals: {
    upToNineteen:
      'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
    hundreds: 'hundred',
    ambiguous: 'one',
    connector: 'and',
  },
  units: {
    second: 'second',
    minute: 'minute',
    hour: 'hour',
    day: 'day',
    workday: 'workday working business',
    week: 'week',
    month: 'month',
    quarter: 'quarter',
    year: 'year yr yrs',
    percent: 'percent',
    eur: 'euro',
    usd: 'dollar',
    gbp: 'pound',
    cny: 'yuan',
    thousand: 'thousand',
    million: 'million',
    billion: 'billion',
    kilometre: 'kilometre kilometer',
    metre: 'metre meter',
    mile: 'mile',
    gram: 'gram',
    tonne: 'tonne',
    litre: 'litre liter',
    person: 'person people',
    time: 'time times',
  },
  shortUnitEndings: 's',
  rates: {
    lead: 'per|each|every|a|an',
    periods: 'minute hour day week month year',
    words: '- hourly daily weekly monthly yearly|annual(?:ly)?',
  },
  months: 'january february march april may june july august september october november december',
  ambiguousMonths: 'may march',
  weekdays: 'monday tuesday wednesday thursday friday saturday sunday',
  monthMayComeFirst: true,
  abbreviations:
    'dr mr mrs ms prof st messrs rev gen col capt lt sgt hon jr sr vs tel approx eg ie dept incl excl esp resp',
  abbreviationsBeforeNumber:
    'p pp no nr nos fig figs sec art vol vols ch chap max min ca para paras ed ext cl',
  answerTypes: {
    comparison: { words: String.raw`compar\p{L}*|differen\p{L}*|versus|vs` },
    quantity: {
      words:
        'how (?:many|much|long|often|old|far|big|large|high|deep|fast|soon|wide|tall)|what percentage|what share|(?:what|which) (?:number|amount|percentage|price|fee|salary|size|limit|rate|speedup|speed|cost|costs|length|age|rent|fine|charge)|what (?:does|do|did|would|will) .{1,80} costs?|(?:max(?:imum)?|min(?:imum)?) (?:length|size|number|amount|age|weight|height|duration|depth)',
    },
    price: {
      words: String.raw`how much (?:\S+ ){1,12}(?:costs?|pay|paid)|what (?:does|do|did|would|will) .{1,80} costs?|how much (?:is|are|was|were)|(?:what|how high) (?:is|are|was) (?:the )?(?:\S+ ){0,2}(?:price|fee|fare|salary)s?`,
    },
    day: {
      words:
        'since when|(?:in|on|by|since|until|of|for|from) (?:what|which) (?:date|day|year|month)|(?:what|which) (?:date|day|year|month) (?:is|are|was|were|do|does|did|has|had|will|must|may|can)',
    },
    age: {
      words: String.raw`how old|(?:what|which) age|(?:what|how high) (?:is|was) (?:the|(?:\S+ ){1,3}\S+['’]s|his|her) age`,
    },
    weight: { words: String.raw`how heavy|how much (?:\S+ ){1,8}weighs?` },
    date: {
      words: 'when|(?:what|which) (?:date|day|year|month|time)|by what date|since when|until when',
    },
    address: {
      words: '(?:e-?mail|mail|web|postal)?[ -]?address(?:es)?|e-?mail|url|website|web ?page',
    },
    phone: {
      words: '(?:phone|telephone|fax|mobile) numbers?|phone (?:of|for)|telephone|fax|hotline',
    },
    person: { words: 'who|whom|whose' },
    definition: {
      words: String.raw`what(?:'s| is| are)(?: (?:a|an|the))? (?:\S+ ){0,3}\S+ (?:for|called)|what (?:is|are|does) .{1,60} (?:mean|stand for|do|for)|what(?:'s| is) (?:an? )?\S+|define|definition|meaning of`,
    },
    list: {
      words: String.raw`list|(?:what|which) (?:(?!is |was |does |do |did )\S+ ){0,2}(?!was|has|does|this)\p{L}{2,}[^\P{L}s]s|what are|who are|(?:types|kinds|modes|forms|steps|parts) of|name the|enumerate`,
    },
    steps: { words: 'how (?:to|do|does|did|can|could|should|must|is|are)|what steps|procedure' },
  },
  counts: {
    words:
      'one|two|three|four|five|six|seven|eight|nine|ten|twelve|dozen|half|twice|once|hundred|thousand|million',
  },
  ages: { words: 'aged?|years? old|born' },
  countQuestions: 'how many',
  articleForOne: 'one',
  prices: {
    words: 'euros?|dollars?|cents?|pounds?|pence|crowns?|francs?|rupees?|yen|yuan|pesos?|free',
  },
  times: {
    words:
      'before|after|until|within|during|beginning|immediately|daily|weekly|monthly|annually|every|once|whenever|deadline',
  },
  and: 'and',
  asks: { words: 'what|which|who|whom|whose|how|why|when|where' },
  intents: {
    memory: String.raw`\b(?:remember|do you know about me|did i (?:say|tell|ask)|my (?:name|preference)s?\b)`,
    summary: String.raw`\bsummar|\boverview\b|\bsum up\b`,
    comparison: String.raw`\bcompar|\bdifferen(?:ce|t)|\bversus\b|\bvs\b`,
    calculation: String.raw`\bcalculat|\bhow much is \d|\btotal\b|\bsum of\b|\baverage\b|\baltogether\b|\badd(?:s|ed)? up\b|\bmedian\b`,
    procedure: String.raw`\bhow (?:do|can|should|to|must)\b|\bsteps?\b|\bprocedure\b`,
  },
  smallTalk: {
    phrases:
      'hello|hi|hey|hi there|hello there|good morning|good afternoon|good evening|good night|greetings|thanks|thank you|thank you very much|thank you so much|thanks a lot|many thanks|cheers|bye|goodbye|good bye|see you|see you later|how are you|how are you doing|how is it going|hows it going|whats up|nice to meet you|ok|okay|great|cool|who are you|what can you do|what can i ask|what can i ask you|how can you help|how can you help me|help|that helped|that helped a lot|that was helpful|very helpful|perfect|for the help|for your help|for the quick help|for your quick help',
    thanks: 'thank|cheers',
    farewells: 'bye|see you',
  },
  midAbbreviations: 'inc|corp|ltd|co|llc|plc|dept|est|etc|vs',
  mail: {
    headers: 'from|to|cc|bcc|subject|sent|date|reply-to',
    forwarded: 'original message|forwarded message',
    wrote: String.raw`\bwrote`,
  },
  unmarkedQuestions: {
    first:
      'what|who|whom|whose|which|why|how|is|are|am|do|does|did|can|could|would|should|shall|(?:when|where) (?:is|are|was|were|do|does|did|can|will|should|has|have)',
  },
  remembering: {
    courtesies: 'please|pls|hey|hi|hello|ok|okay|and|also',
    verbs:
      "(?:i(?:'d| would) like you to |i want you to )?(?:always )?(?:remember|memori[sz]e|keep in mind|bear in mind|make a note|take note|don't forget|do not forget|never forget|save to (?:your )?memory)(?: please| for me| for (?:later|next time))?",
    politely: '(?:could|would) you (?:please )?(?:remember|memori[sz]e|keep in mind|make a note)',
    links: ",? that | ?[:,–—] ?| (?=(?:i|i'm|i've|i'd|my|we|we're|our) )",
    pointers:
      "(?:please )?(?:(?:remember|memori[sz]e|note|save|keep|bear|don't forget|do not forget)(?: (?:this|that|it|these|those))?|make a note of (?:this|that|it))(?: in mind)?(?: for (?:me|later|next time))?(?:,? please)?",
    bans: "(?:do not|don't|never|must not|mustn't|should not|shouldn't|stop|without) (?:ever )?(?:remember|memori[sz]|sav(?:e|ing)|stor(?:e|ing)|record|keep(?:ing)? (?:this|that|it))|(?<!n't |not |never )forget (?:this|that|it|about|what|everything)",
  },
  aboutConversation: String.raw`\b(?:this|our) (?:conversation|chat|discussion)\b|\bwhat (?:did|have) (?:i|we|you) (?:just )?(?:ask|asked|say|said|talk|talked|discuss|discussed|answer|answered)\b|\byour (?:last|previous) (?:answer|reply|message)\b|\bmy (?:last|previous) (?:question|message)\b`,
  pages: { before: 'page', of: 'of' },
  titles: {
    chapters: 'chapter|appendix|part',
    largeParts: 'book|title|article|annex|schedule|exhibit',
    smallParts: 'section|clause|paragraph',
    contents:
      '(?:table of |short )?contents|on this page|in this (?:article|document)|index|list of (?:figures|tables|examples)|navigation',
    licence: 'licen[cs]e|copying|copyright|warranty|legal notice',
    untitled: String.raw`untitled(?: document)?|document\d*|title|home|index|default|slide \d+|presentation\d*|\(?(?:anonymous|unspecified)\)?`,
  },
  licencePhrases: [
    /permission (?:is|to) (?:hereby )?(?:granted|copy|make)/iu,
    /without (?:any )?warranty|as[ -]is["”']? basis|provided ["“']?as is/iu,
    /merchantability|fitness for a particular purpose/iu,
    /verbatim cop/iu,
    /(?:copy|copies|reproduce|publish)[^.]{0,60}(?:distribut|sublicense)/iu,
    /(?:modified|derivative) (?:version|work)s?/iu,
    /(?:this|general public|free documentation) license/iu,
    /copyright (?:holder|owner|notice)s?/iu,
    /in no event|shall not be liable|not liable/iu,
    /free software foundation|creative commons/iu,
  ],
  joinsHalves: 'and|or',
  ordinalEndings: 'st|nd|rd|th',
  pictureWords: 'image|picture|img|graphic',
  sourceWords: 'sources?|src',
  sourceListTitles:
    'source|references|reference|reference list|bibliography|citations|works cited|sources cited|sources used|cited sources|footnotes|endnotes',
  rolesByPlace: true,
  numberEndings: 'st nd rd th',
  commands: {
    write: 'save|store|write|create|make|export|put|append|add',
    run: 'run|execute|use|calculate|compute|work out|plot|evaluate',
    file: 'file',
    script: 'script|code',
    shell: 'shell|terminal|command',
  },
  collection: {
    documents: 'documents?|files?',
    texts: 'written|manual|handbook|guide|minutes|report|policy|regulations|newsletter',
    here: 'here|there|available|stored|indexed|exist|in (?:here|the (?:collection|library|knowledge base|system|index|database))|(?:do|can|may) (?:you|i|we) (?:have|see|know|read|search|find|access)|are (?:there|available|stored|indexed|uploaded)|is there|have been uploaded',
    list: '(?:which|what) <d><H>|(?:list|show|name)(?: me)?(?: all)?(?: of)?(?: the| my| your| our)? <d><h>',
    count: 'how many <d><H>|(?:what is )?the number of <d><h>',
    newest:
      '(?:which|what) <d> (?:are|is) (?:the )?(?:new|newest|latest|most recent)|(?:which|what) (?:are|is) the (?:new|newest|latest|most recent) <d><h>|(?:which|what) <d> (?:were|was|have been) (?:added|uploaded) (?:last|lately|recently|most recently)|(?:show|list)(?: me)? the (?:new|newest|latest|most recent) <d>',
    about:
      '(?:is|are) there (?:an?|any|some) <d> (?:about|on|regarding|concerning) {}|(?:list|show|name)(?: me)?(?: all)?(?: of)?(?: the| my| your| our)? <d><h> (?:about|on|regarding|concerning) {}|do (?:you|we) have (?:an? |any |some )?<d> (?:about|on|regarding|concerning) {}|which <d> (?:are about|talk about|deal with|mention) {}|is there one (?:about|on) {}',
    contents:
      "what(?: is|'s) (?:written )?in (?:the )?(?:<d> )?{}|what(?: is|'s) (?:the )?(?:<d> )?{} about|what does the <d> {} (?:contain|say)",
    summary:
      '(?:(?:can|could|would) you )?(?:please )?(?:summari[sz]e|sum up)(?: for me)? (?:the )?(?:<d> )?{}|(?:give (?:me )?)?an? (?:short )?(?:summary|overview|outline) of (?:the )?(?:<d> )?{}',
  },
  answerRemarks: String.raw`(?:hi|hello|hey|dear|welcome|congratulations|(?:best|kind|warm) (?:regards|wishes)|regards|yours|all the best|sincerely|thanks|thank you|cheers|subject|sure|of course|certainly|great question|in (?:short|summary|brief)|please note|note that|keep in mind)(?![\p{L}'’-])(?=[^.!?]{0,30}[.!?]?$)|i (?:hope|can|could|cannot|can['’]t|am|do not|don['’]t|did not|didn['’]t|have not|haven['’]t|found|would need)\b|i['’](?:m|ll|ve)\b|let me know|feel free|please (?:let me|tell me|feel free)|here(?:['’]s| is| are)\b|below (?:is|are)\b|the following\b[^.]{0,40}$|if you (?:need|have|want|would like|wish|like)\b[^.]{0,80}(?:let me|ask|tell me|i can|i['’]ll)|ask me\b|(?:i am|i['’]m) happy to\b|[^.!?]{0,60} (?:may|might|can|could|should) (?:know|be able to help|help (?:you )?further)\b|that depends\b`,
  notInDocuments: String.raw`\b(?:documents?|sources?|texts?|passages?|excerpts?|handbook|manual|report|materials?|information|context|files?)\b[^.!?]{0,60}\bdo(?:es)?(?: not|n['’]t) (?:\w+ ){0,2}(?:contain|cover|include|provide|give|name)|\b(?:documents?|sources?|texts?|passages?|excerpts?|handbook|manual|contract|policy|report|materials?|information|context|files?)\b[^.!?]{0,60}(?:\bdo(?:es)?(?: not|n['’]t) (?:\w+ ){0,2}(?:say|mention|state|specify|tell|describe|answer|indicate|explain|address)|\bcontains? no(?:thing)?\b|\bsays? nothing|\bha(?:s|ve) no information|\b(?:is|are) silent)|\b(?:it|they|these) (?:do(?:es)?(?: not|n['’]t) (?:\w+ ){0,2}(?:say|mention|state|specify|tell|indicate|explain)\b|says? nothing)|\bnone of (?:them|these|the (?:documents|sources)) (?:says?|mentions?|states?|specif(?:y|ies)|tells?|explains?)\b|\bnot part of (?:what|the (?:documents|sources|texts|material))\b|\b(?:could(?:n['’]t| not)|can(?:not|['’]t)|did(?:n['’]t| not)|was unable to) find\b|\bfound (?:nothing|no)\b|\b(?:is|are|was|were) not (?:mentioned|specified|stated|covered|described|found)\b|\bno (?:information|mention|details?|answer)\b|\bnothing (?:in|about)\b`,
  fillers:
    'now currently today thus therefore hence overall basically generally usually normally typically simply note mind namely eg ie respectively otherwise meaning total case overall additionally furthermore moreover instead',
  bounds: {
    atMost:
      'at most|up to|no more than|not more than|maximum(?: of)?|max|as much as|limited to|cap(?:ped)?(?: of| at)?|ceiling(?: of)?|no longer than|no later than|not exceeding',
    atLeast:
      'at least|no less than|not less than|minimum(?: of)?|min|no fewer than|not later than|no earlier than',
    moreThan: 'more than|over|above|exceeding|longer than|higher than|greater than|older than',
    lessThan: 'less than|fewer than|under|below|shorter than|lower than|younger than',
    exactly: 'exactly|precisely',
    about:
      'about|around|roughly|approximately|approx|circa|nearly|almost|some|just (?:over|under)|a (?:bit|little) (?:over|under)',
  },
  obligingWords:
    'must required requires require mandatory obliged obligatory compulsory obligation',
  allowingWords: 'may can could allowed permitted possible optional voluntary',
  yesOrNo: 'yes|no|yeah|nope|correct|right',
  equivalents: `employee staff worker workforce personnel colleague, use used spend, finish complete done, start begin commence, end expire finish, receive get obtain,
    reimburse refund repay, inform notify tell, need require necessary, buy purchase, telephone phone, vacation holiday leave, illness sickness ill sick, pay paid payment remunerate,
    salary wage pay, notice termination, terminate cancel, replace substitute, contact reach, supplier vendor, customer client, approve authorise authorize approval, written writing,
    application request apply, send submit, allow permit, forbidden prohibited, maximum most limit, minimum least, deadline period term, annual yearly year, monthly month, weekly week, daily day,
    fast quick rapid, big large great, small little, price cost, fee charge, increase rise raise grow, decrease fall drop reduce cut shrink, keep store retain, delete erase remove, check verify inspect,
    repair fix mend, defect fault, broken damaged, duration length long, legacy old, goal aim purpose, department unit, manager supervisor, company firm employer, document file, immediately once,
    process handle, deliver delivery ship, shorten reduce, extend lengthen, apply valid, cover include, exclude except, supplement surcharge bonus, expect anticipate, exceed overrun, additional further extra another, receipt invoice,
    prior beforehand before advance ahead, afterwards after then, separate different unique, somebody someone, colleague coworker, responsible charge, site location, office workplace, hire employ, leave depart, loss departure, late behind delay`,
  multipliers: { thousand: 'k', million: 'mn mio mln', billion: 'bn' },
  halfWords: 'half',
  minusWords: 'minus',
  clockWords: "o'clock",
  aboutAssistant: String.raw`who (?:or what )?(?:exactly )?are you(?: exactly)?|what (?:exactly )?are you(?: for| good at| able to do)?|what(?: i)?s your (?:name|job|role|purpose|task)|what should i call you|are you an? (?:human|person|robot|bot|machine|ai|chatbot|computer|program|real person)(?: or an? (?:human|person|robot|bot|machine|ai|chatbot|computer|program))?|are you (?:human|real)|what (?:exactly )?(?:can|could|do) you (?:do|answer|offer)(?: for (?:me|us))?|what (?:can|could) you (?:help|assist)(?: (?:me|us))?(?: with)?|how (?:can|could|do) you (?:help|assist|work)(?: (?:me|us))?|(?:what|which)(?: (?:topics|subjects|things|questions|kinds? of questions|sorts? of questions))? (?:can|could|may|should) (?:i|we) ask(?: you)?(?: about)?|(?:what|which) (?:topics|subjects|areas|questions|kinds? of questions) (?:do|can|could) you (?:know|cover|answer|help with|help me with|know about)|(?:what|which) (?:documents|files|sources|texts) (?:can|could|do) you (?:tell (?:me|us) about|know about|answer from|work with|draw on|rely on)|what do you know|(?:can|could|would) you (?:please )?(?:introduce yourself|tell (?:me|us) (?:something |more |a bit |a little )?about yourself)|(?:please )?(?:introduce yourself|tell (?:me|us) (?:something |more |a bit |a little )?about yourself)|who (?:made|built|created|trained) you`,
  writing: String.raw`\b(?:write|draft|compose|prepare|formulate|word|re-?write|re-?phrase|re-?word|proofread|polish)\b[^.?!]{0,60}?\b(?:e-?mails?|mails?|letters?|messages?|notes?|repl(?:y|ies)|texts?|announcements?|invitations?|reminders?|requests?|posts?|paragraphs?|sentences?|speech(?:es)?|memos?|applications?)\b|\b(?:translate|re-?write|re-?phrase|re-?word|proofread)\b`,
  invention: String.raw`(?<!\p{L})(?:write|compose|make up|invent|create|give|tell|recite|sing|think of)(?: (?:me|us|please|up))* (?:an?|another|one|some|two|three) (?:(?!(?:on|about|of|for|in|to|with|from|that|who)(?!\p{L}))[\p{L}'’-]+,? ){0,3}(?:haikus?|poems?|limericks?|sonnets?|rhymes?|jokes?|puns?|riddles?|fairy ?tales?|songs?|song lyrics|ballads?|odes?)(?!\p{L})|(?<!\p{L})(?:write|make up|invent|tell)(?: (?:me|us|please))* an? (?:(?:short|funny|little|bedtime|ghost|made-up) )*(?:short )?story(?!\p{L})|^(?:an?|another) (?:[\p{L}-]+ ){0,2}(?:haiku|poem|limerick|joke)(?:,? please|(?= about)|[.!]?$)`,
  ordersToAssistants: [
    '(?:ignore|disregard|forget|override) (?:(?:all|any) (?:of )?(?:the |your |these |those )?|your )?(?:previous|prior|above|earlier|preceding) (?:system )?(?:instructions?|prompts?|directives|orders)',
    '(?:ignore|disregard|forget) the (?:previous|prior|above|earlier|preceding) (?:instructions?|prompts?) and (?:instead )?(?:answer|reply|respond|say|tell|write|print|output|do)',
    '(?:ignore|disregard|forget) (?:all )?(?:of )?your (?:system prompt|instructions|prompt|programming|guidelines)',
    'you are (?:now )?(?:an? |the )?(?:helpful )?(?:ai|artificial intelligence|(?:large )?language model|llm|chatbot|virtual assistant|helpful assistant)(?! (?:developer|engineer|researcher|user|expert|professional|scientist|company|provider|specialist|student|startup))',
    '(?:reveal|print|repeat|output|show)(?: me)? your (?:system prompt|initial instructions|hidden instructions)',
    '(?:note|message|instructions?|attention|notice|important) (?:to|for) (?:the |all |any )?(?:ais?|llms?|(?:large )?language models?|chatbots?|ai (?:assistants?|models?|systems?|agents?)) ?:',
    '(?:assistant|ai|ai assistant|chatgpt|llm|system (?:note|message|prompt)) ?: ?(?:please )?(?:ignore|disregard|forget|(?:always |only |never |do not )?(?:answer|reply|respond|say|tell))',
  ],
  nameEndings: 'n an ian y',
  personTitles: 'mr mrs ms miss mx dr prof professor sir madam',
  introductions:
    "i am|i['’]m|my name is|this is|it['’]s|we are|we['’]re|greetings from|dear|hi|hello|hey",
  ordinals: {
    words:
      'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
    written: (value) => ['st', 'nd', 'rd', 'th'].map((ending) => `${value}${ending}`),
  },
};
