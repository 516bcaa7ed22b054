import type { Report } from '@bitquay/contract/tills.reports'
import { formatPrice, signOf } from '../../lib/format-price.ts'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import * as t from './messages.ts'

/** What was sold in each hour of the day, from the first to the last that has sales. */
export const HourBars = ({ report: { rows, currency } }: { report: Report }) => {
  const hours = fill(rows.map(({ name, items }) => ({ hour: Number(name), items })))
  // Only for the height of a bar.
  const most = Math.max(...hours.map(({ items }) => Number(items)), 0)
  const busiest = hours.find(({ items }) => most > 0 && Number(items) === most)
  return (
    <Card title={t.byHour} aria-label={t.byHour} note={busiest && t.busiest({ hour: nameOf(busiest.hour) })}>
      <ol className="hour-bars flex">
        {hours.map(({ hour, items }, place) => (
          <li key={hour} className={classNames('column', hour === busiest?.hour && 'most')}>
            <span
              className="bar column"
              title={t.hourTitle({ hour: nameOf(hour), amount: formatPrice(items, currency) })}
            >
              <b className="tiny">{shorten(items, currency)}</b>
              <i
                className={Number(items) > 0 ? undefined : 'zero'}
                style={{ blockSize: `${most === 0 ? 0 : Math.max(Math.round((Number(items) / most) * 100), 0)}%` }}
              />
            </span>
            <small className={classNames('tiny muted', hours.length > 12 && hour % 3 > 0 && 'only-desk')}>
              {labelOf(hour, place)}
            </small>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const fill = (hours: { hour: number; items: string }[]) => {
  const [first, last] = [hours[0]?.hour ?? 0, hours.at(-1)?.hour ?? -1]
  return Array.from({ length: last - first + 1 }, (_, place) => {
    const hour = first + place
    return hours.find((one) => one.hour === hour) ?? { hour, items: '0' }
  })
}

const nameOf = (hour: number) => new Date(2026, 0, 1, hour).toLocaleTimeString('en-US', { hour: 'numeric' })

/** "7a 8 9 10 11 12p 1". */
const labelOf = (hour: number, place: number) =>
  `${hour % 12 || 12}${place === 0 || hour % 12 === 0 ? (hour < 12 ? 'a' : 'p') : ''}`

/** "$1.6K". The exact amount is in the title. */
const shorten = (items: string, currency: string) => {
  const value = Number(items)
  if (value === 0) return ''
  const maximumFractionDigits = value >= 1000 ? 1 : 0
  return `${signOf(currency)}${value.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits })}`
}
