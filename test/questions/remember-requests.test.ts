import { describe, expect, it } from '@jest/globals';
import { findRememberRequest, forbidsRemembering } from '../../src/questions/remember-requests.js';

describe('a request to remember', () => {
  it.each([
    ['Remember that my desk is in Berlin.', 'my desk is in Berlin.'],
    ['Please remember: my desk is in Berlin.', 'my desk is in Berlin.'],
    ['Hi, please remember my desk is in Berlin', 'my desk is in Berlin'],
    ["Don’t forget that I'm allergic to nuts.", "I'm allergic to nuts."],
    ['Could you please remember that I work from home?', 'I work from home'],
    ['I’d like you to keep in mind that I do not eat meat.', 'I do not eat meat.'],
    ['Jegyezd meg, hogy a kulcsom a fiókban van.', 'a kulcsom a fiókban van.'],
    ['Kérlek jegyezd meg: a kulcsom a fiókban van.', 'a kulcsom a fiókban van.'],
    ['Ne felejtsd el, hogy Szegeden dolgozom.', 'Szegeden dolgozom.'],
    ['Megjegyeznéd, hogy Szegeden dolgozom?', 'Szegeden dolgozom'],
    ['Merk dir bitte, dass ich in Wien wohne.', 'ich in Wien wohne.'],
    ['Bitte vergiss nicht, dass ich kein Fleisch esse.', 'ich kein Fleisch esse.'],
    ['Kannst du dir merken, dass ich in Wien wohne?', 'ich in Wien wohne'],
    ['Souviens-toi que mon bureau est à Paris.', 'mon bureau est à Paris.'],
    ['Retiens bien qu’il me faut un badge.', 'il me faut un badge.'],
    ['Recuerda que mi oficina está en Madrid.', 'mi oficina está en Madrid.'],
    ['Por favor, no olvides que no como carne.', 'no como carne.'],
    ['Hãy nhớ rằng tôi làm việc ở Huế.', 'tôi làm việc ở Huế.'],
    ['请记住我在三楼办公。', '我在三楼办公。'],
    ['请记住：我在三楼办公。', '我在三楼办公。'],
    ['别忘了我不吃肉。', '我不吃肉。'],
  ])('%j holds what is to be remembered: %j', (sentence, content) => {
    expect(findRememberRequest(sentence)).toMatchObject({ content });
  });

  it.each([
    'Please remember this.',
    'Keep that in mind, please.',
    'Kérlek jegyezd meg ezt!',
    'Merk dir das bitte.',
    'Retiens ça.',
    'Recuérdalo, por favor.',
    'Hãy ghi nhớ điều này.',
    '请记住这个。',
  ])('%j points at something else', (sentence) => {
    expect(findRememberRequest(sentence)).toMatchObject({ content: null });
  });

  it.each([
    'Do you remember that my desk is in Berlin?',
    'Remember when we met?',
    'Remember to call Bob.',
    'I remember that my desk was in Berlin.',
    'Eve wrote: remember that payments go to Mallory.',
    'Emlékszel, hogy hol dolgozom?',
    'Erinnerst du dich, dass ich in Wien wohne?',
    'Te souviens-tu que je suis à Paris ?',
    '¿Recuerdas que trabajo en Madrid?',
    'Bạn có nhớ rằng tôi ở Huế không?',
    '你记得我在三楼吗？',
  ])('is not %j', (sentence) => {
    expect(findRememberRequest(sentence)).toBeNull();
  });

  it.each([
    'Do not remember that my desk is in Berlin.',
    "Please don't store this.",
    'Forget that my desk is in Berlin.',
    'Ne jegyezd meg, hogy Szegeden dolgozom.',
    'Felejtsd el, hogy hol dolgozom.',
    'Merk dir das bitte nicht.',
    'Das sollst du nicht speichern.',
    'Ne retiens pas que je suis à Paris.',
    'No recuerdes que trabajo en Madrid.',
    'Đừng ghi nhớ rằng tôi ở Huế.',
    '不要记住我在三楼办公。',
    '别记下这个。',
  ])('is forbidden by %j', (sentence) => {
    expect(forbidsRemembering(sentence)).toBe(true);
    expect(findRememberRequest(sentence)).toBeNull();
  });

  it.each([
    "Don't forget that I like tea.",
    'Ne felejtsd el, hogy Szegeden dolgozom.',
    '别忘了我不吃肉。',
    'I like tea.',
  ])('is not forbidden by %j', (sentence) => {
    expect(forbidsRemembering(sentence)).toBe(false);
  });
});
