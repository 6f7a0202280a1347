import { networksOf } from '#server/core/networks.ts';
import type { Db } from '#server/db/open.ts';
import type { AdmissionQueue } from '#server/shared/admission-queue/admission-queue.ts';
import { countUsesOnce } from '#server/shared/rate-limit.ts';
import { type Identified, identifyOperator } from '#server/shared/tokens/operator-tokens.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import { perNetwork } from '#server/shared/visitor.ts';
import type { SiteCode } from '#src/domain/site.ts';

export type CallerDeps = {
  db: Db;
  tokens: Pick<TokenService, 'idOf'>;
  admissionQueue: AdmissionQueue;
  metrics: { guessed: (what: 'operator') => void };
};

/** A request: the site whose token is needed (null: any), the client's address, and its Authorization header. */
type Presented = { site: SiteCode | null; address: string; header: string | undefined };

/** Wrong tokens of an address in ten minutes. */
const wrongTokens = { max: 60, within: 600 };

/** Identifies the operator's token of a request; wrong ones are counted by address and the networks around it. Throws rate_limited. */
export const callerBy = async (deps: CallerDeps, { site, address, header }: Presented): Promise<Identified> => {
  const identify = async (): Promise<Identified> => {
    const identified = await identifyOperator(deps.db, site, header);
    /* A text without the form of a token is no guess. */
    if (identified.isValid || identified.why === 'missing') return identified;
    deps.metrics.guessed('operator');
    const aboutOf = (id: string) => deps.tokens.idOf(`operator\n${id}`);
    await countUsesOnce(deps.db, perNetwork(networksOf(address), aboutOf, wrongTokens));
    return identified;
  };
  return deps.admissionQueue.admit('verify', address, identify);
};
