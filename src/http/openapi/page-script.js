/* Runs in the page at /docs: a search by words, and a form for each operation that sends its request. */

/** @typedef {{ operation: HTMLDetailsElement, link: HTMLElement, words: string }} Entry */

/** @param {string} selector @returns {HTMLElement[]} */
const all = (selector, within = document.body) =>
  Array.from(within.querySelectorAll(selector)).filter((one) => one instanceof HTMLElement);

/** @type {Entry[]} */
const entries = all('li[data-of]').flatMap((item) => {
  const operation = document.getElementById(item.dataset.of ?? '');
  const [link] = all('a', item);
  if (!(operation instanceof HTMLDetailsElement) || link === undefined) return [];
  return [{ operation, link, words: operation.dataset.words ?? '' }];
});

/* Search: every word must occur somewhere in the operation's texts. */

const search = document.getElementById('search');
const searched = search?.querySelector('input');
const found = search?.querySelector('output');

const filter = () => {
  const words = (searched?.value ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { operation, link, words: known } of entries) {
    const isHit = words.every((word) => known.includes(word));
    operation.hidden = !isHit;
    if (link.parentElement) link.parentElement.hidden = !isHit;
    if (isHit) count += 1;
  }
  for (const group of all('nav section, main .group')) {
    group.hidden = all('li, details.operation', group).every(({ hidden }) => hidden);
  }
  if (found) found.value = words.length === 0 ? '' : `${count} of ${entries.length} operations`;
};

const shownLinks = () =>
  entries.map(({ link }) => link).filter(({ parentElement }) => parentElement?.hidden === false);

/** @param {number} step */
const moveFocus = (step) => {
  const links = shownLinks();
  const here = links.findIndex((link) => link === document.activeElement);
  if (here + step < 0) searched?.focus();
  else links[here + step]?.focus();
};

/** @param {KeyboardEvent} event */
const onKey = (event) => {
  const { target, key } = event;
  const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
  const isInList = target instanceof HTMLElement && target.closest('nav') !== null;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === '/' && !isTyping) searched?.focus();
  else if (key === 'ArrowDown' && isInList) moveFocus(1);
  else if (key === 'ArrowUp' && isInList) moveFocus(-1);
  else if (key === 'Enter' && target === searched) shownLinks()[0]?.click();
  else if (key === 'Escape' && isInList && searched) {
    searched.value = '';
    filter();
    searched.focus();
  } else return;
  event.preventDefault();
};

/** An operation named in the address is opened, whatever is searched for. */
const openNamed = () => {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(named instanceof HTMLDetailsElement)) return;
  if (named.hidden && searched) {
    searched.value = '';
    filter();
  }
  named.open = true;
  named.scrollIntoView();
  named.querySelector('summary')?.focus({ preventScroll: true });
};

/* The form, created when its operation is opened. */

/**
 * @template {HTMLElement} Kind
 * @param {Kind} element @param {Partial<Kind>} fields @param {(Node | string)[]} children
 */
const fill = (element, fields, ...children) => {
  Object.assign(element, fields).append(...children);
  return element;
};

/** @template {keyof HTMLElementTagNameMap} Name @param {Name} name */
const create = (name) => document.createElement(name);

/** @typedef {{ name: string, place: string, input: HTMLInputElement | HTMLSelectElement }} Field */

/** @param {HTMLElement} operation @returns {Field[]} */
const createFields = (operation) =>
  all('tr[data-name], tr[data-field]', operation).map(({ dataset }) => {
    const { name = dataset.field ?? '', in: place = 'form' } = dataset;
    const input = fill(create('input'), {
      type: dataset.file === undefined ? 'text' : 'file',
      multiple: dataset.many !== undefined,
      required: dataset.required !== undefined,
      autocomplete: 'off',
    });
    return { name, place, input };
  });

/** A JSON body is edited as text; the bytes of a file are chosen. @param {HTMLElement} operation */
const createBody = (operation) => {
  const shown = operation.querySelector('pre[data-body]');
  if (!(shown instanceof HTMLElement)) return null;
  const type = shown.dataset.body ?? '';
  const value = shown.textContent ?? '';
  return type === 'application/json'
    ? { type, input: fill(create('textarea'), { value, spellcheck: false }) }
    : { type, input: fill(create('input'), { type: 'file' }) };
};

/** @param {Field} field */
const filesOf = ({ input }) => ('files' in input ? Array.from(input.files ?? []) : []);

/** A form if one of its fields is filled in, else the other body. @param {Field[]} fields @param {ReturnType<typeof createBody>} body */
const toBody = (fields, body) => {
  const form = new FormData();
  const own = fields.filter(({ place }) => place === 'form');
  // The server reads fields that come before the file.
  for (const { name, input } of own)
    if (input.type === 'text' && input.value) form.append(name, input.value);
  for (const field of own) for (const file of filesOf(field)) form.append(field.name, file);
  if (!form.keys().next().done || (own.length > 0 && body === null)) return { body: form };
  if (body === null) return {};
  const { type, input } = body;
  const content = input instanceof HTMLTextAreaElement ? input.value : input.files?.[0];
  return content ? { body: content, headers: { 'Content-Type': type } } : {};
};

/** @param {HTMLElement} operation @returns {Field[]} */
const createChoice = ({ dataset }) => {
  const types = (dataset.types ?? '').split(' ').filter(Boolean);
  if (types.length < 2) return [];
  const options = types.map((type) => fill(create('option'), { textContent: type }));
  return [{ name: 'Accept', place: 'header', input: fill(create('select'), {}, ...options) }];
};

/** @param {DOMStringMap} dataset @param {Field[]} fields @param {ReturnType<typeof createBody>} body */
const toRequest = ({ method = 'GET', path = '' }, fields, body) => {
  /** @param {string} place */
  const given = (place) =>
    fields.filter((field) => field.place === place && field.input.value !== '');
  const filled = given('path').reduce(
    (text, { name, input }) => text.replace(`{${name}}`, encodeURIComponent(input.value)),
    path,
  );
  const query = new URLSearchParams(given('query').map(({ name, input }) => [name, input.value]));
  const key = document.querySelector('#access input');
  const { headers, ...content } = toBody(fields, body);
  const url = filled + (query.size > 0 ? `?${query}` : '');
  return new Request(url, {
    method,
    headers: {
      ...headers,
      ...(key instanceof HTMLInputElement && key.value && { Authorization: `Bearer ${key.value}` }),
      ...Object.fromEntries(given('header').map(({ name, input }) => [name, input.value])),
    },
    ...content,
  });
};

/**
 * Shows the response as it arrives: text as it is, JSON indented, pictures, and a link to save anything else. @param {Response} response
 * @param {HTMLElement} place
 */
const showAnswer = async (response, place) => {
  const type = response.headers.get('content-type') ?? '';
  const headers = Array.from(response.headers, ([name, value]) => `${name}: ${value}`).join('\n');
  const status = `${response.status} ${response.statusText}`;
  place.replaceChildren(
    fill(create('h3'), { textContent: status }),
    fill(create('pre'), { textContent: headers, tabIndex: 0 }),
  );
  if (!/json|^text\//.test(type)) {
    const blob = await response.blob();
    if (blob.size === 0) return;
    const href = URL.createObjectURL(blob);
    place.append(
      type.startsWith('image/')
        ? fill(create('img'), { src: href, alt: 'The picture that was answered' })
        : fill(create('a'), { href, download: '', textContent: `Save ${blob.size} bytes` }),
    );
    return;
  }
  const text = fill(create('pre'), { tabIndex: 0 });
  place.append(text);
  if (type.includes('json')) {
    text.textContent = JSON.stringify(await response.json(), null, 2);
    return;
  }
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    text.append(piece.value);
  }
};

/** @param {HTMLDetailsElement} operation */
const addForm = (operation) => {
  if (operation.querySelector('form') !== null) return;
  const fields = [...createFields(operation), ...createChoice(operation)];
  const body = createBody(operation);
  const answer = fill(create('div'), { className: 'answer' });
  answer.setAttribute('aria-live', 'polite');
  const stop = fill(create('button'), {
    type: 'button',
    className: 'second',
    textContent: 'Stop',
    hidden: true,
  });
  const form = fill(
    create('form'),
    { className: 'try' },
    fill(create('h3'), { textContent: 'Try it' }),
    ...fields.map(({ name, place, input }) =>
      fill(create('label'), {}, `${name} (${place})`, input),
    ),
    ...(body === null ? [] : [fill(create('label'), {}, `Body as ${body.type}`, body.input)]),
    fill(create('button'), { textContent: `Send ${operation.dataset.method}` }),
    stop,
    answer,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const ending = new AbortController();
    stop.hidden = false;
    stop.onclick = () => ending.abort();
    try {
      const request = toRequest(operation.dataset, fields, body);
      await showAnswer(await fetch(request, { signal: ending.signal }), answer);
    } catch (error) {
      answer.append(
        fill(create('p'), { textContent: ending.signal.aborted ? 'Stopped.' : String(error) }),
      );
    } finally {
      stop.hidden = true;
    }
  });
  operation.querySelector('.inside')?.append(form);
};

for (const { operation } of entries) {
  operation.addEventListener('toggle', () => {
    if (operation.open) addForm(operation);
  });
}
searched?.addEventListener('input', filter);
document.addEventListener('keydown', onKey);
window.addEventListener('hashchange', openNamed);
for (const hidden of all('#search, #access')) hidden.hidden = false;
openNamed();
