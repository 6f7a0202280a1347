/**
 * Seeds of the hashes that are the keys of advisory locks, by what is locked: with different seeds, equal texts do not block each
 * other. Processes of two releases run side by side, so a seed must not change.
 */
export const lockSeeds = {
  rateLimit: 4174,
  invitation: 4174,
  heldSeats: 4175,
  unpaidMails: 4176,
  answers: 4177,
  sweep: 4178,
} as const;
