import { decimalsOf, findSats, toSats } from '@bitquay/contract/money'
import { mostQuantity, mostTips, type PaymentLink } from '@bitquay/contract/payment-links'
import type { FieldSentences } from '../../lib/use-contract-form.ts'
import {
  findOptionErrors,
  type OptionFieldValues,
  optionFieldsOf,
  toOptionChange,
  toOptions,
} from '../invoices/index.ts'
import * as t from './messages.ts'
import type { LinkChange, NewPaymentLink } from './use-payment-links.ts'

/** What is typed, as it is typed, with the options of the invoices. */
export type LinkForm = OptionFieldValues & {
  title: string
  description: string
  currency: NonNullable<NewPaymentLink['currency']>
  kind: 'fixed' | 'free'
  amount: string
  minAmount: string
  maxAmount: string
  maxQuantity: string
  /** Amounts, with spaces between them. */
  tips: string
  askName: PaymentLink['askName']
  askEmail: PaymentLink['askEmail']
  askNote: PaymentLink['askNote']
  maxPayments: string
  /** A day, as the browser's own field gives it; the link ends when that day does. */
  lastDay: string
}
export type LinkProblems = FieldSentences<LinkForm>

export const formOf = (link: PaymentLink | undefined): LinkForm => ({
  title: link?.title ?? '',
  description: link?.description ?? '',
  currency: (link?.currency ?? 'USD') as LinkForm['currency'],
  kind: link && link.amount === null ? 'free' : 'fixed',
  amount: link?.amount ?? '',
  minAmount: link?.minAmount ?? '',
  maxAmount: link?.maxAmount ?? '',
  maxQuantity: String(link?.maxQuantity ?? 1),
  tips: (link?.tips ?? []).join(', '),
  askName: link?.askName ?? 'no',
  askEmail: link?.askEmail ?? 'no',
  askNote: link?.askNote ?? 'no',
  maxPayments: link?.maxPayments === null || link === undefined ? '' : String(link.maxPayments),
  lastDay: link?.expiresAt ? localDayOf(new Date(link.expiresAt)) : '',
  ...optionFieldsOf(link),
})

export const findLinkProblems = (form: LinkForm): LinkProblems => {
  const amounts = form.kind === 'fixed' ? (['amount'] as const) : (['minAmount', 'maxAmount'] as const)
  const problems: LinkProblems = {}
  if (!form.title.trim()) problems.title = t.titleMissing
  for (const name of amounts) {
    const needed = name === 'amount'
    if ((needed || form[name].trim()) && !isAmount(form[name], form.currency)) {
      problems[name] = t.amountInvalid
    }
  }
  const [min, max] = [findSats(plain(form.minAmount)), findSats(plain(form.maxAmount))]
  if (form.kind === 'free' && min && max && min > max) problems.maxAmount = t.maximumTooLow
  if (form.maxPayments.trim() && !/^[1-9]\d{0,5}$/.test(form.maxPayments.trim())) {
    problems.maxPayments = t.wholeNumber
  }
  const isQuantity = /^[1-9]\d{0,3}$/.test(form.maxQuantity.trim()) && Number(form.maxQuantity) <= mostQuantity
  if (form.kind === 'fixed' && !isQuantity) problems.maxQuantity = t.quantityInvalid
  const tips = tipsOf(form.tips)
  if (tips.length > mostTips || !tips.every((tip) => isAmount(tip, form.currency))) problems.tips = t.tipsInvalid
  return { ...problems, ...findOptionErrors(form, form.currency) }
}

/** Options that weren't touched stay as they are, and null removes one. */
export const toLinkChange = (before: LinkForm, form: LinkForm): LinkChange => ({
  ...toLink(form),
  ...toOptionChange(before, form),
})

export const toNewLink = (form: LinkForm): NewPaymentLink => ({ ...toLink(form), ...toOptions(form) })

const toLink = (form: LinkForm) => {
  const fixed = form.kind === 'fixed'
  const orNull = (text: string) => plain(text) || null
  return {
    title: form.title.trim(),
    description: form.description.trim() || null,
    currency: form.currency,
    amount: fixed ? plain(form.amount) : null,
    minAmount: fixed ? null : orNull(form.minAmount),
    maxAmount: fixed ? null : orNull(form.maxAmount),
    maxQuantity: fixed ? Number(form.maxQuantity) : 1,
    tips: tipsOf(form.tips),
    askName: form.askName,
    askEmail: form.askEmail,
    askNote: form.askNote,
    maxPayments: form.maxPayments.trim() ? Number(form.maxPayments) : null,
    expiresAt: form.lastDay ? new Date(`${form.lastDay}T23:59:59`).toISOString() : null,
  }
}

const tipsOf = (text: string) => text.split(/[\s,;]+/).filter((tip) => tip !== '')

/** People write commas and spaces in figures. */
const plain = (text: string) => text.replace(/[\s,]/g, '')

const isAmount = (text: string, currency: string) => {
  const figure = plain(text)
  return (
    /^\d{1,12}(\.\d{1,8})?$/.test(figure) &&
    (figure.split('.')[1] ?? '').length <= decimalsOf(currency) &&
    toSats(figure) > 0n
  )
}

const localDayOf = (at: Date) =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
