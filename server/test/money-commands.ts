import fc from 'fast-check'

/** What may happen to a platform's money, by chance. */
export const command = fc.oneof(
  payments(),
  fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const), which: fc.nat() }),
  fc.record({ do: fc.constant('withdraw' as const), who: fc.nat(), sats: fc.bigInt(1_000n, 3_000_000n) }),
  fc.record({ do: fc.constant('lightning' as const), who: fc.nat(), sats: fc.bigInt(1_000n, 5_000_000n) }),
  fc.record({ do: fc.constant('redeem' as const), who: fc.nat(), sats: fc.bigInt(1_000n, 3_000_000n) }),
  fc.record({ do: fc.constant('prove' as const), which: fc.nat() }),
  fc.record({ do: fc.constant('recycle' as const), who: fc.nat() }),
  fc.record({ do: fc.constant('sweep' as const), who: fc.nat() }),
  fc.record({ do: fc.constant('sweep' as const), who: fc.nat() }),
  fc.record({ do: fc.constant('payout' as const), who: fc.nat(), cents: fc.bigInt(100n, 3_000n) }),
  steps(),
  steps(),
  fc.record({ do: fc.constant('capital' as const), sats: fc.bigInt(100_000n, 50_000_000n) }),
  fc.record({
    do: fc.constant('schedule' as const),
    platform: fc.bigInt(0n, 10_000n),
    pool: fc.bigInt(0n, 5_000n),
    withdrawal: fc.bigInt(0n, 3_000n),
  }),
  fc.record({
    do: fc.constant('partner' as const),
    who: fc.nat(),
    share: fc.bigInt(0n, 5_000n),
    active: fc.boolean(),
  }),
)
export type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

function payments() {
  return fc.record({
    do: fc.constant('pay' as const),
    who: fc.nat(),
    sats: fc.bigInt(1_000n, 5_000_000n),
    // On a server of the merchant's own, which may tell of payments without coins.
    imaginary: fc.boolean(),
  })
}

/** Something happens to one of the payments out; mostly it gets on. */
function steps() {
  const what = ['advance', 'advance', 'advance', 'fail', 'cancel', 'unconfirm'] as const
  return fc.record({ do: fc.constantFrom(...what), which: fc.nat() })
}
