import { CircleCheck, CircleDollarSign, Megaphone, RefreshCw, ServerOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatAge, formatSince } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { useNow } from '../../lib/use-now.ts'
import { Block } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import './outage-card.css'
import * as t from './messages.ts'
import { type System, useCheckNow } from './use-system.ts'

type Alert = System['alerts'][number]
type Fact = { figure: string; what: string; detail: string | undefined }

/** An outage, whose cause has a card of its own: what follows from it, what is safe, and what to do. */
export const isOutage = ({ kind }: Alert) => kind === 'engine-down' || kind === 'price-missing'

export const OutageCard = ({ alert, system }: { alert: Alert; system: System }) => {
  const now = useNow()
  const check = useCheckNow()
  const isServer = alert.kind === 'engine-down'
  const engine = system.engines.find(({ id, name }) => (alert.subject === '' ? id === 1 : name === alert.subject))
  const Icon = isServer ? ServerOff : CircleDollarSign
  const since = { time: formatSince(alert.since, now), age: formatAge(alert.since, now) }
  const lists = isServer
    ? listsOfServer(engine, system)
    : listsOfPrice(system.engine.rateProblem === null, system.engine.reachable)
  return (
    <Card bare className="cause" aria-label={alert.title}>
      <div className="top stack auto-rest-auto at-top gap-y-1 gap-x-4">
        <Icon className="ico text-bad mt-0.5" aria-hidden="true" />
        <div>
          <h2 className="hull text-xl">{alert.title}</h2>
          <p className="muted mt-1">{isServer ? t.serverSince(since) : describeLastPrice(system.price, since, now)}</p>
        </div>
        <div className="acts flex gap-2">
          <ButtonLink to={portalPaths.admin.incidents} icon={<Megaphone className="ico" aria-hidden="true" />}>
            {t.postIncident}
          </ButtonLink>
          <Button
            variant="signal"
            busy={check.isPending}
            icon={<RefreshCw className="ico" aria-hidden="true" />}
            onClick={() => check.mutate(undefined)}
          >
            {t.tryNow}
          </Button>
        </div>
      </div>
      <div className="three stack ruled parted phone-single">
        <Answer title={t.follows}>
          <ul className="follows lined">
            {factsOf(alert, now).map(({ figure, what, detail }) => (
              <li className="stack on-baseline gap-3" key={what}>
                <b className="text-xl to-right">{figure}</b>
                <span>
                  {what}
                  {detail && <span className="block quiet small">{detail}</span>}
                </span>
              </li>
            ))}
          </ul>
        </Answer>
        <Answer title={t.isSafe}>
          <ul className="ticks">
            {lists.safe.map((line) => (
              <li className="stack auto-rest gap-2.5" key={line}>
                <CircleCheck className="s16 text-ok" aria-hidden="true" />
                <span>{line}</span>
              </li>
            ))}
          </ul>
        </Answer>
        <Answer title={t.toDo}>
          <ol className="nums">
            {lists.toDo.map((line) => (
              <li className="stack gap-2 breaks" key={line}>
                <span>{line}</span>
              </li>
            ))}
          </ol>
        </Answer>
      </div>
      {alert.affected.length > 0 && <Affected alert={alert} />}
      {isServer && <Happened alert={alert} now={now} />}
      <p className="told ruled muted small">
        {alert.toldAt ? t.emailed({ time: formatSince(alert.toldAt, now), title: alert.title }) : t.emailedSoon}
      </p>
    </Card>
  )
}

/** A folded list, because there may be many. */
const Affected = ({ alert: { affected, follows } }: { alert: Alert }) => {
  const count = follows.find(({ what }) => what === 'merchants')?.count ?? affected.length
  return (
    <details className="affected ruled">
      <summary className="small">{t.affected({ count })}</summary>
      <ul>
        {affected.map(({ merchantId, storeName }) => (
          <li key={merchantId}>
            <Link className="link" to={pathTo(portalPaths.admin.merchant, { merchantId })}>
              {storeName}
            </Link>
          </li>
        ))}
      </ul>
      {count > affected.length && (
        <p className="small muted">{t.affectedFirst({ count: formatCount(affected.length) })}</p>
      )}
    </details>
  )
}

/** What is known of the outage so far, in its order. Its end is drawn dashed. */
const Happened = ({ alert: { firstFailureAt, since, toldAt }, now }: { alert: Alert; now: Date }) => {
  const steps = [
    ...(firstFailureAt === null ? [] : [{ what: t.firstFailure, at: firstFailureAt }]),
    { what: t.markedDown, at: since },
    ...(toldAt === null ? [] : [{ what: t.adminsEmailed, at: toldAt }]),
  ]
  return (
    <section className="happened ruled">
      <h3 className="stencil">{t.happened}</h3>
      <ol className="stack gap-y-3 gap-x-6">
        {steps.map(({ what, at }) => (
          <li className="stack auto-rest middle gap-2.5 gap-y-0" key={what}>
            <Block shape="solid" />
            <b className="medium">{what}</b>
            <time className="small muted" dateTime={at}>
              {formatSince(at, now)}
            </time>
          </li>
        ))}
        <li className="stack auto-rest middle gap-2.5 gap-y-0">
          <Block shape="dashed" />
          <b className="medium">{t.backOnline}</b>
          <span className="small muted">{toldAt === null ? t.adminsEmailedSoon : t.toldAutomatically}</span>
        </li>
      </ol>
    </section>
  )
}

const Answer = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="stencil">{title}</h3>
    {children}
  </section>
)

const factsOf = ({ kind, follows }: Alert, now: Date): Fact[] => [
  ...(kind === 'price-missing' ? [{ figure: t.all, what: t.dollarSends, detail: t.priceAgeLimit }] : []),
  ...[...follows].sort((a, b) => b.count - a.count).map((follow) => toFact(follow, now)),
]

const toFact = ({ what, count, amountUsd, since }: Alert['follows'][number], now: Date): Fact => {
  const figure = formatCount(count)
  switch (what) {
    case 'merchants':
      return { figure, what: t.cantCreate({ count }), detail: undefined }
    case 'sends': {
      const detail =
        amountUsd !== null && since !== null
          ? t.heldSince({ amount: formatUsd(amountUsd), age: formatAge(since, now) })
          : undefined
      return { figure, what: t.sendsWait({ count }), detail }
    }
    case 'stores':
      return { figure, what: t.storesOverdue({ count }), detail: t.underWay }
    case 'emails':
      return { figure, what: t.emailsWait({ count }), detail: undefined }
    case 'old-figures':
      return { figure, what: t.oldFigures({ count }), detail: undefined }
  }
}

const listsOfServer = (engine: System['engines'][number] | undefined, { engines }: System) => ({
  safe: [t.safePayments, t.safeSends, t.safeLedger, ...(engines.length > 1 ? [t.safeOthers] : [])],
  toDo: [t.openServer({ url: engine?.url ?? '' }), t.checkServer, t.postLater],
})

/** Whether new invoices work depends on the rate of the payment server. */
const listsOfPrice = (hasRate: boolean, isReachable: boolean) => ({
  safe: [...(hasRate && isReachable ? [t.safeInvoices] : []), t.safeOpenInvoices, t.safeBitcoin],
  toDo: [t.checkInternet, t.checkClock, t.waitForSources],
})

const describeLastPrice = ({ usd, at }: System['price'], since: { time: string; age: string }, now: Date): string =>
  usd === null || at === null
    ? t.neverPrice(since)
    : t.lastPrice({ age: formatAge(at, now), price: formatUsd(usd), time: formatSince(at, now) })
