import { elementKey, idOf, idsOf, type Session, until } from './session.ts';

/** Elements that may have a role; the engine decides which do. */
const candidates = {
  button: 'button, summary, [role=button]',
  link: 'a[href]',
  radio: 'input[type=radio]',
  textbox: 'input:not([type=radio], [type=checkbox], [type=number]), textarea',
  heading: 'h1, h2, h3',
  image: 'svg, img, [role=img]',
} as const;

type Role = keyof typeof candidates;

/** The names that engines have for the role of an image. */
const imageRoles = ['img', 'image', 'graphics-document'];

/** A user of a browser who finds everything by role and by the accessible name that the engine computes. */
export const createPerson = ({ send }: Session) => {
  const findAll = async (value: string) => idsOf(await send('find', { using: 'css selector', value }));
  const evaluate = (script: string, ...args: unknown[]) => send('evaluate', { script, args });

  /* The drivers' own command treats elements in a fixed scrolling bar as hidden (WebKitWebDriver 2.50). */
  const isShown = (id: string) =>
    evaluate(
      `const [element] = arguments;
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });`,
      { [elementKey]: id },
    );

  /**
   * Brings an element to the middle, and waits until the page rests. A driver presses where an element was, which is beside it
   * while the page scrolls gently, and does not scroll further for one that a fixed bar covers.
   */
  const scrollTo = async (id: string) => {
    await evaluate("arguments[0].scrollIntoView({ block: 'center' })", { [elementKey]: id });
    await until(async () => {
      const moved = await evaluate(
        `const [element] = arguments;
        const top = () => element.getBoundingClientRect().top;
        const frames = (count) =>
          new Promise((resolve) => requestAnimationFrame(() => resolve(count > 1 ? frames(count - 1) : undefined)));
        const before = top();
        return frames(3).then(() => top() - before);`,
        { [elementKey]: id },
      );
      if (moved !== 0) throw new Error(`moved by ${moved}`);
    }, 'Not at rest');
  };

  const show = async (selector: string) => {
    const [id] = await findAll(selector);
    if (id === undefined) throw new Error('not there');
    await scrollTo(id);
    return id;
  };

  type Name = string | RegExp;

  const look = async (role: Role, name: Name) => {
    const seen: string[] = [];
    for (const id of await findAll(candidates[role])) {
      /* WebKitWebDriver cannot compute the name of every hidden element. */
      const label = await send('name', { id }).then(
        (text) => String(text).trim(),
        () => null,
      );
      if (label === null) continue;
      seen.push(label);
      const isNamed = typeof name === 'string' ? label === name : name.test(label);
      const roles = role === 'image' ? imageRoles : [role];
      if (isNamed && roles.includes(String(await send('role', { id }))) && (await isShown(id))) return id;
    }
    throw new Error(`no ${role} ${name} among ${seen.join(' | ')}`);
  };

  return {
    open: (url: string) => send('navigate', { url }),
    see: (role: Role, name: Name) => until(() => look(role, name), `Not seen: ${role} ${name}`),
    click: (role: Role, name: Name) =>
      until(async () => {
        const id = await look(role, name);
        await scrollTo(id);
        if (role !== 'radio') return void (await send('click', { id }));
        // The label may cover the box, so the label is clicked.
        const label = await evaluate('return arguments[0].labels[0]', { [elementKey]: id });
        await send('click', { id: idOf(label) });
      }, `Not clicked: ${role} ${name}`),
    type: (name: Name, text: string) =>
      until(async () => {
        const id = await look('textbox', name);
        await scrollTo(id);
        await send('click', { id });
        const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
        await send('keys', { actions: [{ type: 'key', id: 'keyboard', actions }] });
      }, `Not typed: ${name}`),
    /** Runs `work` inside a frame. */
    inFrame: async (selector: string, work: () => Promise<void>) => {
      await until(async () => {
        await send('frame', { element: await show(selector) });
      }, `No frame ${selector}`);
      await work();
      await send('frame', { element: null });
    },
    /** Scrolls to an element, and waits until the page rests. */
    show,
    /** Waits until the page is scrolled to its top. */
    seeTop: () =>
      until(async () => {
        const y = await evaluate('return scrollY');
        if (y !== 0) throw new Error(`scrolled by ${y}`);
      }, 'Not at the top'),
    evaluate,
    picture: async () => Buffer.from(String(await send('picture', { full: false })), 'base64'),
  };
};
