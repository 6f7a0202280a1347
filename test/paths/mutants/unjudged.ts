/**
 * Charts whose mutants no run judges unless it names the chart: walks with every payload in every state break a property there
 * although the chart is right, or take too long. `npm run tool -- mutants --chart <name>` shows how far they are.
 */
export const unjudged: Readonly<Record<string, string>> = {
  purchase:
    'order.recalled is in the exclusions of the walks, so the unchanged chart counts as one with a missing transition',
  'change-date': 'a walk opens its confirm page by an address that the visitor could not have',
  app: 'each of its walks walks the whole purchase',
};
