/** Sends the venue's forms to the shop, and says what came of them. */

type Option = { id: string; name: string; min: number; max: number };
type Slot = { id: string; reservation_from: string; remaining: number };
type Offer = { product_name: string; options: Option[]; time_spans: Slot[] };
type Answer = { said?: { en: string; ja: string }; products?: Offer[] };

/** Asks the sandbox, which asks the shop. Out: its answer, and whether it did what was asked. */
async function ask(command: string, input: object, key: string): Promise<Answer & { isDone: boolean }> {
  try {
    const reply = await fetch(`ops/${command}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(input),
    });
    return { ...(await reply.json()), isDone: reply.ok };
  } catch {
    return { isDone: false };
  }
}

const silence = { en: 'The shop does not answer.', ja: 'ショップから応答がありません。' };

function say(form: HTMLFormElement, { said = silence, isDone }: Answer & { isDone: boolean }): void {
  const status = form.querySelector('[role="status"]');
  if (!status) return;
  const japanese = document.createElement('span');
  japanese.lang = 'ja';
  japanese.textContent = said.ja;
  status.className = isDone ? 'good' : 'bad';
  status.replaceChildren(said.en, japanese);
}

const textOf = (data: FormData, name: string): string => String(data.get(name) ?? '').trim();

/** In: the form of an invitation. Out: what the shop takes. */
function invitation(form: HTMLFormElement, data: FormData): object {
  const counts = [...form.querySelectorAll<HTMLInputElement>('[data-option]')];
  const name = textOf(data, 'fullname');
  return {
    site: textOf(data, 'site'),
    mail: textOf(data, 'mail'),
    lang: textOf(data, 'lang'),
    slot: textOf(data, 'slot'),
    options: counts.map((input) => ({ id: input.dataset.option ?? '', count: Number(input.value) })),
    customer: name ? { fullname: name } : {},
  };
}

/** In: any other form. Out: its text field and, where ticked, the force. */
function plain(data: FormData): object {
  const fields = [...data.keys()].filter((name) => name !== 'force').map((name) => [name, textOf(data, name)]);
  return { ...Object.fromEntries(fields), ...(data.has('force') ? { force: true } : {}) };
}

/** One field for each option of a slot's product. */
function showOptions(form: HTMLFormElement, offer: Offer | undefined): void {
  const fields = (offer?.options ?? []).map(({ id, name, min, max }, index) => {
    const label = document.createElement('label');
    const input = document.createElement('input');
    Object.assign(input, {
      type: 'number',
      min: String(min),
      max: String(max),
      value: index === 0 ? '1' : String(min),
    });
    input.dataset.option = id;
    label.append(name, input);
    return label;
  });
  form.querySelector('[data-options]')?.replaceChildren(...fields);
}

/** The site's slots of the first day with seats, product by product. */
function showSlots(form: HTMLFormElement, select: HTMLSelectElement, products: Offer[]): void {
  const groups = products.map(({ product_name, time_spans }) => {
    const group = document.createElement('optgroup');
    group.label = product_name;
    for (const { id, reservation_from, remaining } of time_spans) {
      const at = new Date(reservation_from).toLocaleString('ja-JP', {
        timeZone: 'Asia/Tokyo',
        dateStyle: 'short',
        timeStyle: 'short',
      });
      group.append(new Option(`${at} (${remaining})`, id));
    }
    return group;
  });
  select.replaceChildren(...groups);
  const chosen = () => products.find(({ time_spans }) => time_spans.some(({ id }) => id === select.value));
  select.onchange = () => showOptions(form, chosen());
  showOptions(form, chosen());
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-command]')) {
  const command = form.dataset.command ?? '';
  /** The same until the shop has answered: a second press of the button is the same command. */
  let key = crypto.randomUUID();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const answer = await ask(command, command === 'invite' ? invitation(form, data) : plain(data), key);
    if (answer.said) key = crypto.randomUUID();
    say(form, answer);
  });
  form.querySelector('[data-slots]')?.addEventListener('click', async () => {
    const data = new FormData(form);
    const answer = await ask('slots', { site: textOf(data, 'site'), lang: textOf(data, 'lang') }, crypto.randomUUID());
    const select = form.querySelector('select');
    if (answer.products && select) showSlots(form, select, answer.products);
    say(form, answer);
  });
}
