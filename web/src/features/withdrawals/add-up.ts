import { fromCents, toCents } from '@bitquay/contract/money'

type Costs = { customerAmount: string; totalFee: string; networkFeeUsd: string }

/** What leaves the wallet, as the sum of the figures that are shown. */
export const addUpCosts = ({ customerAmount, totalFee, networkFeeUsd }: Costs): string =>
  fromCents(toCents(customerAmount) + toCents(totalFee) + toCents(networkFeeUsd))

/** What leaves the wallet in all. Null until the network fee is known. */
export const totalOf = ({
  networkFeeUsd,
  ...costs
}: Omit<Costs, 'networkFeeUsd'> & { networkFeeUsd: string | null }) =>
  networkFeeUsd === null ? null : addUpCosts({ ...costs, networkFeeUsd })

/**
 * What is available before and after. `availableUsd` leaves room for the network fee of sending everything, so a
 * withdrawal near the maximum uses a part of that reserve.
 */
export const addUpAvailable = (availableUsd: string, leavesUsd: string) => {
  const afterCents = toCents(availableUsd) - toCents(leavesUsd)
  return {
    fromReserveUsd: afterCents < 0n ? fromCents(-afterCents) : undefined,
    afterUsd: fromCents(afterCents < 0n ? 0n : afterCents),
  }
}
