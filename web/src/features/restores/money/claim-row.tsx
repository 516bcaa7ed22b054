import type { RestoredClaim } from '@bitquay/contract/restores.money'
import { messageOf } from '../../../lib/api-error.ts'
import { formatDateTime } from '../../../lib/format-date.ts'
import { Button } from '../../../ui/button.tsx'
import { formatBtc, formatUsd } from '../../../ui/money-text.ts'
import { toast } from '../../../ui/toast-store.ts'
import { Fit, MatchRow, Txid } from './match-row.tsx'
import * as t from './messages.ts'
import { useDecide } from './use-money.ts'

/** A payment that could be repeated. Nothing is chosen beforehand. */
export const ClaimRow = ({ claim, canDecide }: { claim: RestoredClaim; canDecide: boolean }) => {
  const { owner, requestedAt, decision } = claim
  const name = nameOf(claim)
  return (
    <MatchRow
      record={
        <>
          <b className="medium breaks">{name}</b>
          <span className="small muted">
            {t.requested({ owner: owner === '' ? t.platform : owner, date: formatDateTime(requestedAt) })}
          </span>
        </>
      }
      wallet={<Wallet claim={claim} />}
      isDecided={decision !== null}
      acts={<Acts claim={claim} name={name} canDecide={canDecide} />}
    />
  )
}

const nameOf = ({ type, amountUsd, about }: RestoredClaim) => {
  const amount = formatUsd(amountUsd)
  if (type === 'refund') return about === null ? t.refund({ amount }) : t.refundOf({ amount, about })
  const names = { withdrawal: t.withdrawal, payout: t.payout, sweep: t.sweep, 'loop-out': t.loopOut }
  return names[type]({ amount })
}

const Wallet = ({ claim: { match, txid, isSynced, decision } }: { claim: RestoredClaim }) => {
  if (match) {
    const isSame = match.address === 'same'
    return (
      <>
        <Txid txid={match.txid} />
        <span className="small muted">
          {t.sent({ date: formatDateTime(match.seenAt), amount: formatBtc(match.amountBtc) })}
        </span>
        <Fit shape={isSame ? 'solid' : 'half'}>{isSame ? t.sameAddress : t.otherAddress}</Fit>
      </>
    )
  }
  if (txid !== null) return <Txid txid={txid} />
  return (
    <>
      <span className="muted">{t.noTransaction}</span>
      <Fit shape="dashed">{isSynced || decision !== null ? t.notPaid : t.notSynced}</Fit>
    </>
  )
}

type Decision = { decision: 'paid' | 'other'; txid: string } | { decision: 'pay' | 'cancel' | 'undecided' }
const words = { paid: t.markedPaid, pay: t.willBePaid, cancel: t.canceled }

const Acts = ({ claim, name, canDecide }: { claim: RestoredClaim; name: string; canDecide: boolean }) => {
  const { kind, id, match, decision, isSynced } = claim
  const decide = useDecide()
  const choose = (chosen: Decision) =>
    decide.mutate(
      { kind, id, ...chosen },
      {
        onError: (error) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.decideFailed) }),
      },
    )
  const act = (label: string, chosen: Decision, isPossible = true) => (
    <Button
      size="sm"
      aria-label={t.actOn({ act: label, name })}
      busy={decide.isPending}
      disabled={!isPossible}
      onClick={() => choose(chosen)}
    >
      {label}
    </Button>
  )
  if (decision !== null) {
    return (
      <>
        <span className="small muted">{words[decision]}</span>
        {canDecide && decision === 'pay' && (
          <button
            type="button"
            className="link"
            aria-label={t.changeNamed({ name })}
            onClick={() => choose({ decision: 'undecided' })}
          >
            {t.change}
          </button>
        )}
      </>
    )
  }
  if (!canDecide) return null
  return match ? (
    <>
      {act(t.notThisOne, { decision: 'other', txid: match.txid })}
      {act(t.alreadyPaid, { decision: 'paid', txid: match.txid })}
    </>
  ) : (
    <>
      {act(t.cancelIt, { decision: 'cancel' })}
      {act(t.payIt, { decision: 'pay' }, isSynced)}
    </>
  )
}
