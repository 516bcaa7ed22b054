/** The size of a transaction. The recipient's output is assumed to be the longest type. */
const frameVbytes = 11n
/** A coin of the wallets that we create. */
const ownInputVbytes = 68n
const payeeVbytes = 43n
const changeVbytes = 43n

export const vbytesOf = (coins: number, inputVbytes = ownInputVbytes) =>
  frameVbytes + inputVbytes * BigInt(coins) + payeeVbytes + changeVbytes

/** In thousandths, so that 1.25 sat/vB is exact. */
export const toMilliRate = (feeRate: string): bigint => {
  const [whole = '0', fraction = ''] = feeRate.split('.')
  return BigInt(whole + fraction.slice(0, 3).padEnd(3, '0'))
}

/** Rounded up: a fee below the rate would not be relayed at it. */
export const feeOf = (vbytes: bigint, milliRate: bigint) => (vbytes * milliRate + 999n) / 1000n

/** Satoshis per virtual byte until the engine reports a rate: higher than usual, so that the held amount is enough. */
export const assumedFeeRate = '5.000'
