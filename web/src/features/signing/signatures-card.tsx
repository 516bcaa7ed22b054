import type { SigningRequest } from '@bitquay/contract/signing'
import { formatAgo, formatDateTime } from '../../lib/format-date.ts'
import { useUser } from '../../lib/session.ts'
import { Berths } from '../../ui/berths.tsx'
import { Card } from '../../ui/card.tsx'
import { CancelWithdrawal } from '../withdrawals/index.ts'
import { CancelSigning } from './cancel-signing.tsx'
import { countSigned } from './describe-request.ts'
import * as t from './messages.ts'

/** Who has signed and who is missing, until when there is time, and how to cancel. */
export const SignaturesCard = ({ request }: { request: SigningRequest }) => {
  const { id, kind, amountUsd, state, signers, expiresAt } = request
  const mayCancel = useUser().role !== 'user' && isMissing(request)
  const isOne = signers.length === 1
  const sentence = sentenceOf(request)
  // Those that have signed lie at the bottom, whatever place their key has in the wallet.
  const ordered = signers.toSorted((a, b) => Number(b.signedAt !== null) - Number(a.signedAt !== null))
  return (
    <Card
      title={isOne ? t.signature : t.signatures}
      aria-label={isOne ? t.signature : t.signatures}
      note={noteOf(request)}
      footer={
        (expiresAt || mayCancel) && (
          <div className="cluster between gap-3 full">
            <span className="small muted">{expiresAt && t.reservedUntil({ date: formatDateTime(expiresAt) })}</span>
            {mayCancel && kind !== 'withdrawal' && <CancelSigning id={id} kind={kind} />}
            {mayCancel && kind === 'withdrawal' && (
              <CancelWithdrawal withdrawal={{ id, customerAmount: amountUsd }}>{t.cancelWithdrawal}</CancelWithdrawal>
            )}
          </div>
        )
      }
    >
      <div className="stack gap-3">
        <Berths
          stacks
          label={t.signatures}
          berths={ordered.map(({ fingerprint, path, signedAt }) => ({
            key: `${fingerprint} ${path}`,
            // Any of several keys may be next, so none of them is named as such.
            state: signedAt ? 'done' : isOne && state === 'waiting' ? 'now' : 'open',
            name: (
              <>
                <span className="mono" title={path}>
                  {fingerprint}
                </span>
                <span className="sr-only">{signedAt ? t.signed : t.missing}</span>
              </>
            ),
          }))}
        />
        {sentence && <p className="small muted">{sentence}</p>}
      </div>
    </Card>
  )
}

const noteOf = (request: SigningRequest): string => {
  const { required, signers } = request
  const signed = countSigned(request)
  if (signers.length === 1) return signed === 1 ? t.signed : t.notSigned
  return isMissing(request)
    ? t.signaturesNeeded({ signed: String(signed), required: String(required), count: String(signers.length) })
    : t.signedOf({ signed: String(signed), required: String(required) })
}

/** Whether it still waits for somebody. */
const isMissing = ({ state }: SigningRequest) => state === 'preparing' || state === 'waiting'

const sentenceOf = (request: SigningRequest): string => {
  const { required, signers } = request
  const [one] = signers
  if (signers.length === 1 && one && isMissing(request)) return t.oneKey(one)
  const last = signers
    .flatMap(({ fingerprint, signedAt }) => (signedAt ? [{ fingerprint, signedAt }] : []))
    .toSorted((a, b) => a.signedAt.localeCompare(b.signedAt))
    .at(-1)
  const said = last && t.lastSigned({ fingerprint: last.fingerprint, when: formatAgo(last.signedAt) })
  const missing = isMissing(request) && t.moreKeys({ count: required - countSigned(request) })
  return [said, missing].filter(Boolean).join(' ')
}
