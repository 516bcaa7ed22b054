import { feeAt } from '../chain/accept-transaction.ts'
import { dustLimitSats } from '../chain/scripts.ts'
import { namedCoins, selectCoins } from './select-coins.ts'
import { estimateVsize, finishTransaction, freeChangeScript, type PlannedOutput, seedOf } from './sign-transaction.ts'
import type { WalletState } from './wallet-state.ts'
import type { BuildRefusal, BuildTransaction, BuiltTransaction } from './wallet-types.ts'

/** Selects, builds and (by default) signs. Nothing is reserved, as in BTCPay. */
export const buildTransaction = (
  state: WalletState,
  walletId: string,
  options: BuildTransaction,
  sign: boolean,
): BuiltTransaction | BuildRefusal => {
  const wallet = state.wallet(walletId)
  const xpub = wallet.accountXpub
  const { outputs, satPerKvb, selectedOutpoints: only, confirmedOnly = false } = options
  if (sign && !seedOf(state, wallet)) return refuse('no-keys', 'The wallet has no keys to sign with.')
  if (outputs.length === 0) return refuse('no-outputs', 'There is nobody to pay.')
  if (satPerKvb < state.chain.mempoolMinimum()) return refuse('fee-too-low', 'The fee rate is below the minimum.')
  if (outputs.some(({ script, amountSats }) => amountSats < dustLimitSats(script))) {
    return refuse('output-too-small', 'An output is too small to be relayed.')
  }
  if (only && namedCoins(state, xpub, only).length === 0) {
    return refuse('unknown-input', 'None of the named coins can be spent.')
  }

  const changeScript = freeChangeScript(state, xpub)
  const scripts = outputs.map(({ script }) => script)
  const { scheme } = state.branch(xpub, 1)
  const fees: Fees = {
    plain: (inputs) => feeAt(satPerKvb, estimateVsize(scheme, inputs, scripts)),
    withChange: (inputs) => feeAt(satPerKvb, estimateVsize(scheme, inputs, [...scripts, changeScript])),
  }
  const sumSats = outputs.reduce((sum, { amountSats }) => sum + amountSats, 0n)
  const feeIsExtra = !outputs.some(({ subtractFee }) => subtractFee)
  const selected = selectCoins(state, xpub, (inputs) => sumSats + (feeIsExtra ? fees.plain(inputs) : 0n), {
    confirmedOnly,
    ...(only ? { only } : {}),
  })
  if ('missingSats' in selected) return notEnough(selected.missingSats)

  const { coins, totalSats } = selected
  const planned = planOutputs(options, totalSats - sumSats, coins.length, changeScript, fees)
  const isTooSmall = planned.some(({ script, amountSats }) => amountSats < dustLimitSats(script))
  if (isTooSmall) return refuse('output-too-small', 'The amount does not cover the fee.')
  const { replaceable = true, lockTime = 0 } = options
  return finishTransaction(state, wallet, coins, planned, { sign, replaceable, lockTime })
}

export const refuse = (reason: BuildRefusal['reason'], message: string): BuildRefusal => ({
  ok: false,
  reason,
  message,
})

export const notEnough = (missingSats: bigint): BuildRefusal => ({
  ...refuse('not-enough-funds', `Not enough funds: ${missingSats} satoshis are missing.`),
  missingSats,
})

type Fees = { readonly plain: (inputs: number) => bigint; readonly withChange: (inputs: number) => bigint }

/** `surplusSats` is what the coins hold beyond the requested outputs, before any fee. */
const planOutputs = (
  { outputs, noChange = false }: BuildTransaction,
  surplusSats: bigint,
  inputs: number,
  changeScript: string,
  fees: Fees,
): PlannedOutput[] => {
  const subtracted = outputs.findIndex(({ subtractFee }) => subtractFee)
  const changeSats = surplusSats - (subtracted === -1 ? fees.withChange(inputs) : 0n)
  const hasChange = !noChange && changeSats >= dustLimitSats(changeScript)
  const feeSats = hasChange ? fees.withChange(inputs) : fees.plain(inputs)
  // An amount too small for a change output pays the fee first.
  const spareSats = noChange || hasChange ? 0n : surplusSats
  const fromOutputSats = feeSats > spareSats ? feeSats - spareSats : 0n
  const planned: PlannedOutput[] = outputs.map(({ script, amountSats }, i) => ({
    script,
    amountSats: i === subtracted ? amountSats - fromOutputSats : amountSats,
    isChange: false,
  }))
  const last = planned.at(-1)
  if (noChange && last) {
    const restSats = surplusSats - (subtracted === -1 ? feeSats : 0n)
    planned[planned.length - 1] = { ...last, amountSats: last.amountSats + restSats }
  }
  if (hasChange) planned.push({ script: changeScript, amountSats: changeSats, isChange: true })
  return planned
}
