/** The output of the child that has ended, as params of an action or guard: `params: outputOf`. */
export const outputOf = <T>({ event }: { event: { output: T } }): T => event.output;

/** The event itself, as params: an action or guard takes from it by name what it carries. */
export const payloadOf = <T>({ event }: { event: T }): T => event;
