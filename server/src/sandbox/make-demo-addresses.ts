import { createDepositAddress } from '../deposit-addresses/index.ts'
import type { Deps } from '../deps.ts'
import {
  findAddressById,
  getOffer,
  requestInvoice,
  saveLightningAddress,
  signRequest,
  watchInvoice,
} from '../lightning-addresses/index.ts'
import { createPaymentLink, usePaymentLink } from '../payment-links/index.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import { callSandbox } from './call-sandbox.ts'
import { source } from './make-demo-applications.ts'

const lightningName = 'kestrel'
const references = ['Corporate evening', 'Cabinet rental']
const links = [
  { title: 'Season pass', description: 'All machines, all season.', amount: '53.00', askName: 'optional' },
  { title: 'Gift card', description: 'Choose an amount. We email the card.', amount: null, askName: 'no' },
] as const
const giftCards = ['25.00', '40.00', '75.00']
const comments = ['Tokens for Saturday', 'League night', 'Thanks for the repair']

/** When each is paid, counted in half days. */
const isTurn = (halfDay: number, every: number, place: number) => halfDay > 40 && halfDay % every === place

/**
 * Customers pay what a shop prints and shares: payment links, deposit addresses and its Lightning Address. Each is
 * created when it is first paid. Returns whether somebody paid.
 */
export const payDemoAddresses = async (deps: Deps, owner: MerchantPerson, halfDay: number): Promise<boolean> => {
  const nth = Math.floor(halfDay / 10)
  const turns = [
    ...(isTurn(halfDay, 14, 3) ? [payLink(deps, owner, nth)] : []),
    ...(isTurn(halfDay, 22, 9) ? [payLightningAddress(deps, owner, nth)] : []),
    ...(isTurn(halfDay, 26, 5) ? [payDepositAddress(deps, owner, nth)] : []),
  ]
  await Promise.all(turns)
  return turns.length > 0
}

const payLink = async (deps: Deps, owner: MerchantPerson, nth: number) => {
  const link = links[nth % links.length] ?? links[0]
  const { merchantId, email } = owner
  const found = await deps.db
    .selectFrom('paymentLinks')
    .select('slug')
    .where('merchantId', '=', merchantId)
    .where('title', '=', link.title)
    .executeTakeFirst()
  const { slug } =
    found ??
    (await createPaymentLink(
      deps,
      owner,
      {
        ...{ ...link, currency: 'USD', askEmail: 'no', askNote: 'no', maxPayments: null, expiresAt: null },
        ...{ maxQuantity: 1, tips: [] },
        ...{ minAmount: link.amount === null ? '10.00' : null, maxAmount: link.amount === null ? '500.00' : null },
      },
      { createdBy: email, idempotencyKey: undefined },
    ))
  const amount = link.amount === null ? giftCards[nth % giftCards.length] : undefined
  const nothingElse = { name: undefined, email: undefined, note: undefined, idempotencyKey: undefined }
  const use = { amount, quantity: undefined, tip: undefined, ...nothingElse }
  const { invoiceId } = await usePaymentLink(deps, slug, use, source)
  await callSandbox(deps, 'pay', { invoiceId, method: nth % 2 ? 'onchain' : 'lightning' })
}

/** As a wallet does it: it reads what the address offers, requests a BOLT11 and pays it. */
const payLightningAddress = async (deps: Deps, owner: MerchantPerson, nth: number) => {
  const form = { name: lightningName, minSats: 100, maxSats: 5_000_000, commentLength: 200, active: true }
  const known = await deps.db
    .selectFrom('lightningAddresses')
    .select('id')
    .where('name', '=', lightningName)
    .executeTakeFirst()
  const { id } = known ?? (await saveLightningAddress(deps, owner, null, form, source))
  const address = await findAddressById(deps.db, id)
  if (!address) throw new Error('the Lightning Address is not there')
  const token = signRequest(deps.macs.lnurl, await getOffer(deps, address))
  const amount = String((12_000 + 7_000 * (nth % 5)) * 1000)
  const comment = comments[nth % comments.length] ?? ''
  const invoice = await requestInvoice(deps, id, { token, amount, comment }, source)
  await callSandbox(deps, 'lightning', { pay: { bolt11: invoice.bolt11 } })
  await watchInvoice(deps, invoice)
}

const payDepositAddress = async (deps: Deps, { merchantId, email }: MerchantPerson, nth: number) => {
  const reference = references[nth % references.length] ?? ''
  const { address } = await createDepositAddress(deps, { merchantId, reference, createdBy: email })
  await callSandbox(deps, 'faucet', { address, amountBtc: `0.00${(150_000 + 40_000 * (nth % 4)).toString()}` })
}
