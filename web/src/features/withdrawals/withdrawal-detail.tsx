import type { Withdrawal } from '@bitquay/contract/withdrawals'
import { ExternalLink } from 'lucide-react'
import { HelpLink } from '../../frame/help-link.tsx'
import { formatDateTime } from '../../lib/format-date.ts'
import { Sums } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Usd } from '../../ui/figures.tsx'
import { Fact, RowDetail } from '../../ui/list-surface/row-detail.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { totalOf } from './add-up.ts'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { describeWithdrawal, isSettled } from './describe-withdrawal.ts'
import * as t from './messages.ts'
import type { Explorer } from './sent-card.tsx'

type WithdrawalDetailProps = { withdrawal: Withdrawal; explorer: Explorer; mayCancel: boolean }

/** What it cost, what it means for the money, where it went, and how to cancel it. */
export const WithdrawalDetail = ({ withdrawal, explorer, mayCancel }: WithdrawalDetailProps) => (
  <RowDetail
    sum={<Costs withdrawal={withdrawal} />}
    actions={mayCancel && withdrawal.mayBeCancelled && <CancelWithdrawal withdrawal={withdrawal} />}
  >
    <Fact span={12} label={t.statusHead}>
      <span className="wrap">
        {describeWithdrawal(withdrawal).sentence} {!isSettled(withdrawal) && <HelpLink about="withdrawal-pending" />}
      </span>
    </Fact>
    <Fact span={12} label={t.bitcoinAddress}>
      <span className="mono wrap">{withdrawal.address}</span>
      <CopyButton label={t.bitcoinAddress} text={withdrawal.address} />
    </Fact>
    {withdrawal.txid && <TransactionFact txid={withdrawal.txid} explorer={explorer} />}
    {withdrawal.description && (
      <Fact span={12} label={t.notes}>
        <span className="wrap">{withdrawal.description}</span>
      </Fact>
    )}
    <Fact span={withdrawal.confirmedAt ? 4 : 6} label={t.dateHead}>
      {formatDateTime(withdrawal.requestedAt)}
    </Fact>
    <Fact span={withdrawal.confirmedAt ? 4 : 6} label={t.requestedByFact}>
      <span className="wrap">{withdrawal.requestedBy}</span>
    </Fact>
    {withdrawal.confirmedAt && (
      <Fact span={4} label={t.confirmedFact}>
        {formatDateTime(withdrawal.confirmedAt)}
      </Fact>
    )}
  </RowDetail>
)

const Costs = ({ withdrawal }: { withdrawal: Withdrawal }) => (
  <>
    <Sums
      rows={[
        { name: t.customerAmount, value: <Usd amount={withdrawal.customerAmount} /> },
        { name: t.feeRow, value: <Usd amount={withdrawal.totalFee} /> },
        { name: t.networkFee, value: <Usd amount={withdrawal.networkFeeUsd} /> },
        { name: t.totalHead, value: <Usd amount={totalOf(withdrawal)} />, total: true },
      ]}
    />
    <div className="aside">
      <p>{t.atPrice({ price: formatUsd(withdrawal.btcPrice) })}</p>
      {withdrawal.promoCode && withdrawal.amountSavedUsd && (
        <p>
          {t.promoSaved} <Usd amount={withdrawal.amountSavedUsd} />
        </p>
      )}
    </div>
  </>
)

const TransactionFact = ({ txid, explorer }: { txid: string; explorer: Explorer }) => (
  <Fact span={12} label={t.transactionId}>
    <span className="mono clip" title={txid}>
      {txid}
    </span>
    <CopyButton label={t.transactionId} text={txid} />
    {explorer && (
      <a className="btn btn--line btn--sm" href={explorer.addressOf(txid)} target="_blank" rel="noreferrer">
        <ExternalLink className="ico" aria-hidden="true" />
        {t.explorer}
      </a>
    )}
  </Fact>
)
