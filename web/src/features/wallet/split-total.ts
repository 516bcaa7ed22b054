import type { getBalance, getLightningBalance } from '@bitquay/contract/balances'
import type { Answer } from '@bitquay/contract/call'
import { fromCents, toCents } from '@bitquay/contract/money'

type Balances = {
  balance: Pick<Answer<typeof getBalance>, 'usd' | 'availableUsd' | 'feesOwedUsd'>
  lightning: Pick<Answer<typeof getLightningBalance>, 'usd' | 'heldUsd'>
}

/** Everything that a merchant has here, in parts that add up to the total in the order shown. */
export const splitTotal = ({ balance, lightning }: Balances) => {
  const [wallet, onLightning, held] = [toCents(balance.usd), toCents(lightning.usd), toCents(lightning.heldUsd)]
  const available = smaller(toCents(balance.availableUsd), wallet)
  // Fees may be more than what is there. They can only set aside what is left.
  const setAside = smaller(toCents(balance.feesOwedUsd), wallet - available)
  const parts = { available, onLightning, held, notYet: wallet - available - setAside, setAside }
  return {
    parts: Object.fromEntries(Object.entries(parts).map(([name, cents]) => [name, fromCents(cents)])) as Record<
      keyof typeof parts,
      string
    >,
    total: fromCents(wallet + onLightning + held),
    notInWallet: fromCents(onLightning + held),
  }
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other)
