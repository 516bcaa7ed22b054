import { type EventSubject, webhookEvents } from '@bitquay/contract/webhooks.events'
import * as t from './messages.ts'

/** The name of each group. A test event goes to one endpoint only, so nobody chooses it. */
const groupNames: Record<Exclude<EventSubject, 'endpoint'>, string> = {
  invoice: t.invoices,
  payment: t.payments,
  withdrawal: t.withdrawals,
  refund: t.refunds,
  paymentLink: t.paymentLinks,
  webhookEndpoint: t.webhookEndpoints,
}

type EventChoiceProps = { chosen: readonly string[]; onChange: (chosen: string[]) => void }

/** All of them, also those to come, or some by name. */
export const EventChoice = ({ chosen, onChange }: EventChoiceProps) => {
  const all = chosen.includes('*')
  const toggle = (type: string) =>
    onChange(chosen.includes(type) ? chosen.filter((other) => other !== type) : [...chosen, type])
  return (
    <fieldset className="event-choice">
      <legend>{t.events}</legend>
      <label className="check across gap-2.5 finger">
        <input type="checkbox" checked={all} onChange={() => onChange(all ? ['invoice.settled'] : ['*'])} />
        <span>{t.everyEvent}</span>
      </label>
      {!all && (
        <div className="groups stack mt-3">
          {Object.entries(groupNames).map(([subject, name]) => (
            <div key={subject}>
              <div className="stencil">{name}</div>
              {webhookEvents
                .filter(({ about }) => about === subject)
                .map(({ type }) => (
                  <label key={type} className="check across gap-2.5 finger">
                    <input type="checkbox" checked={chosen.includes(type)} onChange={() => toggle(type)} />
                    <span className="mono">{type}</span>
                  </label>
                ))}
            </div>
          ))}
        </div>
      )}
    </fieldset>
  )
}
