import { Card, Sums } from '../../ui/card.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import type { System } from './use-system.ts'

/** The platform's own wallet against what others may ask of it. */
export const WalletCard = ({ wallet }: { wallet: System['wallet'] }) => (
  <Card title="Platform wallet" note={wallet.ready ? 'mirrored' : 'not ready'} span={6} aria-label="Platform wallet">
    <Sums
      rows={[
        { name: 'On-chain', value: <Btc amount={wallet.btc} /> },
        { name: 'Owed to partners', value: <Btc amount={wallet.owedToPartnersBtc} /> },
        { name: 'Owed for loop-outs', value: <Btc amount={wallet.loopOutPayableBtc} /> },
        {
          name: 'Left',
          total: true,
          value: (
            <>
              <Usd amount={wallet.freeUsd} />
              <Btc amount={wallet.freeBtc} />
            </>
          ),
        },
      ]}
    />
  </Card>
)
