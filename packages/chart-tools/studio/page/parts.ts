type Attributes = Readonly<Record<string, string>>;

/** An element with attributes and content. */
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

/** A button with its click handler. */
export const button = (
  attributes: Attributes,
  onClick: () => void,
  ...inside: (Node | string)[]
): HTMLButtonElement => {
  const made = make('button', { type: 'button', ...attributes }, ...inside);
  made.addEventListener('click', onClick);
  return made;
};

/** The page's element with this id and type. Throws if it is missing. */
export const find = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`#${id} is missing`);
};
