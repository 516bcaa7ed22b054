/** A network fee of more than this part of an amount is not worth it, and is not taken from it. */
const mostPart = 10n

type Deducted = { amountSats: bigint; networkFeeReserveSats: bigint }

/**
 * How much of the network fee of a sweep counts as paid by the merchant: at most what was reserved, and at most a tenth of
 * the sweep. Nothing on a merchant's own server, which may declare any fee.
 */
export const computeFeeLimit = (
  store: { engineId: number | null },
  amountSats: bigint,
  reserveSats: bigint,
): bigint => {
  if (store.engineId === null) return 0n
  const tenthSats = amountSats / mostPart
  return reserveSats < tenthSats ? reserveSats : tenthSats
}

/** Whether a sweep is worth its network fee. */
export const isWorthwhile = (amountSats: bigint, feeSats: bigint) => amountSats >= mostPart * feeSats

/**
 * The highest network fee that may be deducted from what a recipient gets, no matter who signed the transaction: what was
 * reserved when the send was requested, or a tenth of the amount if that is more.
 */
export const mostDeductible = ({ amountSats, networkFeeReserveSats }: Deducted): bigint => {
  const tenthSats = amountSats / mostPart
  return networkFeeReserveSats > tenthSats ? networkFeeReserveSats : tenthSats
}
