import type { FeeSchedule } from '@bitquay/contract/fees'
import { type Container, hundredContainers, hundredDollars } from './fee-figures.ts'
import * as t from './messages.ts'
import './lot.css'

/** The lot is drawn open while the schedule is not known: the place is held and nothing is claimed. */
export const Lot = ({ schedule }: { schedule: FeeSchedule | undefined }) => (
  <div
    className="lot stack"
    role="img"
    aria-label={schedule ? t.hundredMeaning(hundredDollars(schedule)) : t.feesUnknown}
  >
    {rowsFromTheTop(schedule ? hundredContainers(schedule) : unknownLot).map(({ parts, place }) => (
      <i className="flex" key={place}>
        {parts.map(({ owner, mils }) => (
          <span key={owner} className={owner} style={{ flexGrow: mils }} />
        ))}
      </i>
    ))}
  </div>
)

const unknownLot: Container[] = Array.from({ length: 100 }, () => [])

/** The first container lies at the bottom left; the page is written from the top. */
const rowsFromTheTop = (containers: Container[]) =>
  containers
    .map((parts, place) => ({ parts, place }))
    .sort((a, b) => Math.floor(b.place / 20) - Math.floor(a.place / 20) || a.place - b.place)
