import { fromCents, toCents } from '@bitquay/contract/money'
import { ApiError } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'
import { useMaxAmount } from '../../lib/use-max-amount.ts'
import { checkWithdrawal, findAmountCents, findInsufficiency, type WithdrawalFields } from './check-withdrawal.ts'
import { type Order, type Quote, useQuote } from './use-withdrawals.ts'

const empty: WithdrawalFields = { amount: '', address: '', notes: '', promoCode: '', twoFactorToken: '' }

/** The server checks an address only with an amount. Before one is typed, any will do. */
const someAmount = '1.00'

/**
 * What is typed, the server's quote for it, and what to send. `availableUsd` is the balance that the page shows, `maxUsd`
 * the largest amount that can be sent.
 */
export const useWithdrawalForm = (availableUsd: string | undefined, maxUsd: string | undefined) => {
  const { fields, bind, errors, change, setError, reset, submit } = useContractForm(checkWithdrawal, { initial: empty })
  const { amountInput, chooseMax, keepAmount } = useMaxAmount({
    amount: fields.amount,
    setAmount: (usd) => change('amount', usd),
    maxUsd,
  })
  const amountCents = findAmountCents(fields.amount)
  const asked = useAsked(fields, amountCents)
  const quote = amountCents === undefined ? undefined : asked.quote
  const feeCents = quote && !asked.isQuoteOld ? toCents(quote.totalFee) : 0n
  const insufficiency = amountCents === undefined ? undefined : findInsufficiency(amountCents + feeCents, availableUsd)
  return {
    fields,
    bind,
    change,
    setError,
    reset: () => {
      keepAmount()
      reset(empty)
    },
    amountInput,
    chooseMax,
    amountCents,
    quote,
    quoteError: amountCents === undefined ? undefined : asked.quoteError,
    isQuoteOld: asked.isQuoteOld,
    /** The address, once the server accepts it. */
    address: asked.addressIsGood ? fields.address.trim() : undefined,
    /** Whether the amount and its costs are more than there is. */
    isShort: insufficiency !== undefined,
    isTyped: Object.values(fields).some((typed) => typed !== ''),
    errors: {
      ...errors,
      amount: errors.amount ?? insufficiency,
      address: errors.address ?? asked.addressError,
      promoCode: errors.promoCode ?? asked.promoError,
    },
    /** Sends the request and its code, if all fields are valid. */
    submit: (send: (order: Order, twoFactorToken: string) => void) =>
      submit(({ amount, address, notes, promoCode, twoFactorToken }) => {
        const cents = findAmountCents(amount) ?? 0n
        if (insufficiency) return setError('amount', insufficiency)
        // Without an answer, the same order must go out again.
        keepAmount()
        const order: Order = {
          address: address.trim(),
          customerAmount: fromCents(cents),
          description: notes.trim(),
          promoCode: promoCode.trim(),
          // The server refuses when its fees differ from what was shown.
          ...(quote && !asked.isQuoteOld ? { netAmountToSend: quote.netAmountToSend, fees: feesOf(quote) } : {}),
        }
        return send(order, twoFactorToken)
      }),
  }
}

export type WithdrawalForm = ReturnType<typeof useWithdrawalForm>

/** The server's answers: the costs, with and without the promo code, and the address check. Each may fail alone. */
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
