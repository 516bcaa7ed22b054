import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { LeverForm } from './lever-form.tsx'
import * as t from './messages.ts'
import { useLever } from './use-lever.ts'
import type { SandboxState } from './use-sandbox-state.ts'

/** Levers that stay where they are put, so that each says how it stands. */

export const AutomineLever = ({ seconds }: { seconds: number }) => (
  <LeverForm
    key={seconds}
    lever="automine"
    title={t.automine}
    sentence={seconds > 0 ? t.automineOn({ seconds: String(seconds) }) : t.automineOff}
    fields={[{ name: 'seconds', label: t.seconds, kind: 'whole', initial: String(seconds) }]}
    act={t.set}
    done={t.automineSet}
  />
)

const leaps = [
  { text: t.oneMinute, seconds: 60 },
  { text: t.fifteenMinutes, seconds: 15 * 60 },
  { text: t.oneHour, seconds: 3600 },
  { text: t.oneDay, seconds: 86_400 },
]

export const ClockLever = ({ now }: { now: number }) => {
  const pull = useLever('clock')
  return (
    <Standing title={t.clock} sentence={t.clockNow({ date: formatDateTime(new Date(now * 1000)) })}>
      {leaps.map(({ text, seconds }) => (
        <Button
          key={text}
          size="sm"
          onClick={() => pull.mutate({ body: { advanceSeconds: seconds }, done: t.clockMoved({ step: text }) })}
        >
          {text}
        </Button>
      ))}
    </Standing>
  )
}

export const RateLever = ({ usd, pinned, available }: { usd: string; pinned: boolean; available: boolean }) => {
  const pull = useLever('rate')
  return (
    <div className="lever-pair">
      <LeverForm
        lever="rate"
        title={t.rate}
        sentence={describeRate(available, pinned)({ price: formatUsd(usd) })}
        fields={[{ name: 'usd', label: t.ratePerBitcoin, placeholder: '108000' }]}
        act={t.fix}
        done={t.rateIsFixed}
      />
      <Button
        size="sm"
        onClick={() =>
          pull.mutate({
            body: { available: !available },
            done: available ? t.sourceRemoved : t.sourceRestored,
          })
        }
      >
        {available ? t.removeSource : t.restoreSource}
      </Button>
      {pinned && (
        <Button size="sm" onClick={() => pull.mutate({ body: { usd: null }, done: t.rateMoves })}>
          {t.unfix}
        </Button>
      )}
    </div>
  )
}

const describeRate = (available: boolean, pinned: boolean) => {
  if (!available) return t.rateMissing
  return pinned ? t.rateFixed : t.rateMoving
}

export const EngineLever = ({ down }: { down: boolean }) => {
  const pull = useLever('engine')
  return (
    <Standing
      title={t.btcpay}
      sentence={t.btcpayPurpose}
      badge={down ? <Badge shape="crossed">{t.down}</Badge> : <Badge shape="solid">{t.running}</Badge>}
    >
      <Button
        size="sm"
        busy={pull.isPending}
        onClick={() => pull.mutate({ body: { down: !down }, done: down ? t.btcpayBack : t.btcpayGone })}
      >
        {down ? t.bringBack : t.takeDown}
      </Button>
    </Standing>
  )
}

const mishaps = [
  { name: 'drop', text: t.drop, on: t.dropOn, off: t.dropOff },
  { name: 'duplicate', text: t.duplicate, on: t.duplicateOn, off: t.duplicateOff },
  { name: 'shuffle', text: t.shuffle, on: t.shuffleOn, off: t.shuffleOff },
] as const

export const WebhookLever = ({ webhooks }: { webhooks: SandboxState['levers']['webhooks'] }) => {
  const pull = useLever('webhooks')
  const { drop, duplicate, shuffle } = webhooks
  return (
    <Standing title={t.webhooks} sentence={t.webhooksPurpose({ count: String(webhooks.pending) })}>
      {mishaps.map(({ name, text, on, off }) => (
        <Button
          key={name}
          size="sm"
          aria-pressed={webhooks[name]}
          onClick={() =>
            pull.mutate({
              body: { drop, duplicate, shuffle, [name]: !webhooks[name] },
              done: webhooks[name] ? off : on,
            })
          }
        >
          {text}
        </Button>
      ))}
    </Standing>
  )
}

type StandingProps = { title: string; sentence: string; badge?: ReactNode; children: ReactNode }

const Standing = ({ title, sentence, badge, children }: StandingProps) => (
  <section className="lever min-w-0" aria-label={title}>
    <h3 className="across strong gap-2.5">
      {title} {badge}
    </h3>
    <p className="small muted">{sentence}</p>
    <div className="flex wraps gap-2 mt-3">{children}</div>
  </section>
)
