const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};

/** Fills a field in without an event, as some browsers do: React, which watches its own property of the element, does not notice. */
export const fillSilently = (field: HTMLInputElement | null, value: string): void => set?.call(field, value);
