import fc from 'fast-check'

/** Evenly, so that every merchant and every payment is used. */
const any = fc.noBias(fc.nat())
const amount = (most: bigint) => fc.noBias(fc.bigInt(1_000n, most))
const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })

/** Random movements of a platform's money. Outgoing payments mostly advance, so that many of them finish. */
export const command = fc.oneof(
  often(
    5,
    fc.record({
      do: fc.constant('pay' as const),
      who: any,
      sats: amount(5_000_000n),
      // On a merchant's own server, which may report payments without coins.
      imaginary: fc.boolean(),
    }),
  ),
  often(1, fc.record({ do: fc.constant('lightning' as const), who: any, sats: amount(5_000_000n) })),
  // To a deposit address: the transaction with its coin, its label or neither, and later the others.
  often(
    2,
    fc.record({
      do: fc.constant('arrive' as const),
      who: any,
      sats: amount(5_000_000n),
      part: fc.constantFrom('none' as const, 'coin' as const, 'label' as const),
    }),
  ),
  often(
    3,
    fc.record({
      do: fc.constant('reveal' as const),
      which: any,
      part: fc.constantFrom('coin' as const, 'label' as const),
    }),
  ),
  often(2, fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const), which: any })),
  often(1, fc.record({ do: fc.constant('withdraw' as const), who: any, sats: amount(1_000_000n) })),
  often(3, fc.record({ do: fc.constant('redeem' as const), who: any, sats: amount(1_000_000n) })),
  often(2, fc.record({ do: fc.constant('prove' as const), which: any })),
  often(1, fc.record({ do: fc.constant('recycle' as const), who: any })),
  often(4, fc.record({ do: fc.constant('sweep' as const), who: any })),
  often(4, fc.record({ do: fc.constant('payout' as const), who: any, cents: fc.noBias(fc.bigInt(100n, 3_000n)) })),
  often(20, fc.record({ do: fc.constant('advance' as const), which: any })),
  often(
    5,
    fc.record({
      do: fc.constant('replace' as const),
      which: any,
      // How much of the amount the recipient gets, and how much of the rest is the network fee, in thousandths.
      paid: fc.noBias(fc.bigInt(1n, 1_000n)),
      fee: fc.noBias(fc.bigInt(0n, 1_000n)),
      how: fc.constantFrom('any amount' as const, 'same amount' as const, 'fee deducted' as const),
    }),
  ),
  often(2, fc.record({ do: fc.constantFrom('fail' as const, 'cancel' as const), which: any })),
  often(2, fc.record({ do: fc.constant('unconfirm' as const), which: any })),
  often(1, fc.record({ do: fc.constant('capital' as const), sats: fc.bigInt(100_000n, 50_000_000n) })),
  often(
    1,
    fc.record({
      do: fc.constant('schedule' as const),
      platform: fc.bigInt(0n, 10_000n),
      pool: fc.bigInt(0n, 5_000n),
      withdrawal: fc.bigInt(0n, 3_000n),
    }),
  ),
  often(
    1,
    fc.record({ do: fc.constant('partner' as const), who: any, share: fc.bigInt(0n, 5_000n), active: fc.boolean() }),
  ),
)
export type Command = typeof command extends fc.Arbitrary<infer C> ? C : never
/** The commands that do one of these. */
export type Order<Do extends Command['do']> = Extract<Command, { do: Do }>
