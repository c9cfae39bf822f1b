import { stemmer } from '@orama/stemmers/english';
import type { Locale } from '../locale.js';

export const en: Locale = {
  script: 'Latin',
  iso3: 'eng',
  commonWords: `the of and to is are was were be been being in on for with what which who whom whose how why when where did does do has have had can may must should will would i my we our you your it its that this there from by as at not many much any`,
  stemmer,
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
  everybodyWords: 'everyone everybody all anyone anybody always unconditionally unrestricted',
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
    workday: 'workday',
    week: 'week',
    month: 'month',
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
    'dr mr mrs ms prof st messrs rev gen col capt lt sgt hon jr sr vs tel approx eg ie',
  abbreviationsBeforeNumber: 'p pp no nr nos fig figs sec art vol ch chap',
  questionLabels: 'Q|Question',
  answerLabels: 'A|Answer',
};
