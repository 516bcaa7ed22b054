import type { LinkAttempt, LinkField } from '@bitquay/contract/checkout.pages'
import { decimalsOf } from '@bitquay/contract/money'
import type { PublicLink } from '@bitquay/contract/payment-links'
import { computeLinkSum } from '@bitquay/contract/payment-links.amounts'
import { readAmount } from '@bitquay/contract/read-amount'
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useState } from 'react'
import { Price } from '../../../frame/price.tsx'
import { formatPrice, signOf } from '../../../lib/format-price.ts'
import { pageLanguage } from '../../../lib/language.ts'
import { MinusIcon, PlusIcon } from '../../../ui/shop-icons.tsx'
import { WithoutScript } from '../../../ui/without-script.tsx'
import * as t from './messages.ts'

type Values = LinkAttempt['values']
type Filled = {
  link: PublicLink
  values: Values
  problem: LinkAttempt['problem']
  set: (name: LinkField, value: string) => void
}

/** The server adds up what was entered once more, and only its sum counts. */
export const PayForm = ({ link, attempt }: { link: PublicLink; attempt: LinkAttempt }) => {
  const [values, setValues] = useState<Values>(attempt.values)
  const [isBusy, setIsBusy] = useState(false)
  const set = (name: LinkField, value: string) => setValues((before) => ({ ...before, [name]: value }))
  const entered = { values, problem: attempt.problem, set }
  const filled: Filled = { link, ...entered }
  const send = (event: FormEvent) => {
    // A nervous finger never sends twice.
    if (isBusy) event.preventDefault()
    setIsBusy(true)
  }
  const hasSum = link.amount !== null && (link.maxQuantity > 1 || link.tips.length > 0)
  return (
    <form
      className="form-card"
      method="post"
      action={attempt.action}
      noValidate
      onSubmit={send}
      aria-busy={isBusy || undefined}
    >
      {link.amount === null && <Amount {...filled} />}
      {link.maxQuantity > 1 && <Quantity {...filled} />}
      {link.tips.length > 0 && <Tip {...filled} />}
      <Field {...entered} name="name" label={t.yourName} asked={link.askName} autoComplete="name" maxLength={120} />
      <Field
        {...entered}
        name="email"
        label={t.yourEmail}
        asked={link.askEmail}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
      />
      <Field {...entered} name="note" label={t.noteToShop} asked={link.askNote} autoComplete="off" maxLength={300} />
      {attempt.problem && attempt.problem.path === undefined && (
        <Problem id="problem">{attempt.problem.message}</Problem>
      )}
      <input type="hidden" name="token" value={attempt.token} />
      {hasSum && <Sum link={link} values={values} />}
      {link.amount !== null && !hasSum && (
        <p className="you-pay flex wraps on-baseline between gap-y-1 gap-x-4">
          <span className="strong">{t.youPay}</span>
          <span className="money">
            <Price amount={link.amount} currency={link.currency} language={pageLanguage()} />
          </span>
        </p>
      )}
      <button className="btn btn--signal" type="submit">
        {isBusy ? t.oneMoment : <SendWords link={link} values={values} hasSum={hasSum} />}
      </button>
      <p className="hint how">{t.priceLocks}</p>
    </form>
  )
}

/** Without a script nothing adds up while the form is filled in, so the button names no sum. */
const SendWords = ({ link, values, hasSum }: { link: PublicLink; values: Values; hasSum: boolean }) => {
  const total = link.amount === null ? undefined : sumOf(link, values)?.total
  const words = total === undefined ? t.toPayment : t.payPrice({ price: write(total, link) })
  if (!hasSum) return words
  return (
    <>
      <span className="with-script">{words}</span>
      <WithoutScript>{t.toPayment}</WithoutScript>
    </>
  )
}

/** Undefined while what is entered can't be added up. */
const sumOf = (link: PublicLink, { quantity = '1', tip, otherTip = '' }: Values) => {
  const count = /^\d{1,4}$/.test(quantity.trim()) ? Number(quantity) : 0
  if (count < 1 || count > link.maxQuantity) return undefined
  const typed = tip === 'other' ? readAmount(otherTip, link.currency, pageLanguage()) : tip
  return computeLinkSum({
    currency: link.currency,
    amount: link.amount ?? '0',
    quantity: count,
    tip: typed || undefined,
  })
}

const write = (amount: string, { currency }: PublicLink) => formatPrice(amount, currency, pageLanguage())

const Sum = ({ link, values }: { link: PublicLink; values: Values }) => {
  const sum = sumOf(link, values)
  if (!sum) return null
  const { currency } = link
  const price = (amount: string) => <Price amount={amount} currency={currency} language={pageLanguage()} />
  return (
    <dl className="sum with-script">
      {link.maxQuantity > 1 && (
        <div>
          <dt>{t.timesPrice({ count: values.quantity?.trim() ?? '1', price: write(link.amount ?? '0', link) })}</dt>
          <dd>{price(sum.subtotal)}</dd>
        </div>
      )}
      {link.tips.length > 0 && (
        <div>
          <dt>{t.tip}</dt>
          <dd>{price(sum.tip)}</dd>
        </div>
      )}
      <div className="total" aria-live="polite">
        <dt>{t.youPay}</dt>
        <dd>{price(sum.total)}</dd>
      </div>
    </dl>
  )
}

const Quantity = ({ link, values, problem, set }: Filled) => {
  const wrong = problem?.path === 'quantity' ? problem.message : undefined
  const entered = values.quantity ?? '1'
  const count = /^\d{1,4}$/.test(entered.trim()) ? Number(entered) : 1
  const step = (by: number) => set('quantity', String(Math.min(link.maxQuantity, Math.max(1, count + by))))
  return (
    <div className="field">
      <div className="across between gap-4">
        <div>
          <label htmlFor="quantity">{t.quantity}</label>
          <p className="hint">{t.priceEach({ price: write(link.amount ?? '0', link) })}</p>
        </div>
        <span className="quantity">
          <button type="button" aria-label={t.oneLess} disabled={count <= 1} onClick={() => step(-1)}>
            <MinusIcon />
          </button>
          <input
            id="quantity"
            name="quantity"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={entered}
            onChange={({ currentTarget }) => set('quantity', currentTarget.value)}
            {...markWrong('quantity', wrong)}
          />
          <button type="button" aria-label={t.oneMore} disabled={count >= link.maxQuantity} onClick={() => step(1)}>
            <PlusIcon />
          </button>
        </span>
      </div>
      {wrong && <Problem id="quantity-error">{wrong}</Problem>}
    </div>
  )
}

const Tip = ({ link, values, problem, set }: Filled) => {
  const wrong = problem?.path === 'tip' ? problem.message : undefined
  const choices = [
    { value: '', text: t.noTip },
    ...link.tips.map((value) => ({ value, text: write(value, link) })),
    { value: 'other', text: t.otherTip },
  ]
  return (
    <fieldset className="field tip">
      <legend className="legend">
        {t.addTip} <span className="opt">{t.optional}</span>
      </legend>
      <div className="choices">
        {choices.map(({ value, text }) => (
          <label key={value}>
            <input
              className="sr-only"
              type="radio"
              name="tip"
              value={value}
              checked={(values.tip ?? '') === value}
              onChange={() => set('tip', value)}
            />
            <span className="centered">{text}</span>
          </label>
        ))}
      </div>
      <MoneyField
        name="otherTip"
        label={t.tipIn({ currency: link.currency })}
        link={link}
        value={values.otherTip}
        set={set}
        wrong={wrong}
      />
    </fieldset>
  )
}

const Amount = ({ link, values, problem, set }: Filled) => (
  <MoneyField
    name="amount"
    label={t.amountIn({ currency: link.currency })}
    link={link}
    value={values.amount}
    set={set}
    wrong={problem?.path === 'amount' ? problem.message : undefined}
    hint={describeBounds(link)}
    isRequired
  />
)

type MoneyFieldProps = Pick<Filled, 'link' | 'set'> & {
  name: 'amount' | 'otherTip'
  label: string
  value: string | undefined
  wrong: string | undefined
  hint?: string
  isRequired?: boolean
}

const MoneyField = ({ name, label, link, value, set, wrong, hint, isRequired = false }: MoneyFieldProps) => {
  const sign = signOf(link.currency)
  return (
    <div className="field own">
      <label htmlFor={name}>{label}</label>
      <div className="affix" data-sign={sign.length}>
        <span className="pre" aria-hidden="true">
          {sign}
        </span>
        <input
          className="input input--money"
          id={name}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          maxLength={21}
          placeholder={decimalsOf(link.currency) === 0 ? '0' : '0.00'}
          value={value ?? ''}
          onChange={({ currentTarget }) => set(name, currentTarget.value)}
          required={isRequired}
          {...markWrong(name, wrong, hint && `${name}-hint`)}
        />
      </div>
      {wrong && <Problem id={`${name}-error`}>{wrong}</Problem>}
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

const describeBounds = (link: PublicLink) => {
  const { minAmount, maxAmount } = link
  if (minAmount !== null && maxAmount !== null)
    return t.between({ min: write(minAmount, link), max: write(maxAmount, link) })
  if (minAmount !== null) return t.atLeast({ min: write(minAmount, link) })
  return maxAmount === null ? '' : t.atMost({ max: write(maxAmount, link) })
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> &
  Omit<Filled, 'link'> & { name: 'name' | 'email' | 'note'; label: string; asked: PublicLink['askName'] }

const Field = ({ name, label, asked, values, problem, set, ...input }: FieldProps) => {
  if (asked === 'no') return null
  const wrong = problem?.path === name ? problem.message : undefined
  return (
    <div className="field">
      <div className="lab">
        <label htmlFor={name}>
          {label}
          {asked === 'optional' && (
            <>
              {' '}
              <span className="opt">{t.optional}</span>
            </>
          )}
        </label>
      </div>
      <input
        className="input"
        id={name}
        name={name}
        {...input}
        value={values[name] ?? ''}
        onChange={({ currentTarget }) => set(name, currentTarget.value)}
        required={asked === 'required'}
        {...markWrong(name, wrong)}
      />
      {wrong && <Problem id={`${name}-error`}>{wrong}</Problem>}
    </div>
  )
}

const markWrong = (name: LinkField, wrong: string | undefined, hintId?: string) => ({
  'aria-describedby': [wrong && `${name}-error`, hintId].filter(Boolean).join(' ') || undefined,
  ...(wrong ? { 'aria-invalid': true, autoFocus: true } : {}),
})

const Problem = ({ id, children }: { id: string; children: ReactNode }) => (
  <p className="err" id={id} role="alert">
    {children}
  </p>
)
