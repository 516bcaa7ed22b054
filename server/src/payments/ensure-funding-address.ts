import type { Deps } from '../deps.ts'
import { freshPlatformAddress } from '../fee-collection/sweep-fees.ts'
import { findFundingAddress, saveFundingAddress } from '../platform/db/platform-row.ts'

/** Takes an address of the platform's wallet for the operator to pay to, unless one is there that nobody has used. */
export const ensureFundingAddress = async (deps: Deps): Promise<void> => {
  if ((await findFundingAddress(deps.db)) !== undefined) return
  const address = await freshPlatformAddress(deps)
  if (address !== undefined) await saveFundingAddress(deps.db, address)
}
