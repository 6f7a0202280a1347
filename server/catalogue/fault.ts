/** Why a catalogue cannot be imported, in text for the venue; one line per fault. */
export class CatalogueFault extends Error {}
