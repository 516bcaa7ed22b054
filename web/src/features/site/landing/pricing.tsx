import { paths } from '../../../frame/screens.ts'
import * as t from '../messages.ts'
import './pricing.css'
import type { FeeSchedule } from '@bitquay/contract/fees'
import { pricing } from '../../../content/landing.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Usd } from '../../../ui/figures.tsx'
import { useFees } from '../../fees/index.ts'
import { feeFigures, hundredDollars } from '../fee-figures.ts'
import { Lot } from '../lot.tsx'
import { Prose } from '../prose.tsx'

export const Pricing = () => {
  const fees = useFees()
  const headline = fees.isError ? pricing.headlineWithoutFigures : pricing.headline
  return (
    <section className="band" id="pricing">
      <div className="site pricing stack middle">
        <div>
          <h2 className="hull band-title">
            <Prose text={headline[0] ?? ''} />
            <br />
            <Prose text={headline[1] ?? ''} />
          </h2>
          <p className="band-lead text-lg muted">{pricing.lead}</p>
          <ul className="pricing-lines stack gap-3">
            {pricing.lines.map(([figure = '', words]) => (
              <li className="stack on-baseline gap-3" key={words}>
                <span className="money">
                  <Prose text={figure} />
                </span>
                <span>{words}</span>
              </li>
            ))}
          </ul>
          <ButtonLink to={paths.getStarted} variant="signal" size="lg">
            {t.getStartedToday}
          </ButtonLink>
          <ButtonLink to={paths.pricing} variant="ghost" size="lg">
            {t.seePricing}
          </ButtonLink>
        </div>
        <figure className="card hundred">
          <figcaption className="flex on-baseline between gap-4">
            <span className="strong">{t.hundredTitle}</span>
            <span className="small quiet">{t.hundredScale}</span>
          </figcaption>
          <Hundred schedule={fees.data?.current} />
          <div className="hundred-note cluster small muted gap-y-2 gap-x-3 mt-4">
            {fees.isError ? (
              <>
                <span>{t.feesNotLoaded}</span>
                <Button variant="line" size="sm" onClick={() => void fees.refetch()}>
                  {t.tryAgain}
                </Button>
              </>
            ) : fees.data?.next ? (
              <Announced next={fees.data.next} />
            ) : (
              pricing.note
            )}
          </div>
        </figure>
      </div>
    </section>
  )
}

const Hundred = ({ schedule }: { schedule: FeeSchedule | undefined }) => {
  const dollars = schedule && hundredDollars(schedule)
  return (
    <>
      <Lot schedule={schedule} />
      <dl className="lot-legend stack between gap-4 mt-5">
        <Share owner="kept" words={t.yours} dollars={dollars?.kept} />
        <Share owner="platform" words={t.platformFee} dollars={dollars?.platform} />
        <Share owner={t.partners} words={t.partners} dollars={dollars?.partners} />
      </dl>
    </>
  )
}

const Share = ({ owner, words, dollars }: { owner: string; words: string; dollars: string | undefined }) => (
  <div className="flex">
    <dt className="small muted">
      <span className={`lot-key ${owner}`} aria-hidden="true" />
      {words}
    </dt>
    <dd className="money">
      <Usd amount={dollars} />
    </dd>
  </div>
)

const Announced = ({ next }: { next: FeeSchedule }) => {
  const { depositFee, withdrawalFee } = feeFigures(next)
  return <span>{t.feesFrom({ date: formatDate(next.effectiveFrom), depositFee, withdrawalFee })}</span>
}
