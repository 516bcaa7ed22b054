import { type FeeInvoice, getFeeInvoice } from '@bitquay/contract/fee-collection'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../lib/format-date.ts'
import { toQrText } from '../../lib/qr-text.ts'
import { queryOf } from '../../lib/query-client.ts'
import { Card, Sums } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { GroupedAddress } from '../../ui/grouped-address.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import * as t from './messages.ts'
import { createReceiveLink } from './receive-link.ts'
import './receive-card.css'

/** What the merchant is asked to pay of fees that nobody can collect from its wallet, with the address to pay to. */
export const FeeInvoiceCard = () => {
  const { data } = useQuery({ ...queryOf(getFeeInvoice), refetchInterval: 15_000 })
  if (!data?.invoice) return null
  return <Asked invoice={data.invoice} />
}

const Asked = ({
  invoice: { number, amount, due, address, owedSince, pausedAt, pausesAt },
}: {
  invoice: FeeInvoice
}) => (
  <Card title={t.feesOwed} note={number} aria-label={t.feesOwed} id="fees">
    <div className="receive stack">
      {pausedAt && <Notice kind="bad">{t.feesPaused({ date: formatDate(pausedAt) })}</Notice>}
      {pausesAt && <p className="small muted">{t.feesPause({ date: formatDate(pausesAt) })}</p>}
      <Sums
        rows={[
          { name: t.feesAsked, value: <Usd amount={amount.usd} /> },
          { name: t.feesSince, value: formatDate(owedSince) },
          { name: t.feesToPay, value: <Usd amount={due.usd} />, total: true },
        ]}
      />
      <p className="small muted">
        <Btc amount={due.btc} />
      </p>
      <div className="code centered tiny quiet">
        <QrCode text={toQrText(createReceiveLink(address, due.btc))} label={t.feesQr} />
      </div>
      <div className="where">
        <GroupedAddress address={address} />
      </div>
      <div className="acts stack gap-2 phone-single">
        <CopyButton label={t.feesAddress} text={address}>
          {t.copyAddress}
        </CopyButton>
        <a className="btn btn--line" href={createReceiveLink(address, due.btc)}>
          {t.payInApp}
        </a>
      </div>
      <p className="small muted">{t.feesHint}</p>
    </div>
  </Card>
)
