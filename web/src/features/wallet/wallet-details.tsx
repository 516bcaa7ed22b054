import { Card } from '../../ui/card.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { RestingWallets } from './former-wallets.tsx'
import * as t from './messages.ts'
import type { Wallet } from './use-wallet.ts'
import { useReceiveAddress } from './use-wallet.ts'

type WalletDetailsProps = { wallet: Wallet /** Such as "mainnet". */; network: string | undefined }

/** Which wallet it is. */
export const WalletDetails = ({ wallet, network }: WalletDetailsProps) => {
  const address = useReceiveAddress().data?.address
  const type = address && describeType(address)
  return (
    <Card title={t.details} span={5} aria-label={t.details}>
      <div className="pulled-up">
        <CopyRow label={t.walletName} text={wallet.name}>
          <div className="strong">{wallet.name}</div>
        </CopyRow>
        <CopyRow label={t.walletId} text={wallet.id} />
        <div className="copy-row stack middle rest-auto gap-3">
          {type && <Fact name={t.addressType} value={type} />}
          {network && <Fact name={t.network} value={t.bitcoinNetwork({ network })} />}
        </div>
        <RestingWallets former={wallet.former} />
      </div>
    </Card>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <div className="stencil">{name}</div>
    <div>{value}</div>
  </div>
)

/** Version 0 of a witness program begins with q, version 1 with p. Other types have no short name. */
const describeType = (address: string): string | undefined => {
  const [, prefix, version] = /^((?:bc|tb|bcrt)1([qp]))/.exec(address) ?? []
  if (!prefix) return undefined
  return version === 'q' ? t.nativeSegwit({ prefix }) : t.taproot({ prefix })
}
