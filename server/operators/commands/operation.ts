import * as v from 'valibot';
import { demandOf } from '#server/catalogue/issues.ts';
import type { OperatorScope } from '#server/db/tables.ts';
import { rootOf } from '#server/shared/site-address.ts';
import { parseInput } from '#server/web/http/read.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { OpsDeps } from './deps.ts';
import type { BilingualText } from './texts.ts';

/** The caller of an operation, and the site that it may touch. */
export type Caller = {
  /** For the audit log: `local`, or the id of a token. */
  by: string;
  /** The only site that the operation may touch; null for all sites of this server. */
  site: SiteCode | null;
  scope: OperatorScope;
  /** Name of the token; '' on the server's own machine. */
  name: string;
  /** Uuids of the only products that it may admit; none: all. */
  products: readonly string[];
};

/** Context of an operation. `effectId` is the same when the operation is repeated with its Idempotency-Key. */
export type OperationContext = Caller & { deps: OpsDeps; shopUrl: string; effectId: string };

/** The result of an operation: as text, and as data for programs. */
export type Done = { text: BilingualText; facts: Readonly<Record<string, unknown>> };

/** Parameters by name; `v.description` says what each is, for the help and for OpenAPI. */
export type Parameters = v.ObjectSchema<v.ObjectEntries, undefined>;

/** How parameters are written on a command line; others are `--name`. */
type CommandLine = {
  /** Parameters without a name. */
  args?: readonly string[];
  /** Other names of options. */
  flags?: Readonly<Record<string, string>>;
  /** Parameters that are read from a file. */
  files?: readonly string[];
  /** The reply's field that `--out` writes into a file, else stdout. A reply with `next` is continued by `after`. */
  out?: string;
  /** `--check`: exit code 1 when the reply lists differences. */
  hasCheck?: true;
};

type Description = {
  /** A sentence for the help. */
  does: string;
  /** More about it, for the help and for OpenAPI. */
  details?: string;
  /** `needed`: a site must be named, since ids of a catalogue are unique within a site only. `none`: about the whole server. */
  site: 'needed' | 'possible' | 'none';
  /** Also about a site that has a folder and is not on sale here. */
  isOffSale?: true;
  /** The scope that a token needs to call it; null: only on the server's own machine. */
  scope: OperatorScope | null;
  writes: boolean;
  /** `rehearsed`: it is done in a transaction that is rolled back. `own`: it runs its own dry run. */
  dryRun?: 'rehearsed' | 'own';
  /** Fields of the reply beside `done` and `said`, where a token may call it. */
  reply?: v.ObjectEntries;
  cli?: CommandLine;
};

/* The site, scope and effect of most rows. */
export const reading = { site: 'possible', scope: 'read', writes: false } as const;
export const changing = { site: 'needed', scope: 'full', writes: true, dryRun: 'rehearsed' } as const;
/** Only on the server's own machine. */
export const local = { site: 'none', scope: null } as const;

/** Description of a dry run, for the help and for OpenAPI. */
export const dryAbout = 'Only reports what would happen: which order, how much money, which mails.';

/** An operation of a venue: the command line, both endpoints, OpenAPI and the help are made from it. */
export type Operation = Description & {
  input: Parameters;
  run: (context: OperationContext, input: unknown) => Promise<Done>;
};

/** The context of a row's `run`: with a site where the row needs one, which `perform` has checked. */
type ContextFor<Site> = Site extends 'needed' ? OperationContext & { site: SiteCode } : OperationContext;

/** The address of the context's site for visitors. */
export const rootIn = ({ deps, site, shopUrl }: ContextFor<'needed'>): string =>
  rootOf(deps.sites, site, deps.publicUrl ?? shopUrl);

/** Makes a row of the table of operations. `run` gets its parameters validated; without `input` it has none. */
export const operation = <E extends v.ObjectEntries, Site extends Description['site']>({
  input = v.object({} as E),
  run,
  ...row
}: Description & {
  site: Site;
  input?: v.ObjectSchema<E, undefined>;
  run: (context: ContextFor<Site>, input: v.InferOutput<v.ObjectSchema<E, undefined>>) => Promise<Done>;
}): Operation => ({
  ...row,
  input,
  run: (context, sent) => run(context as ContextFor<Site>, parseInput(input, sent, 'rejected', demandOf)),
});
