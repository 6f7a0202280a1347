/** Sends the venue's forms to the shop and shows the results. */

type Option = { id: string; name: string; min: number; max: number };
type Slot = { id: string; reservation_from: string; remaining: number };
type Offer = { product_name: string; options: Option[]; time_spans: Slot[] };
type Answer = { said?: { en: string; ja: string }; products?: Offer[] };

/** Sends a command through the sandbox to the shop. `isDone`: it succeeded. */
async function sendCommand(command: string, input: object, key: string): Promise<Answer & { isDone: boolean }> {
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

const noReply = { en: 'The shop does not answer.', ja: 'ショップから応答がありません。' };

function showResult(form: HTMLFormElement, { said = noReply, isDone }: Answer & { isDone: boolean }): void {
  const status = form.querySelector('[role="status"]');
  if (!status) return;
  const japanese = document.createElement('span');
  japanese.lang = 'ja';
  japanese.textContent = said.ja;
  status.className = isDone ? 'good' : 'bad';
  status.replaceChildren(said.en, japanese);
}

const textOf = (data: FormData, name: string): string => String(data.get(name) ?? '').trim();

/** The shop's input for an invitation. */
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

/** Input of any other form: its text fields and, if checked, `force`. */
function plain(data: FormData): object {
  const fields = [...data.keys()].filter((name) => name !== 'force').map((name) => [name, textOf(data, name)]);
  return { ...Object.fromEntries(fields), ...(data.has('force') ? { force: true } : {}) };
}

/** Shows one field for each option of a slot's product. */
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

/** Shows the site's slots on the first day with seats, by product. */
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
  /** Reused until the shop has replied, so that a second click is the same command. */
  let key = crypto.randomUUID();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const answer = await sendCommand(command, command === 'invite' ? invitation(form, data) : plain(data), key);
    if (answer.said) key = crypto.randomUUID();
    showResult(form, answer);
  });
  form.querySelector('[data-slots]')?.addEventListener('click', async () => {
    const data = new FormData(form);
    const answer = await sendCommand(
      'slots',
      { site: textOf(data, 'site'), lang: textOf(data, 'lang') },
      crypto.randomUUID(),
    );
    const select = form.querySelector('select');
    if (answer.products && select) showSlots(form, select, answer.products);
    showResult(form, answer);
  });
}
