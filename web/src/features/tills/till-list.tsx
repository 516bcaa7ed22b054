import type { Till } from '@bitquay/contract/tills'
import { Store } from 'lucide-react'
import { Price } from '../../frame/price.tsx'
import { Card } from '../../ui/card.tsx'
import * as t from './messages.ts'

type Props = { tills: readonly Till[]; chosen: Till; onChoose: (till: Till) => void }

/** All tills with what they sold today. */
export const TillList = ({ tills, chosen, onChoose }: Props) => (
  <Card bare title={t.tillsTitle} aria-label={t.tillsTitle} note={t.soldToday}>
    <ul className="mt-3">
      {tills.map((till) => (
        <li key={till.id}>
          <button
            type="button"
            className="till-choice stack full"
            aria-current={till.id === chosen.id}
            onClick={() => onChoose(till)}
          >
            <Store className="ico" aria-hidden="true" />
            <b>{till.name}</b>
            <Price amount={till.today.total} currency={till.currency} />
            <small className="small muted">{describe(till)}</small>
          </button>
        </li>
      ))}
    </ul>
  </Card>
)

const describe = ({ isActive, devices, today: { sales } }: Till) =>
  isActive
    ? t.tillLine({ count: devices.filter(({ status }) => status === 'active').length, sales })
    : t.tillClosed({ sales })
