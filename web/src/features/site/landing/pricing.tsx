import { paths } from '../../../frame/screens.ts'
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
      <div className="site pricing">
        <div>
          <h2 className="hull band-title">
            <Prose text={headline[0] ?? ''} />
            <br />
            <Prose text={headline[1] ?? ''} />
          </h2>
          <p className="band-lead">{pricing.lead}</p>
          <ul className="pricing-lines">
            {pricing.lines.map(([figure = '', words]) => (
              <li key={words}>
                <span className="money">
                  <Prose text={figure} />
                </span>
                <span>{words}</span>
              </li>
            ))}
          </ul>
          <ButtonLink to={paths.getStarted} variant="signal" size="lg">
            Get Started Today
          </ButtonLink>
        </div>
        <figure className="card hundred">
          <figcaption>
            <span className="strong">A $100.00 payment</span>
            <span className="small quiet">one container = $1.00</span>
          </figcaption>
          <Hundred schedule={fees.data?.current} />
          <div className="hundred-note">
            {fees.isError ? (
              <>
                <span>The fee schedule could not be read just now.</span>
                <Button variant="line" size="sm" onClick={() => void fees.refetch()}>
                  Try Again
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
  const meaning = dollars
    ? `$${dollars.kept} stay with you, $${dollars.platform} are the platform fee, $${dollars.partners} go to partners`
    : 'The fee schedule is not known yet'
  return (
    <>
      <div className="lot" role="img" aria-label={meaning}>
        {rowsFromTheTop(containers).map(({ parts, place }) => (
          <i key={place}>
            {parts.map(({ owner, mils }) => (
              <span key={owner} className={owner} style={{ flexGrow: mils }} />
            ))}
          </i>
        ))}
      </div>
      <dl className="lot-legend">
        <Share owner="kept" words="yours" dollars={dollars?.kept} />
        <Share owner="platform" words="platform fee" dollars={dollars?.platform} />
        <Share owner="partners" words="partners" dollars={dollars?.partners} />
      </dl>
    </>
  )
}

const Share = ({ owner, words, dollars }: { owner: string; words: string; dollars: string | undefined }) => (
  <div>
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
  return (
    <span>
      From {formatDate(next.effectiveFrom)}: {depositFee} on payments received, {withdrawalFee} on withdrawals.
    </span>
  )
}

const unknownLot: Container[] = Array.from({ length: 100 }, () => [])

/** The first container lies at the bottom left; the page is written from the top. */
const rowsFromTheTop = (containers: Container[]) =>
  containers
    .map((parts, place) => ({ parts, place }))
    .sort((a, b) => Math.floor(b.place / 20) - Math.floor(a.place / 20) || a.place - b.place)
