import { type FormEvent, useEffect, useRef, useState } from 'react'
import { platformBrand } from '../../content/platform-brand.ts'
import { CloseIcon } from '../../ui/shop-icons.tsx'
import * as t from './messages.ts'
import { post } from './post.ts'

type ReportDialogProps = { invoiceId: string; storeName: string; onClose: () => void }

/**
 * Reports the page to the operator. The server adds the invoice and the merchant. The browser's own dialog: ui/dialog.tsx
 * shares a file with the portals, which would load them here.
 */
const ReportDialog = ({ invoiceId, storeName, onClose }: ReportDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isSent, setSent] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="report ink" aria-labelledby="report-title" onClose={onClose}>
      <div className="head across between">
        <h2 className="hull text-xl" id="report-title">
          {t.report}
        </h2>
        <button type="button" className="iconbtn" aria-label={t.close} onClick={() => dialog.current?.close()}>
          <CloseIcon />
        </button>
      </div>
      {isSent ? (
        <>
          <p role="status">{t.reportSent}</p>
          <p className="muted">{t.reportNote({ store: storeName })}</p>
          <button type="button" className="btn btn--line" onClick={() => dialog.current?.close()}>
            {t.done}
          </button>
        </>
      ) : (
        <ReportForm invoiceId={invoiceId} storeName={storeName} onSent={() => setSent(true)} />
      )}
    </dialog>
  )
}

type ReportFormProps = { invoiceId: string; storeName: string; onSent: () => void }

const ReportForm = ({ invoiceId, storeName, onSent }: ReportFormProps) => {
  const [reason, setReason] = useState('')
  const [contact, setContact] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    const refusal = await post(`/api/checkout/${encodeURIComponent(invoiceId)}/report`, { reason, contact })
    setBusy(false)
    if (refusal === undefined) onSent()
    else setFailure(refusal)
  }
  return (
    <form className="stack gap-4" noValidate onSubmit={(event) => void send(event)}>
      <p className="muted">{t.reportPurpose({ platform: platformBrand().name })}</p>
      <div className="field">
        <label htmlFor="report-reason">{t.reportReason}</label>
        <textarea
          className="input"
          id="report-reason"
          rows={4}
          maxLength={1000}
          value={reason}
          aria-invalid={failure === undefined ? undefined : true}
          aria-describedby={failure === undefined ? undefined : 'report-error'}
          onChange={({ target }) => setReason(target.value)}
        />
        {failure && (
          <p className="err" id="report-error" role="alert">
            {failure}
          </p>
        )}
      </div>
      <div className="field">
        <label htmlFor="report-contact">
          {t.reportContact} <span className="opt">{t.optional}</span>
        </label>
        <input
          className="input"
          id="report-contact"
          maxLength={254}
          value={contact}
          aria-describedby="report-contact-hint"
          onChange={({ target }) => setContact(target.value)}
        />
        <p className="hint" id="report-contact-hint">
          {t.reportContactHint({ store: storeName })}
        </p>
      </div>
      <button type="submit" className="btn btn--signal" aria-busy={isBusy || undefined}>
        {isBusy ? t.sending : t.sendReport}
      </button>
    </form>
  )
}

export default ReportDialog
