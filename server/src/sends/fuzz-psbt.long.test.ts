import { expect, it } from 'vitest'
import { fuzzSignatures, fuzzUnsigned } from '../../test/fuzz-psbt.ts'
import { openOutsideWallet, payee } from '../../test/outside-wallet.ts'
import { scripts } from '../platform/bitcoin/own-wallet.ts'
import { checkUnsigned } from './check-unsigned.ts'

const seed = 20_261_119

const wantedOf = (script: (typeof scripts)[number], inputs: number) => {
  const outside = openOutsideWallet(script)
  const built = outside.build({ inputs })
  const wanted = {
    wallet: outside.wallet,
    network: 'regtest' as const,
    address: payee,
    amountSats: built.amountSats,
    networkFeeFrom: 'wallet' as const,
    coins: built.coins,
    maxFeeSats: 3000n,
    earlier: [],
  }
  return { outside, built, wanted }
}

it.each(scripts.flatMap((script) => [1, 3].map((inputs) => [script, inputs] as const)))(
  `only what was requested is accepted of %s with %i inputs, whatever comes back (seed ${seed})`,
  async (script, inputs) => {
    const { outside, built, wanted } = wantedOf(script, inputs)
    const checked = await checkUnsigned(built.psbt, wanted)
    if ('objection' in checked) throw new Error(checked.objection)
    const { accepted, refused } = await fuzzSignatures(
      { ...outside, ...built, psbt: checked.psbt },
      { seed, changes: 2500 },
    )
    expect(refused).toBeGreaterThan(1000)
    // Changes of fields that nobody needs.
    expect(accepted).toBeGreaterThan(100)
  },
)

it.each(scripts)(
  `only a payment that can be signed as requested is handed out for %s (seed ${seed})`,
  async (script) => {
    const { built, wanted } = wantedOf(script, 2)
    const { accepted, refused } = await fuzzUnsigned(built.psbt, wanted, { seed, changes: 2000 })
    expect(refused).toBeGreaterThan(1000)
    expect(accepted).toBeGreaterThan(50)
  },
)
