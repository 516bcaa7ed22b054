import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { LeverForm } from './lever-form.tsx'
import { useLever } from './use-lever.ts'
import type { SandboxState } from './use-sandbox-state.ts'

/** Levers that stay where they are put, so that each says how it stands. */

export const AutomineLever = ({ seconds }: { seconds: number }) => (
  <LeverForm
    key={seconds}
    lever="automine"
    title="Auto-mine"
    sentence={
      seconds > 0 ? `A block every ${seconds} seconds. 0 is off.` : 'Off. A block every so many seconds; 0 is off.'
    }
    fields={[{ name: 'seconds', label: 'Seconds', kind: 'whole', initial: String(seconds) }]}
    act="Set"
    done="Auto-mining is set."
  />
)

const leaps = [
  { text: '+1 minute', seconds: 60 },
  { text: '+15 minutes', seconds: 15 * 60 },
  { text: '+1 hour', seconds: 3600 },
  { text: '+1 day', seconds: 86_400 },
]

export const ClockLever = ({ now }: { now: number }) => {
  const pull = useLever('clock')
  return (
    <Standing
      title="Clock"
      sentence={`It is ${formatDateTime(new Date(now * 1000))}. Time can be turned forward only.`}
    >
      {leaps.map(({ text, seconds }) => (
        <Button
          key={text}
          size="sm"
          onClick={() => pull.mutate({ body: { advanceSeconds: seconds }, done: `The clock was turned: ${text}.` })}
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
        title="Rate"
        sentence={`1 BTC = ${formatUsd(usd)}, ${available ? (pinned ? 'held' : 'moving') : 'but BTCPay has no rate source'}.`}
        fields={[{ name: 'usd', label: 'Dollars for one bitcoin', placeholder: '108000' }]}
        act="Hold"
        done="The rate is held."
      />
      <Button
        size="sm"
        onClick={() =>
          pull.mutate({
            body: { available: !available },
            done: available ? 'BTCPay has no rate source.' : 'BTCPay has its rate source back.',
          })
        }
      >
        {available ? 'Take the rate source away' : 'Bring the rate source back'}
      </Button>
      {pinned && (
        <Button size="sm" onClick={() => pull.mutate({ body: { usd: null }, done: 'The rate moves again.' })}>
          Let it move again
        </Button>
      )}
    </div>
  )
}

export const EngineLever = ({ down }: { down: boolean }) => {
  const pull = useLever('engine')
  return (
    <Standing
      title="BTCPay"
      sentence="When it is away, its queue of webhooks is lost and payments go unseen."
      badge={down ? <Badge shape="crossed">Away</Badge> : <Badge shape="solid">Running</Badge>}
    >
      <Button
        size="sm"
        busy={pull.isPending}
        onClick={() => pull.mutate({ body: { down: !down }, done: down ? 'BTCPay is back.' : 'BTCPay has gone away.' })}
      >
        {down ? 'Bring it back' : 'Take it away'}
      </Button>
    </Standing>
  )
}

const mishaps = [
  { name: 'drop', text: 'Drop', done: 'lost' },
  { name: 'duplicate', text: 'Duplicate', done: 'sent twice' },
  { name: 'shuffle', text: 'Shuffle', done: 'sent in any order' },
] as const

export const WebhookLever = ({ webhooks }: { webhooks: SandboxState['levers']['webhooks'] }) => {
  const pull = useLever('webhooks')
  const { drop, duplicate, shuffle } = webhooks
  return (
    <Standing
      title="Webhooks"
      sentence={`What happens to BTCPay’s webhooks on their way. ${webhooks.pending} waiting to be sent.`}
    >
      {mishaps.map(({ name, text, done }) => (
        <Button
          key={name}
          size="sm"
          aria-pressed={webhooks[name]}
          onClick={() =>
            pull.mutate({
              body: { drop, duplicate, shuffle, [name]: !webhooks[name] },
              done: webhooks[name] ? `Webhooks are no longer ${done}.` : `Webhooks are now ${done}.`,
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
  <section className="lever" aria-label={title}>
    <h3>
      {title} {badge}
    </h3>
    <p>{sentence}</p>
    <div className="pulls">{children}</div>
  </section>
)
