import type { Checkout } from '@bitquay/contract/checkout'
import { fromSats } from '@bitquay/contract/money'
import * as t from './messages.ts'

export type Way = 'any' | 'lightning' | 'on-chain'

export type WayToPay = {
  way: Way
  name: string
  /** Opens a wallet. */
  link: string
  /** What the code holds: the same as the link, in capitals where case means nothing, since those need fewer modules. */
  code: string
  /** What this way takes. A later on-chain payment costs its own network fee, so that the ways may differ. */
  amountBtc: string | null
}

type Payable = Pick<Checkout, 'bitcoinAddress' | 'lightningInvoice' | 'qrCodeData' | 'dueBtc' | 'amountBtc'>

/** The ways this invoice can be paid, the one for any wallet first. */
export const waysToPay = (checkout: Payable): WayToPay[] => {
  const { bitcoinAddress, lightningInvoice, qrCodeData } = checkout
  const amountBtc = checkout.dueBtc ?? checkout.amountBtc
  const ways: WayToPay[] = []
  if (bitcoinAddress && lightningInvoice && qrCodeData) {
    ways.push({ way: 'any', name: t.anyWallet, link: qrCodeData, code: inCapitals(qrCodeData), amountBtc })
  }
  if (lightningInvoice) {
    const link = `lightning:${lightningInvoice}`
    const asked = amountOfBolt11(lightningInvoice) ?? amountBtc
    ways.push({ way: 'lightning', name: t.lightning, link, code: link.toUpperCase(), amountBtc: asked })
  }
  if (bitcoinAddress) {
    const link = `bitcoin:${bitcoinAddress}${amountBtc ? `?amount=${amountBtc}` : ''}`
    ways.push({ way: 'on-chain', name: t.onChain, link, code: inCapitals(link), amountBtc })
  }
  return ways
}

/** The way that was chosen, if the invoice has it. */
export const chooseWay = (ways: WayToPay[], chosen: Way = 'any'): WayToPay | undefined =>
  ways.find(({ way }) => way === chosen) ?? ways[0]

/** Only bech32 may change its case; older addresses would become others. */
const inCapitals = (link: string) =>
  link
    .replace(/^bitcoin:((?:bc|tb|bcrt)1[0-9a-z]+)/, (_, address: string) => `bitcoin:${address.toUpperCase()}`)
    .replace(/lightning=(ln[0-9a-z]+)/, (_, invoice: string) => `lightning=${invoice.toUpperCase()}`)

/** Picobitcoins in one of each unit, so that 1m is 0.001 BTC. */
const picoOf: Record<string, bigint> = {
  '': 1_000_000_000_000n,
  m: 1_000_000_000n,
  u: 1_000_000n,
  n: 1000n,
  p: 1n,
}
const picoPerSat = 10_000n

/** What a Lightning invoice asks for, as its human-readable part says; undefined when it leaves that to the payer. */
export const amountOfBolt11 = (invoice: string): string | undefined => {
  const [, digits, unit = ''] = /^ln(?:bcrt|bc|tbs|tb)(\d+)([munp]?)1/.exec(invoice.toLowerCase()) ?? []
  const factor = picoOf[unit]
  if (digits === undefined || factor === undefined) return undefined
  return fromSats((BigInt(digits) * factor + picoPerSat - 1n) / picoPerSat)
}
