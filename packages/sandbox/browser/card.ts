import { brandName, digitsOf, formatCvc, formatExpiry, formatNumber, problems } from './card-fields.ts';
import type { Configuration, Reply, StripeError, TokenParams } from './messages.ts';
import { api, find, listen, reportHeight, sendToParent, writeTexts } from './page.ts';
import { type CardText, localised, textsOf } from './texts.ts';

/** The card form inside the frame. Number, date and code are sent only to the API of this origin. */
const NAMES = ['number', 'expiry', 'cvc'] as const;
type Name = (typeof NAMES)[number];

const inputs: Record<Name, HTMLInputElement> = {
  number: find('number', HTMLInputElement),
  expiry: find('expiry', HTMLInputElement),
  cvc: find('cvc', HTMLInputElement),
};
const brandMark = find('brand', HTMLSpanElement);
const shown: Record<Name, string | null> = { number: null, expiry: null, cvc: null };
let texts = textsOf('auto');

const formats: Record<Name, (typed: string, deleting: boolean) => string> = {
  number: formatNumber,
  expiry: formatExpiry,
  cvc: (typed) => formatCvc(typed, digitsOf(inputs.number.value)),
};
const problemOf = (name: Name) => problems[name](inputs[name].value, inputs.number.value);

/** Formats the value and keeps the caret behind the same digit. */
function reformat(name: Name, deleting: boolean): void {
  const input = inputs[name];
  const { value } = input;
  const caret = input.selectionStart ?? value.length;
  const next = formats[name](value, deleting);
  if (next === value) return;
  input.value = next;
  if (caret === value.length || document.activeElement !== input) return;
  const digitsBefore = digitsOf(value.slice(0, caret)).length;
  let place = 0;
  for (let seen = 0; place < next.length && seen < digitsBefore; place += 1) {
    if (/\d/.test(next.charAt(place))) seen += 1;
  }
  input.setSelectionRange(place, place);
}

function show(name: Name, code: string | null): void {
  shown[name] = code;
  find(`${name}-error`, HTMLParagraphElement).textContent = code ? (texts.errors[code] ?? code) : '';
  if (code) inputs[name].setAttribute('aria-invalid', 'true');
  else inputs[name].removeAttribute('aria-invalid');
}

function showBrand(): void {
  const brand = brandName(digitsOf(inputs.number.value));
  brandMark.textContent = brand === 'unknown' ? '' : brand;
}

const validationError = (code: string): StripeError => ({
  type: 'validation_error',
  code,
  message: texts.errors[code] ?? code,
});

/** Marks every invalid field and focuses the first; null when all are valid. */
function validate(): StripeError | null {
  for (const name of NAMES) show(name, problemOf(name));
  const first = NAMES.find((name) => shown[name] !== null);
  const code = first ? shown[first] : null;
  if (!first || !code) return null;
  inputs[first].focus();
  return validationError(code);
}

const cardValues = () => {
  const [month = '', year = ''] = inputs.expiry.value.split('/').map(digitsOf);
  const number = digitsOf(inputs.number.value);
  return { number, exp_month: Number(month), exp_year: 2000 + Number(year), cvc: inputs.cvc.value };
};

async function create(path: string, name: string, key: string, values: () => object): Promise<Reply> {
  const error = validate();
  if (error) return { error };
  const answer = await api(path, key, 'POST', { ...values() });
  return answer.error ? { error: localised(answer.error, texts) } : { [name]: answer };
}

function configure({ locale, variables }: Configuration): void {
  texts = textsOf(locale);
  writeTexts(texts.lang, texts.card.title, (name) => texts.card[name as CardText]);
  inputs.expiry.placeholder = texts.card.expiryHint;
  for (const [name, value] of Object.entries(variables)) {
    if (/^[a-zA-Z]+$/.test(name)) document.documentElement.style.setProperty(`--${name}`, String(value));
  }
  for (const name of NAMES) show(name, shown[name]);
  document.documentElement.classList.add('ready');
}

for (const name of NAMES) {
  const input = inputs[name];
  let composing = false;
  const changed = (deleting: boolean): void => {
    if (composing) return;
    reformat(name, deleting);
    if (name === 'number') reformat('cvc', false);
    if (shown[name]) show(name, problemOf(name));
    showBrand();
  };
  input.addEventListener('compositionstart', () => {
    composing = true;
  });
  input.addEventListener('compositionend', () => {
    composing = false;
    changed(false);
  });
  input.addEventListener('input', (event) => {
    changed(event instanceof InputEvent && event.inputType.startsWith('delete'));
  });
  input.addEventListener('blur', () => {
    show(name, input.value === '' ? null : problemOf(name));
  });
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && !event.isComposing) sendToParent('enter', {});
});
document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());

const tokenValues = ({ payment_method_data, ...params }: TokenParams) => ({
  ...params,
  payment_method_data: { ...payment_method_data, type: 'card', card: cardValues() },
});

listen({
  configure(options) {
    configure(options);
    sendToParent('ready', {});
  },
  update: configure,
  submit: (_, answer) => answer({ error: validate() }),
  async confirmationToken({ key, params = {} }, answer) {
    answer(await create('confirmation_tokens', 'confirmationToken', key, () => tokenValues(params)));
  },
  async paymentMethod({ key, params = {} }, answer) {
    answer(
      await create('payment_methods', 'paymentMethod', key, () => ({ ...params, type: 'card', card: cardValues() })),
    );
  },
});
reportHeight(document.body);
sendToParent('loaded', {});
