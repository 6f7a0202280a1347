/** Why a catalogue cannot take the place of the one before, in words for the venue; one line for each thing. */
export class CatalogueFault extends Error {}
