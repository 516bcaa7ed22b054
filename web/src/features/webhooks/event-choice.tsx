import { eventTypes } from '@bitquay/contract/webhooks'

/** What the events of each kind mean to a shop. */
const groups: { name: string; begins: string }[] = [
  { name: 'Invoices', begins: 'invoice.' },
  { name: 'Payments', begins: 'payment.' },
  { name: 'Withdrawals', begins: 'withdrawal.' },
  { name: 'Refunds', begins: 'refund.' },
]

type EventChoiceProps = { chosen: readonly string[]; onChange: (chosen: string[]) => void }

/** All of them, also those to come, or some by name. */
export const EventChoice = ({ chosen, onChange }: EventChoiceProps) => {
  const all = chosen.includes('*')
  const toggle = (type: string) =>
    onChange(chosen.includes(type) ? chosen.filter((other) => other !== type) : [...chosen, type])
  return (
    <fieldset className="event-choice">
      <legend>Events</legend>
      <label className="check">
        <input type="checkbox" checked={all} onChange={() => onChange(all ? ['invoice.settled'] : ['*'])} />
        <span>All events, also those that are added later</span>
      </label>
      {!all && (
        <div className="groups">
          {groups.map(({ name, begins }) => (
            <div key={begins}>
              <div className="stencil">{name}</div>
              {eventTypes
                .filter((type) => type.startsWith(begins))
                .map((type) => (
                  <label key={type} className="check">
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
