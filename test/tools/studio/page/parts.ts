type Attributes = Readonly<Record<string, string>>;

/** An element with its attributes and what stands in it. */
export const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
};

/** A button that does something. */
export const button = (attributes: Attributes, press: () => void, ...inside: (Node | string)[]): HTMLButtonElement => {
  const made = make('button', { type: 'button', ...attributes }, ...inside);
  made.addEventListener('click', press);
  return made;
};

/** The page's element of that id and kind; the page is ours, so it is there. */
export const find = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`#${id} is missing`);
};
