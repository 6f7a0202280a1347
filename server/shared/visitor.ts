import { type Network, networkFactors, networksOf } from '#server/core/networks.ts';
import type { OrderRow } from '#server/db/types.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { Limit } from './rate-limit.ts';

export type RequestContext = {
  site: SiteCode;
  /** Origin and base path of the site without a trailing slash; its hash routes are below. */
  base: string;
  /** The same for a retry with the same Idempotency-Key: ids of rows that a write creates derive from it. */
  effectId: string;
  /** Null for the venue's own commands. */
  visitor: Visitor | null;
};

/** The networks of a client as keyed hashes, by which limits count; its own address is the first. */
export type Visitor = readonly Network[];

export const visitorAt = ({ idOf }: { idOf: (about: string) => string }, address: string): Visitor =>
  networksOf(address).map(({ id, factor }) => ({ id: idOf(`address\n${id}`), factor }));

/** The columns of an order that name who asked for it. */
export type AddressColumns = Pick<OrderRow, 'asked_by' | 'address_56' | 'address_48'>;
export const addressColumnsOf = (visitor: Visitor | null): AddressColumns => {
  const [own, wide, widest] = visitor ?? [];
  return { asked_by: own?.id ?? null, address_56: wide?.id ?? null, address_48: widest?.id ?? null };
};

/** The visitor who placed an order; null when forgotten, or the venue itself. */
export const askerOf = ({ asked_by, address_56, address_48 }: AddressColumns): Visitor | null => {
  const networks = [asked_by, address_56, address_48].flatMap((id, at) =>
    id === null ? [] : [{ id, factor: networkFactors[at] ?? 1 }],
  );
  return networks.length > 0 ? networks : null;
};

/** A limit for each network of a visitor; `about` names what is limited of one. Nothing limits the venue itself. */
export const perNetwork = (
  visitor: Visitor | null,
  about: (network: string) => string,
  limit: Omit<Limit, 'about'>,
): Limit[] =>
  (visitor ?? []).map(({ id, factor }) => ({ ...limit, about: about(id), max: Math.floor(limit.max * factor) }));
