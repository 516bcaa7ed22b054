import { CreditCard } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { pricing } from '../../../content/landing.ts'
import { pricingMeta, pricingPage } from '../../../content/pricing.ts'
import { paths } from '../../../frame/screens.ts'
import { formatPercent } from '../../../lib/format-number.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Usd } from '../../../ui/figures.tsx'
import { formatUsd } from '../../../ui/money-text.ts'
import { useFees } from '../../fees/index.ts'
import { CallPanel } from '../call-panel.tsx'
import { Lot } from '../lot.tsx'
import * as t from '../messages.ts'
import { card, monthlyCost, readCents, writeDollars } from '../monthly-cost.ts'
import { Prose } from '../prose.tsx'
import { SiteFrame } from '../site-frame.tsx'
import '../prices.css'

const PricingPage = () => {
  const fees = useFees()
  const headline = fees.isError ? pricing.headlineWithoutFigures : pricing.headline
  return (
    <SiteFrame path={paths.pricing} meta={pricingMeta}>
      <div className="site prices">
        <header>
          <h1 className="hull">
            <Prose text={headline[0] ?? ''} />
            <br />
            <Prose text={headline[1] ?? ''} />
          </h1>
          <p className="text-lg muted">{pricingPage.lead}</p>
        </header>
        <Calculator />
        <div className="prices-three stack gap-4">
          {pricingPage.figures.map(({ name, figure, text }) => (
            <section className="card" key={name}>
              <h2 className="stencil">{name}</h2>
              <div className="money">
                <Prose text={figure} />
              </div>
              <p className="muted">{text}</p>
            </section>
          ))}
        </div>
        <section className="prices-questions">
          <h2 className="hull">{pricingPage.questionsTitle}</h2>
          {pricingPage.questions.map(({ question, answer }) => (
            <details key={question}>
              <summary className="strong text-base">{question}</summary>
              <p className="muted">
                <Prose text={answer} />
              </p>
            </details>
          ))}
        </section>
      </div>
      <CallPanel title={pricingPage.callToAction.title} text={pricingPage.callToAction.text}>
        <ButtonLink to={paths.getStarted} variant="signal" size="lg">
          {t.getStartedToday}
        </ButtonLink>
      </CallPanel>
    </SiteFrame>
  )
}

const Calculator = () => {
  const fees = useFees()
  const schedule = fees.data?.current
  const [sales, setSales] = useState('4,000')
  const [average, setAverage] = useState('9.00')
  const salesCents = readCents(sales)
  const cost = schedule && monthlyCost({ salesCents, averageCents: readCents(average) }, schedule)
  return (
    <section className="card prices-sum" aria-label={t.calculator}>
      <div className="stack gap-5">
        <Dollars
          label={t.salesPerMonth}
          value={sales}
          onChange={setSales}
          range={{ min: 100, max: 50_000, step: 100 }}
        />
        <Dollars label={t.averagePayment} value={average} onChange={setAverage} range={{ min: 1, max: 200, step: 1 }} />
        {fees.isError && (
          <p className="small muted">
            {t.feesNotLoaded}{' '}
            <Button variant="line" size="sm" onClick={() => void fees.refetch()}>
              {t.tryAgain}
            </Button>
          </p>
        )}
        {cost && (
          <div className="notice">
            <CreditCard className="ico" aria-hidden="true" />
            <p>{compare(cost)}</p>
          </div>
        )}
      </div>
      <div>
        <h2 className="stencil">{t.keepPerMonth}</h2>
        <div className="money prices-kept" aria-live="polite">
          <Usd amount={cost && writeDollars(cost.kept)} />
        </div>
        <Lot schedule={schedule} />
        <p className="small quiet">{t.percentScale}</p>
        <dl>
          <Line name={t.yourSales} cents={salesCents} />
          <Line
            name={<Key owner="platform" words={t.platformFeeOf} percent={schedule?.platformFeePercent} />}
            cents={cost && -cost.platform}
          />
          <Line
            name={<Key owner="partners" words={t.partnerFeeOf} percent={schedule?.partnerPoolPercent} />}
            cents={cost && -cost.partners}
          />
          <Line name={<span className="strong">{t.youKeep}</span>} cents={cost?.kept} />
        </dl>
      </div>
    </section>
  )
}

type DollarsProps = {
  label: string
  value: string
  onChange: (value: string) => void
  range: { min: number; max: number; step: number }
}

/** An amount to type or to drag. */
const Dollars = ({ label, value, onChange, range }: DollarsProps) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="affix">
        <span className="pre">$</span>
        <input
          className="input input--money"
          id={id}
          inputMode="decimal"
          maxLength={12}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <input
        type="range"
        aria-label={label}
        {...range}
        value={readCents(value) / 100}
        onChange={(event) => onChange(Number(event.target.value).toLocaleString('en-US'))}
      />
    </div>
  )
}

const Line = ({ name, cents }: { name: ReactNode; cents: number | undefined }) => (
  <div className="flex between">
    <dt>{name}</dt>
    <dd>
      <Usd amount={cents === undefined ? undefined : writeDollars(cents)} />
    </dd>
  </div>
)

type KeyProps = { owner: string; words: typeof t.platformFeeOf; percent: number | undefined }

const Key = ({ owner, words, percent }: KeyProps) => (
  <>
    <span className={`lot-key ${owner}`} aria-hidden="true" />
    {words({ percent: percent === undefined ? '—' : formatPercent(percent) })}
  </>
)

/** The honest comparison: it also says when a card costs less. */
const compare = (cost: ReturnType<typeof monthlyCost>) => {
  const amounts = {
    percent: formatPercent(card.percent),
    each: formatUsd(writeDollars(card.eachCents)),
    card: formatUsd(writeDollars(cost.card)),
    fee: formatUsd(writeDollars(cost.fee)),
    difference: formatUsd(writeDollars(Math.abs(cost.card - cost.fee))),
  }
  if (cost.fee <= cost.card || cost.cardsCheaperAbove === undefined) return t.cheaperThanCards(amounts)
  return t.dearerThanCards({ ...amounts, above: formatUsd(writeDollars(cost.cardsCheaperAbove)) })
}

export default PricingPage
