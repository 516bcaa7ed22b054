import { Card, Sums } from '../../ui/card.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import type { System } from './use-system.ts'

/** The platform's own wallet against what others may ask of it. */
export const PlatformWalletCard = ({ wallet }: { wallet: System['wallet'] }) => (
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
    {wallet.fundingAddress !== null && <Funding address={wallet.fundingAddress} />}
  </Card>
)

/** Where the operator adds coins. A new address appears once this one was used. */
const Funding = ({ address }: { address: string }) => (
  <div className="funding">
    <QrCode text={`bitcoin:${address}`} label="QR code of the funding address" size={144} />
    <div className="min-w-0">
      <CopyRow label="Funding address" text={address} />
      <p className="small muted mt-2">Send bitcoin here to fund payouts and loop-outs.</p>
    </div>
  </div>
)
