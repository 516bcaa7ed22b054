import { fromCents } from '@bitquay/contract/money'
import { ApiError } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'
import { checkWithdrawal, findAmountCents, findInsufficiency, type WithdrawalFields } from './check-withdrawal.ts'
import { type Order, type Quote, useQuote } from './use-withdrawals.ts'

const empty: WithdrawalFields = { amount: '', address: '', notes: '', promoCode: '', twoFactorToken: '' }

/** Any amount will do to have an address looked at before one is typed. */
const someAmount = '1.00'

/** What is typed, what the server makes of it while it is being typed, and what to send. */
export const useWithdrawalForm = () => {
  const { fields, bind, errors, change, setError, reset, submit } = useContractForm(
    (typed: WithdrawalFields) => checkWithdrawal(typed, undefined),
    { initial: empty },
  )
  const amountCents = findAmountCents(fields.amount)
  const asked = useAsked(fields, amountCents)
  const quote = amountCents === undefined ? undefined : asked.quote
  return {
    fields,
    bind,
    change,
    setError,
    reset: () => reset(empty),
    amountCents,
    quote,
    quoteError: amountCents === undefined ? undefined : asked.quoteError,
    isQuoteOld: asked.isQuoteOld,
    addressIsGood: asked.addressIsGood,
    errors: {
      ...errors,
      amount:
        errors.amount ?? (amountCents === undefined ? undefined : findInsufficiency(amountCents, quote?.availableUsd)),
      address: errors.address ?? asked.addressError,
      promoCode: errors.promoCode ?? asked.promoError,
    },
    /** Sends the request and its code, if every field is right. */
    submit: (send: (order: Order, twoFactorToken: string) => void) =>
      submit(({ amount, address, notes, promoCode, twoFactorToken }) => {
        const cents = findAmountCents(amount) ?? 0n
        const insufficiency = findInsufficiency(cents, quote?.availableUsd)
        if (insufficiency) return setError('amount', insufficiency)
        const order: Order = {
          address: address.trim(),
          customerAmount: fromCents(cents),
          description: notes.trim(),
          promoCode: promoCode.trim(),
          // What was shown is what is agreed to: had it changed meanwhile, the server would refuse.
          ...(quote && !asked.isQuoteOld ? { netAmountToSend: quote.netAmountToSend, fees: feesOf(quote) } : {}),
        }
        return send(order, twoFactorToken)
      }),
  }
}

export type WithdrawalForm = ReturnType<typeof useWithdrawalForm>

/** The server's own answers: what it costs, whether the code helps, whether the address is one. Each may fail alone. */
const useAsked = (fields: WithdrawalFields, amountCents: bigint | undefined) => {
  const customerAmount = useDebouncedValue(amountCents === undefined ? undefined : fromCents(amountCents))
  const promoCode = useDebouncedValue(fields.promoCode.trim())
  const address = useDebouncedValue(fields.address.trim())
  const plain = useQuote(customerAmount === undefined ? undefined : { customerAmount })
  const promo = useQuote(customerAmount === undefined || promoCode === '' ? undefined : { customerAmount, promoCode })
  const looked = useQuote(address === '' ? undefined : { customerAmount: customerAmount ?? someAmount, address })
  const withCode = promoCode !== '' && promo.data && !promo.error ? promo : plain
  const isTyping = amountCents !== undefined && customerAmount !== fromCents(amountCents)
  return {
    quote: withCode.data,
    quoteError: plain.error ?? undefined,
    isQuoteOld: isTyping || withCode.isPlaceholderData || promoCode !== fields.promoCode.trim(),
    promoError: promoCode === '' ? undefined : sentenceOf(promo.error, 'invalid-promo-code'),
    addressError: address === '' ? undefined : sentenceOf(looked.error, 'invalid-address'),
    addressIsGood: address !== '' && address === fields.address.trim() && looked.isSuccess && !looked.isPlaceholderData,
  }
}

const sentenceOf = (error: unknown, code: string): string | undefined =>
  error instanceof ApiError && error.code === code ? error.message : undefined

const feesOf = ({
  customerAmount,
  totalFee,
  partnerShare,
  merchantShare,
  netAmountToSend,
  partnerSharePerPartner,
}: Quote) => ({
  customerAmount,
  totalFee,
  partnerShare,
  merchantShare,
  netAmountToSend,
  partnerSharePerPartner,
})
