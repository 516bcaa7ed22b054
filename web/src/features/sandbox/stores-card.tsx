import { fromSats } from '@bitquay/contract/money'
import { FirstRows } from '../../frame/first-rows.tsx'
import { formatCount } from '../../lib/format-number.ts'
import { Card } from '../../ui/card.tsx'
import { Btc } from '../../ui/figures.tsx'
import { Table } from '../../ui/table.tsx'
import * as t from './messages.ts'
import type { SandboxState } from './use-sandbox-state.ts'

/** BTCPay's stores and what their wallets hold. A Lightning node may be shared by all of them. */
export const StoresCard = ({ state: { stores } }: { state: SandboxState }) => (
  <Card title={t.stores} note={formatCount(stores.length)} span={5} bare>
    <div className="mt-3">
      <FirstRows rows={stores} few={6} label={t.showAllStores}>
        {(shown) => (
          <Table
            caption={t.storesCaption}
            rows={shown}
            keyOf={idOf}
            columns={[
              { head: t.store, cell: nameCell },
              { head: t.balances, cell: balanceCell, numeric: true },
            ]}
          />
        )}
      </FirstRows>
    </div>
  </Card>
)

type Store = SandboxState['stores'][number]

const idOf = ({ id }: Store) => id

const nameCell = ({ name, id, invoices }: Store) => (
  <span title={id}>
    {withoutTag(name)}
    <br />
    <span className="small quiet">{t.invoiceCount({ count: invoices })}</span>
  </span>
)

const balanceCell = ({ onChain, lightning }: Store) => (
  <>
    <Btc amount={onChain?.balanceBtc} />
    <br />
    <span className="small muted">
      {lightning ? (
        <>
          {lightning.node === 'shared' ? t.sharedNode : lightning.node}{' '}
          <Btc amount={fromSats(BigInt(lightning.localMsat) / 1000n)} />
        </>
      ) : (
        t.noLightning
      )}
    </span>
  </>
)

/** The platform names stores so that two installations never meet; people need not read that. */
const withoutTag = (name: string) => name.replace(/ \([0-9a-f]{12}\)$/, '')
