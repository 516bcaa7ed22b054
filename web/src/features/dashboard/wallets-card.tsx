import { toCents } from '@bitquay/contract/money'
import { formatAgo } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Card, Sums } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import * as t from './messages.ts'
import type { PlatformPeriod } from './use-dashboard.ts'

/** What there is now, whatever the period is. Platform wallet − owed = free. */
export const WalletsCard = ({ wallets }: { wallets: PlatformPeriod['wallets'] | undefined }) => {
  const now = useNow(10_000)
  return (
    <Card
      title={t.walletBalanceNow}
      aria-label={t.walletBalanceNow}
      note={wallets?.syncedAt ? t.synced({ ago: formatAgo(wallets.syncedAt, now) }) : undefined}
    >
      {wallets ? (
        <>
          <div className="money text-2xl">
            <Usd amount={wallets.storesUsd} />
          </div>
          <p className="small muted">{t.allStores}</p>
          <Sums
            rows={[
              { name: t.platformWallet, value: <Usd amount={wallets.platformUsd} /> },
              { name: t.owedToPartners, value: <Usd amount={takenOff(wallets.owedToPartnersUsd)} /> },
              ...(toCents(wallets.owedForLoopOutsUsd) === 0n
                ? []
                : [{ name: t.owedForLoopOuts, value: <Usd amount={takenOff(wallets.owedForLoopOutsUsd)} /> }]),
              { name: t.free, value: <Usd amount={wallets.freeUsd} />, total: true },
            ]}
          />
        </>
      ) : (
        <SkeletonLines lines={5} />
      )}
    </Card>
  )
}

/** Zero has no sign. */
const takenOff = (usd: string) => (toCents(usd) === 0n ? usd : `-${usd}`)
