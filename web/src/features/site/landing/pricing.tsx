import { paths } from '../../../frame/screens.ts'
import * as t from '../messages.ts'
import './pricing.css'
import type { FeeSchedule } from '@bitquay/contract/fees'
import { pricing } from '../../../content/landing.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Usd } from '../../../ui/figures.tsx'
import { useFees } from '../../fees/index.ts'
import { type Container, feeFigures, hundredContainers, hundredDollars } from '../fee-figures.ts'
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
        </div>
        <figure className="card hundred">
          <figcaption className="flex on-baseline between gap-4">
            <span className="strong">{t.hundredTitle}</span>
            <span className="small quiet">{t.hundredScale}</span>
          </figcaption>
          <Hundred schedule={fees.data?.current} />
          <div className="hundred-note cluster small muted gap-y-2 gap-x-3">
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

/** The lot is drawn open while the schedule is not known: the place is held and nothing is claimed. */
const Hundred = ({ schedule }: { schedule: FeeSchedule | undefined }) => {
  const dollars = schedule && hundredDollars(schedule)
  const containers = schedule ? hundredContainers(schedule) : unknownLot
  const meaning = dollars ? t.hundredMeaning(dollars) : t.feesUnknown
  return (
    <>
      <div className="lot stack" role="img" aria-label={meaning}>
        {rowsFromTheTop(containers).map(({ parts, place }) => (
          <i className="flex" key={place}>
            {parts.map(({ owner, mils }) => (
              <span key={owner} className={owner} style={{ flexGrow: mils }} />
            ))}
          </i>
        ))}
      </div>
      <dl className="lot-legend stack between gap-4">
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

const unknownLot: Container[] = Array.from({ length: 100 }, () => [])

/** The first container lies at the bottom left; the page is written from the top. */
const rowsFromTheTop = (containers: Container[]) =>
  containers
    .map((parts, place) => ({ parts, place }))
    .sort((a, b) => Math.floor(b.place / 20) - Math.floor(a.place / 20) || a.place - b.place)
