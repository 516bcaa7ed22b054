import type { getBalance } from '@bitquay/contract/balances'
import type { Answer } from '@bitquay/contract/call'
import { formatActivity } from '../../lib/format-date.ts'
import { Card } from '../../ui/card.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { LoadBar } from '../../ui/load-bar.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AfterWhile, Skeleton } from '../../ui/skeleton.tsx'
import { splitBalance } from './balance-parts.ts'
import { useBalance } from './use-balance.ts'

/** The figure that leads a merchant's page, and what it consists of. */
export const BalanceHero = () => {
  const { data: balance, isPending } = useBalance()
  return (
    <Card
      title="Total balance"
      {...(balance?.stale && balance.asOf ? { note: `as of ${formatActivity(balance.asOf)}` } : {})}
      span={7}
    >
      {isPending ? (
        <div className="min-h-20" role="status" aria-label="Loading">
          <AfterWhile>
            <Skeleton width="14rem" height="2.75rem" />
            <Skeleton width="9rem" className="mt-3" />
          </AfterWhile>
        </div>
      ) : (
        <div className="flex h-full flex-col">
          <div className="money text-[2.5rem] md:text-4xl">
            <Usd amount={balance?.usd} />
          </div>
          <div className="mt-1.5 text-lg text-ink-2">
            <Btc amount={balance?.btc} />
          </div>
          <div className="mt-auto pt-6">{balance ? <Below balance={balance} /> : <Unread />}</div>
        </div>
      )}
    </Card>
  )
}

const Unread = () => <Notice kind="bad">The balance could not be read. Your money is not affected.</Notice>

const Below = ({ balance }: { balance: Answer<typeof getBalance> }) => {
  if (!balance.configured) {
    return <Notice kind="wait">Bitcoin payments are not configured yet. Contact support to have them set up.</Notice>
  }
  const { available, reserved, fees } = splitBalance(balance)
  return (
    <LoadBar
      parts={[
        { name: 'Available', figure: <Usd amount={available.usd} />, weight: available.weight, look: 'solid' },
        { name: 'Reserved', figure: <Usd amount={reserved.usd} />, weight: reserved.weight, look: 'dashed' },
        { name: 'Fees set aside', figure: <Usd amount={fees.usd} />, weight: fees.weight, look: 'striped' },
      ]}
    />
  )
}
