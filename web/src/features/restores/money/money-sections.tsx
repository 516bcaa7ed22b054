import type { Output } from '@bitquay/contract/call'
import type { RestoreView } from '@bitquay/contract/restores'
import type { getRestoredMoney, UnknownTransaction } from '@bitquay/contract/restores.money'
import { useState } from 'react'
import { requestCodeOf } from '../../../lib/api-error.ts'
import { formatDateTime, formatTime } from '../../../lib/format-date.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { formatBtc } from '../../../ui/money-text.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ReviewRow, ReviewSection } from '../review-section.tsx'
import { ClaimRow } from './claim-row.tsx'
import { Fit, Hash, MatchRow, Txid } from './match-row.tsx'
import * as t from './messages.ts'
import { RecordDialog, recordNames } from './record-dialog.tsx'
import { useMoney, useUnownedLightning } from './use-money.ts'
import './money.css'

type Money = Output<typeof getRestoredMoney>

/** What could be paid twice. A wallet that answers late is reviewed after the others, by any admin. */
export const MoneySections = ({ restore }: { restore: RestoreView }) => {
  const { data, isError, error, isFetching, refetch } = useMoney()
  const canDecide = restore.isReviewer || restore.finishedAt !== null
  if (isError && !data) {
    return (
      <LoadError
        card
        title={t.loadFailedTitle}
        sentence={t.loadFailed}
        code={requestCodeOf(error)}
        reading={{ isFetching, refetch }}
      />
    )
  }
  if (!data) return null
  const refunds = data.claims.filter(({ type }) => type === 'refund')
  const payouts = data.claims.filter(({ type }) => type !== 'refund')
  return (
    <>
      {data.unsyncedStores > 0 && <Notice kind="wait">{t.unsynced({ count: data.unsyncedStores })}</Notice>}
      <Claims title={t.refunds} claims={refunds} canDecide={canDecide} />
      <Claims title={t.payouts} claims={payouts} canDecide={canDecide} />
      <UnknownTransactions money={data} since={restore.backupAt} canDecide={canDecide} />
      <UnownedLightning />
    </>
  )
}

const Claims = ({ title, claims, canDecide }: { title: string; claims: Money['claims']; canDecide: boolean }) => (
  <ReviewSection title={title} left={claims.filter(({ decision }) => decision === null).length}>
    {claims.length === 0 && <p className="pad muted">{t.nothing}</p>}
    {claims.map((claim) => (
      <ClaimRow key={`${claim.kind} ${claim.id}`} claim={claim} canDecide={canDecide} />
    ))}
  </ReviewSection>
)

type UnknownProps = { money: Money; since: string; canDecide: boolean }

const UnknownTransactions = ({ money: { unknown, recorded }, since, canDecide }: UnknownProps) => {
  const [open, setOpen] = useState<UnknownTransaction>()
  return (
    <ReviewSection title={t.transactions} left={unknown.length}>
      {unknown.length + recorded.length === 0 && <p className="pad muted">{t.nothing}</p>}
      {unknown.map((transaction) => {
        const { storeRef, txid, owner, seenAt, amountBtc, suggestion } = transaction
        const guesses = { sweep: t.maybeSweep, payout: t.maybePayout }
        return (
          <MatchRow
            key={`${storeRef} ${txid}`}
            record={
              <>
                <Txid txid={txid} />
                <span className="small muted">{owner === '' ? t.platform : owner}</span>
                <span className="small muted">
                  {t.sent({ date: formatDateTime(seenAt), amount: formatBtc(amountBtc) })}
                </span>
              </>
            }
            wallet={
              <>
                <span className="muted">{t.nobodyAsked}</span>
                <Fit shape="half">
                  {suggestion ? guesses[suggestion] : t.maybeWithdrawal({ time: formatTime(since) })}
                </Fit>
              </>
            }
            acts={
              canDecide && (
                <Button
                  size="sm"
                  aria-label={t.actOn({ act: t.recordAs, name: txid })}
                  onClick={() => setOpen(transaction)}
                >
                  {t.recordAs}
                </Button>
              )
            }
          />
        )
      })}
      {recorded.map(({ storeRef, txid, owner, recordedAs }) => (
        <ReviewRow
          key={`${storeRef} ${txid}`}
          title={<Txid txid={txid} />}
          line={owner === '' ? t.platform : owner}
          isDecided
          acts={<span className="small muted">{t.recordedAs({ what: nameOf(recordedAs) })}</span>}
        />
      ))}
      {open && <RecordDialog transaction={open} onClose={() => setOpen(undefined)} />}
    </ReviewSection>
  )
}

const nameOf = (recordedAs: string) =>
  recordedAs in recordNames ? recordNames[recordedAs as keyof typeof recordNames] : recordedAs

/** Shown only if there are any: they need no decision here, but somebody should know. */
const UnownedLightning = () => {
  const { data } = useUnownedLightning()
  if (!data || data.payments.length + data.unread.length === 0) return null
  return (
    <ReviewSection title={t.lightning} note={t.lightningNote} left={0}>
      <p className="pad small muted">
        {data.unread.length > 0 ? t.unreadServers({ servers: data.unread.join(', ') }) : t.lightningHint}
      </p>
      {data.payments.map(({ paymentHash, amountBtc, paidAt, server }) => (
        <ReviewRow
          key={paymentHash}
          title={<Hash text={paymentHash} />}
          line={t.lightningLine({ date: formatDateTime(paidAt), server })}
          isDecided
          acts={<span className="small">{formatBtc(amountBtc)}</span>}
        />
      ))}
    </ReviewSection>
  )
}
