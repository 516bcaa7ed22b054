import { Card, Sums } from '../../ui/card.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { ExplorerLink } from '../transactions/index.ts'
import * as t from './messages.ts'
import type { System } from './use-system.ts'

/** The platform's own wallet, minus what it owes. */
export const PlatformWalletCard = ({ wallet }: { wallet: System['wallet'] }) => (
  <Card title={t.platformWallet} note={wallet.ready ? t.synced : t.notReady} aria-label={t.platformWallet}>
    <div className="platform-wallet stack middle columns-2">
      <Sums
        rows={[
          { name: t.onChain, value: <Btc amount={wallet.btc} /> },
          { name: t.owedToPartners, value: <Btc amount={deducted(wallet.owedToPartnersBtc)} /> },
          { name: t.owedForLoopOuts, value: <Btc amount={deducted(wallet.loopOutPayableBtc)} /> },
          {
            name: t.available,
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
    </div>
  </Card>
)

/** Zero has no sign. */
const deducted = (btc: string) => (/[1-9]/.test(btc) ? `-${btc}` : btc)

/** Where the operator adds coins. A new address appears once this one was used. */
const Funding = ({ address }: { address: string }) => (
  <div className="stack middle auto-rest gap-4">
    <QrCode text={`bitcoin:${address}`} label={t.fundingQrCode} size={144} />
    <div className="min-w-0">
      <CopyRow label={t.fundingAddress} text={address}>
        <div className="mono what clip" title={address}>
          <ExplorerLink address={address}>{address}</ExplorerLink>
        </div>
      </CopyRow>
      <p className="small muted mt-2">{t.fundingHint}</p>
    </div>
  </div>
)
