import type { LinkAttempt } from '@bitquay/contract/checkout.pages'
import { decimalsOf } from '@bitquay/contract/money'
import type { PublicLink } from '@bitquay/contract/payment-links'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { Price } from '../../../frame/price.tsx'
import { LanguageMenu } from '../../../frame/shop-page/language-menu.tsx'
import { BlankPage, ContactShop, ShopPage } from '../../../frame/shop-page/shop-page.tsx'
import { formatPrice, signOf } from '../../../lib/format-price.ts'
import { pageLanguage } from '../../../lib/language.ts'
import { servedMode } from '../../../lib/mode.ts'
import { ShopTile } from '../../../ui/shop-frame.tsx'
import * as t from './messages.ts'

type LinkPageProps = { link: PublicLink | null; attempt: LinkAttempt }

/** The page of a payment link: a form that needs no script. Only the server draws it. */
export const LinkPage = ({ link, attempt }: LinkPageProps) => (
  <ShopPage
    shop={link}
    about={t.paymentLink}
    isSandbox={servedMode() === 'sandbox'}
    menu={<LanguageMenu />}
    aside={link && <ContactShop shop={link} />}
  >
    {link ? (
      <main className="shop-page">
        <Story link={link} />
        {link.status === 'active' ? <LinkForm link={link} attempt={attempt} /> : <Closed status={link.status} />}
      </main>
    ) : (
      <BlankPage title={t.notFound} />
    )}
  </ShopPage>
)

const Story = ({ link }: { link: PublicLink }) => (
  <section className="story">
    <h1 className="hull">{link.title}</h1>
    {link.description && <p className="lead">{link.description}</p>}
    <div className="stand" aria-hidden="true">
      <div className="not-yet">
        <ShopTile name={link.storeName} logoUrl={link.brand.logoUrl} />
        {link.status === 'active' ? t.paymentGoesHere : t.nothingToPay}
      </div>
    </div>
  </section>
)

const Closed = ({ status }: { status: Exclude<PublicLink['status'], 'active'> }) => (
  <div className="form-card">
    <p role="note">{{ paused: t.paused, expired: t.expired, 'used-up': t.usedUp }[status]}</p>
  </div>
)

const LinkForm = ({ link, attempt }: { link: PublicLink; attempt: LinkAttempt }) => (
  <form className="form-card" method="post" action={attempt.action} noValidate>
    {link.amount === null ? (
      <Amount link={link} attempt={attempt} />
    ) : (
      <p className="you-pay flex wraps on-baseline between gap-y-1 gap-x-4">
        <span className="strong">{t.youPay}</span>
        <span className="money">
          <Price amount={link.amount} currency={link.currency} language={pageLanguage()} />
        </span>
      </p>
    )}
    <Field name="name" label={t.yourName} asked={link.askName} attempt={attempt} autoComplete="name" maxLength={120} />
    <Field
      name="email"
      label={t.yourEmail}
      asked={link.askEmail}
      attempt={attempt}
      type="email"
      inputMode="email"
      autoComplete="email"
      maxLength={254}
    />
    {attempt.problem && attempt.problem.path === undefined && <Problem id="problem">{attempt.problem.message}</Problem>}
    <input type="hidden" name="token" value={attempt.token} />
    <button className="btn btn--signal" type="submit" data-busy={t.oneMoment}>
      {link.amount === null ? t.toPayment : t.payPrice({ price: write(link.amount, link) })}
    </button>
    <p className="hint how">{t.priceLocks}</p>
  </form>
)

const write = (amount: string, { currency }: PublicLink) => formatPrice(amount, currency, pageLanguage())

const Amount = ({ link, attempt: { values, problem } }: { link: PublicLink; attempt: LinkAttempt }) => {
  const sign = signOf(link.currency)
  const hint = describeBounds(link)
  const wrong = problem?.path === 'amount' ? problem.message : undefined
  return (
    <div className="field">
      <label htmlFor="amount">{t.amountIn({ currency: link.currency })}</label>
      <div className="affix" data-sign={sign.length}>
        <span className="pre" aria-hidden="true">
          {sign}
        </span>
        <input
          className="input input--money"
          id="amount"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          maxLength={21}
          placeholder={decimalsOf(link.currency) === 0 ? '0' : '0.00'}
          defaultValue={values.amount ?? ''}
          required
          aria-describedby={[wrong && 'amount-error', hint && 'amount-hint'].filter(Boolean).join(' ') || undefined}
          {...markWrong(wrong)}
        />
      </div>
      {wrong && <Problem id="amount-error">{wrong}</Problem>}
      {hint && (
        <p className="hint" id="amount-hint">
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

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  name: 'name' | 'email'
  label: string
  asked: PublicLink['askName']
  attempt: LinkAttempt
}

const Field = ({ name, label, asked, attempt: { values, problem }, ...input }: FieldProps) => {
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
        defaultValue={values[name] ?? ''}
        required={asked === 'required'}
        aria-describedby={wrong && `${name}-error`}
        {...markWrong(wrong)}
      />
      {wrong && <Problem id={`${name}-error`}>{wrong}</Problem>}
    </div>
  )
}

const markWrong = (wrong: string | undefined) => (wrong ? { 'aria-invalid': true, autoFocus: true } : {})

const Problem = ({ id, children }: { id: string; children: ReactNode }) => (
  <p className="err" id={id} role="alert">
    {children}
  </p>
)
