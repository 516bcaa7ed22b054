import type { Answer } from '@bitquay/contract/call'
import type { getSettings } from '@bitquay/contract/merchants'
import { decimalsOf, fromUnits } from '@bitquay/contract/money'
import { type Currency, currencies } from '@bitquay/contract/prices'
import { email } from '@bitquay/contract/scalars'
import { useState } from 'react'
import { type FieldSentences, useContractForm } from '../../lib/use-contract-form.ts'
import * as t from './messages.ts'
import { findOptionErrors, type OptionFields, optionFieldsOf, toOptions } from './option-form.ts'
import { findBaseUnits, priceInvoice } from './price-invoice.ts'
import type { CreatedInvoice } from './use-invoices.ts'

type InvoiceFields = OptionFields & {
  amount: string
  currency: Currency
  /** A top-up: the customer chooses the amount. */
  takesAny: boolean
  description: string
  buyerName: string
  buyerEmail: string
  /** Empty until the person chooses. Then an email address decides. */
  due: '' | Due
  /** As a date field has it, for another day. */
  dueDate: string
}

export type Due = 'now' | '7' | '14' | 'other'

/** What the store's settings say that new invoices begin with. */
export type InvoiceDefaults = Pick<
  Answer<typeof getSettings>,
  'currency' | 'payMethods' | 'priceMinutes' | 'shortPercent' | 'passesFee'
>

/** How long a price holds without an option. */
export const usualMinutes = 15

const emptyWith = (defaults: InvoiceDefaults | undefined): InvoiceFields => ({
  amount: '',
  currency: currencies.find((code) => code === defaults?.currency) ?? 'USD',
  takesAny: false,
  description: '',
  buyerName: '',
  buyerEmail: '',
  due: '',
  dueDate: '',
  ...optionFieldsOf(
    defaults && {
      paymentMethods: defaults.payMethods,
      ...(defaults.priceMinutes === usualMinutes ? {} : { expirationMinutes: defaults.priceMinutes }),
      ...(defaults.shortPercent === 0 ? {} : { paymentTolerance: defaults.shortPercent }),
    },
  ),
})

/** What is typed, what is wrong with it, and what to send for it. */
export const useInvoiceForm = (processingPercent: number, defaults?: InvoiceDefaults) => {
  const { bind, fields, change, errors, submit } = useContractForm(findErrors, { initial: emptyWith(defaults) })
  const [passesFee, setPassesFee] = useState(defaults?.passesFee ?? true)
  const percent = passesFee ? processingPercent : 0
  return {
    bind,
    fields,
    change,
    errors,
    passesFee,
    setPassesFee,
    due: dueOf(fields),
    dueDate: dueDateOf(fields),
    price: fields.takesAny ? undefined : priceOf(fields, percent),
    submit: (send: (invoice: CreatedInvoice) => void) =>
      submit((checked) => {
        const price = checked.takesAny ? null : priceOf(checked, percent)
        if (price === undefined) return
        send({
          amount: price && fromUnits(price.totalUnits, decimalsOf(checked.currency)),
          currency: checked.currency,
          description: checked.description.trim(),
          buyerName: checked.buyerName.trim(),
          buyerEmail: checked.buyerEmail.trim(),
          ...(dueDateOf(checked) ? { dueDate: dueDateOf(checked) } : {}),
          ...toOptions(checked),
        })
      }),
  }
}

const priceOf = ({ amount, currency }: InvoiceFields, processingPercent: number) => {
  const baseUnits = findBaseUnits(amount, currency)
  return baseUnits === undefined ? undefined : priceInvoice(baseUnits, processingPercent)
}

const findErrors = (fields: InvoiceFields): FieldSentences<InvoiceFields> => ({
  ...(!fields.takesAny && findBaseUnits(fields.amount, fields.currency) === undefined ? { amount: t.amountWrong } : {}),
  ...(fields.buyerEmail.trim() && !email.safeParse(fields.buyerEmail).success ? { buyerEmail: t.emailWrong } : {}),
  ...(isWrong(fields) ? { dueDate: t.dueDateWrong } : {}),
  ...findOptionErrors(fields, fields.currency),
})

/**
 * Nobody reads an email within minutes, so an emailed invoice is due in 7 days unless the person chose. One for any amount
 * and one that needs no confirmation can't have a due date.
 */
const dueOf = ({ due, buyerEmail, takesAny, confirmations }: InvoiceFields): Due => {
  if (takesAny) return 'now'
  return due || (buyerEmail.trim() && confirmations !== '0' ? '7' : 'now')
}

/** The due date to send, or empty. */
const dueDateOf = (fields: InvoiceFields): string => {
  const due = dueOf(fields)
  if (due === 'now') return ''
  return due === 'other' ? fields.dueDate : dayIn(Number(due))
}

/** The reader's calendar day, this many days from today. */
export const dayIn = (days: number): string => {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** A due date ends with its day in UTC. */
const isWrong = (fields: InvoiceFields) =>
  dueOf(fields) !== 'now' && dueDateOf(fields) < new Date().toISOString().slice(0, 10)
