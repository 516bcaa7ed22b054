import type { Answer } from '@bitquay/contract/call'
import { fromCents } from '@bitquay/contract/money'
import type { getWeek } from '@bitquay/contract/transactions'
import { formatCount } from '../../lib/format-number.ts'
import { Card } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { formatUsd, splitUsd } from '../../ui/money-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Stacks } from '../../ui/stacks.tsx'
import { stackWeek } from './stack-week.ts'
import { useWeek } from './use-transactions.ts'

type Week = Answer<typeof getWeek>

/** What came in on each of the last seven days, in containers of one value. */
export const WeekCard = () => {
  const { data: week, isPending } = useWeek()
  const stacked = week && stackWeek(week)
  return (
    <Card
      title="Received, last 7 days"
      span={8}
      aria-label="Received, last 7 days"
      note={
        stacked && (
          <span className="money text-xl">
            <Usd amount={fromCents(stacked.totalCents)} />
          </span>
        )
      }
    >
      {week && stacked ? (
        <>
          <Stacks
            stacks={stacked.stacks.map((stack) => ({
              ...stack,
              figure: stack.sumCents > 0n ? `$${splitUsd(fromCents(stack.sumCents)).dollars}` : null,
            }))}
            legend={
              stacked.totalCents === 0n
                ? []
                : [
                    { key: 'landed', text: `one container = ${formatUsd(fromCents(stacked.unitCents))}` },
                    { key: 'now', text: 'today (UTC), still loading' },
                    ...(stacked.pending ? [{ key: 'waiting' as const, text: 'pending' }] : []),
                  ]
            }
          />
          {stacked.totalCents === 0n && <p className="small quiet">Nothing came in during these seven days.</p>}
          <WeekTable week={week} />
        </>
      ) : isPending ? (
        <SkeletonLines lines={6} />
      ) : (
        <Notice kind="bad">The week could not be read. Your money is not affected.</Notice>
      )}
    </Card>
  )
}

/** The same for those who do not see the stacks. */
const WeekTable = ({ week }: { week: Week }) => (
  <div className="sr-only">
    <table>
      <caption>Received per day, days of UTC</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Confirmed</th>
          <th scope="col">Pending</th>
          <th scope="col">Payments</th>
        </tr>
      </thead>
      <tbody>
        {week.map((day) => (
          <tr key={day.day}>
            <th scope="row">{day.day}</th>
            <td>{formatUsd(day.confirmedUsd)}</td>
            <td>{formatUsd(day.pendingUsd)}</td>
            <td>{formatCount(day.count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
