import type { Withdrawal } from '@bitquay/contract/withdrawals'
import { formatActivity } from '../../lib/format-date.ts'
import { shortenForPhone } from '../../lib/shorten.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { describeWithdrawal } from './describe-withdrawal.ts'
import * as t from './messages.ts'
import type { Explorer } from './sent-card.tsx'
import { useWithdrawals } from './use-withdrawals.ts'
import './withdrawal-list.css'

type WithdrawalListProps = { explorer: Explorer; mayCancel: boolean }

/** Every withdrawal with its state, newest first. */
export const WithdrawalList = ({ explorer, mayCancel }: WithdrawalListProps) => {
  const list = useWithdrawals()
  const withdrawals = list.data?.pages.flatMap((page) => page.rows)
  return (
    <Card title={t.listTitle} bare aria-label={t.listTitle}>
      <ListBody
        rows={withdrawals}
        query={list}
        empty={<EmptyState card={false} scene="berths" title={t.listEmptyTitle} sentence={t.listEmpty} />}
        failed={{ title: t.listFailedTitle, sentence: t.listFailed }}
        lines={4}
      >
        {(rows) => (
          <ul className="withdrawals">
            {rows.map((withdrawal) => (
              <Line key={withdrawal.id} withdrawal={withdrawal} explorer={explorer} mayCancel={mayCancel} />
            ))}
          </ul>
        )}
      </ListBody>
      <LoadMore pages={list} />
    </Card>
  )
}

type LineProps = { withdrawal: Withdrawal; explorer: Explorer; mayCancel: boolean }

const Line = ({ withdrawal, explorer, mayCancel }: LineProps) => {
  const { shape, word, sentence } = describeWithdrawal(withdrawal)
  return (
    <li>
      <div className="state">
        <Badge shape={shape}>{word}</Badge>
        <span className="small muted">{formatActivity(withdrawal.requestedAt)}</span>
        {withdrawal.description && <span className="notes">{withdrawal.description}</span>}
      </div>
      <div className="amt">
        <Usd amount={withdrawal.customerAmount} />
        <Btc amount={withdrawal.amountBtc} />
      </div>
      <div className="ends small">
        <span>
          {t.sentTo} <Copyable label={t.bitcoinAddress} text={withdrawal.address} />
        </span>
        {withdrawal.txid && (
          <span>
            {t.transaction}{' '}
            <Copyable label={t.transactionId} text={withdrawal.txid} href={explorer?.addressOf(withdrawal.txid)} />
          </span>
        )}
        {withdrawal.promoCode && withdrawal.amountSavedUsd && (
          <span>
            {t.promoSaved} <Usd amount={withdrawal.amountSavedUsd} />
          </span>
        )}
        {withdrawal.status !== 'confirmed' && <span className="whole">{sentence}</span>}
        {mayCancel && withdrawal.mayBeCancelled && <CancelWithdrawal withdrawal={withdrawal} />}
      </div>
    </li>
  )
}

const Copyable = ({ label, text, href }: { label: string; text: string; href?: string | undefined }) => {
  const shown = (
    <span className="mono" title={text}>
      {shortenForPhone(text)}
    </span>
  )
  return (
    <>
      {href ? (
        <a className="link" href={href} target="_blank" rel="noreferrer">
          {shown}
        </a>
      ) : (
        shown
      )}
      <CopyButton label={label} text={text} />
    </>
  )
}
