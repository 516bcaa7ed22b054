import type { SigningRequest } from '@bitquay/contract/signing'
import { portalPaths } from '../../frame/portal-screens.ts'
import { shortenForPhone } from '../../lib/shorten.ts'
import { type BadgeShape, Block } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ExplorerLink } from '../transactions/index.ts'
import { CancelForSure } from './cancel-for-sure.tsx'
import { countSigned } from './describe-request.ts'
import * as t from './messages.ts'
import { RaiseFee } from './raise-fee.tsx'

/** Nothing to do here: it is being prepared, it is sent, or it has ended. */
export const ResultCard = ({ request }: { request: SigningRequest }) => {
  if (request.state === 'preparing') return <Preparing request={request} />
  if (request.state === 'failed' || request.state === 'canceled') return <NotSent request={request} />
  return <Sent request={request} />
}

const Preparing = ({ request: { problem } }: { request: SigningRequest }) => (
  <Card title={t.preparingTitle} aria-label={t.preparingTitle}>
    <div className="stack gap-3">
      <p role="status" className="signing-preparing muted">
        {t.preparingSentence}
      </p>
      {problem && <Notice kind="wait">{problem}</Notice>}
    </div>
  </Card>
)

const Sent = ({ request }: { request: SigningRequest }) => {
  const { id, state, txid, problem, feeRefused } = request
  const isConfirmed = state === 'confirmed'
  return (
    <Card title={t.sentTitle} aria-label={t.sentTitle}>
      <div className="stack gap-4">
        <ul className="stack gap-2" role="status">
          <Fact shape="solid">{t.asRequested}</Fact>
          <Fact shape="solid">{t.validSignatures({ count: countSigned(request) })}</Fact>
          <Fact shape={isConfirmed ? 'solid' : 'dashed'}>{isConfirmed ? t.isConfirmed : t.firstConfirmation}</Fact>
        </ul>
        {feeRefused ? <RaiseFee id={id} /> : problem && <Notice kind="wait">{problem}</Notice>}
        {txid && (
          <CopyRow label={t.transactionId} text={txid}>
            <ExplorerLink txid={txid}>
              <span className="mono" title={txid}>
                {shortenForPhone(txid)}
              </span>
            </ExplorerLink>
          </CopyRow>
        )}
      </div>
    </Card>
  )
}

const Fact = ({ shape, children }: { shape: BadgeShape; children: string }) => (
  <li className={`signing-fact across gap-2.5 ${shape === 'solid' ? 'done' : 'open'}`}>
    <Block shape={shape} />
    {children}
  </li>
)

const NotSent = ({ request }: { request: SigningRequest }) => {
  const { kind, state, problem, inputs, canStillBeSent } = request
  return (
    <Card title={t.notSentTitle} aria-label={t.notSentTitle}>
      <div className="stack gap-4">
        <Notice kind={state === 'failed' ? 'bad' : 'info'}>
          {problem ?? (state === 'failed' ? t.hasFailed : t.wasCanceled)}
        </Notice>
        {canStillBeSent && <CancelForSure request={request} />}
        {inputs.length > 0 && kind !== 'cancel' && !canStillBeSent && <p className="muted">{t.cantBeSent}</p>}
        {kind === 'refund' && <p className="muted">{t.refundEnded}</p>}
        {kind !== 'cancel' && (
          <ButtonLink block to={kind === 'refund' ? portalPaths.merchant.invoices : portalPaths.merchant.send}>
            {kind === 'refund' ? t.viewInvoices : t.newWithdrawal}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
