import type { Application } from '@bitquay/contract/applications'
import { markupFeePercent } from '@bitquay/contract/markup'
import { Link } from 'react-router'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { leaveToServer, useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Sums } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ApplicationState } from './application-state.tsx'
import { ExtraFields, extrasOf } from './extra-fields.tsx'
import * as t from './messages.ts'
import { type Extras, useChangeApplication, useReview } from './use-applications.ts'

type ReviewDialogProps = { application: Application; onClose: () => void }

/** The whole application. A pending one is decided here. A decided one shows the decision, when, and by whom. */
export const ReviewDialog = ({ application, onClose }: ReviewDialogProps) => {
  const isPending = application.status === 'pending'
  const review = useReview(application.id)
  const change = useChangeApplication(application.id)
  const code = useAdminCode()
  const { fields, bind, errors, setError, submit } = useContractForm(leaveToServer<ReviewFields>, {
    initial: { ...extrasOf(application), reviewNotes: '', markup: '0' },
  })
  const { reviewNotes, markup, ...typed } = fields
  const extras = changedExtras(typed, application)

  const send = (decision: { status: 'approved'; markupFeePercent: string } | { status: 'rejected' }) =>
    review.mutate(
      {
        ...decision,
        extras,
        ...(reviewNotes.trim() ? { reviewNotes } : {}),
        ...code.proof,
      },
      {
        onSuccess: () => {
          onClose()
          toast({
            title: t.reviewedToast,
            description: (decision.status === 'approved' ? t.invited : t.declined)({ email: application.email }),
          })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.reviewFailed) })
        },
      },
    )
  // Only an approval needs the markup.
  const approve = submit(() => {
    const parsed = markupFeePercent.safeParse(markup)
    if (parsed.success) send({ status: 'approved', markupFeePercent: parsed.data })
    else setError('markup', parsed.error.issues[0]?.message ?? t.markupNeeded)
  })
  const reject = submit(() => send({ status: 'rejected' }))
  const save = submit(() =>
    change.mutate(extras, {
      onSuccess: () => toast({ title: t.savedToast, description: application.businessName }),
      onError: (error) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.saveFailed) }),
    }),
  )
  const busy = review.isPending ? review.variables.status : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={application.businessName}
      purpose={isPending && t.approvingCreates}
      keep={reviewNotes !== '' || Object.keys(extras).length > 0}
      footer={
        <>
          {Object.keys(extras).length > 0 && (
            <Button variant="ghost" className="mr-auto" busy={change.isPending} onClick={save}>
              {t.saveDetails}
            </Button>
          )}
          {isPending ? (
            <>
              <Button variant="bad" busy={busy === 'rejected'} disabled={busy === 'approved'} onClick={reject}>
                {busy === 'rejected' ? t.rejecting : t.reject}
              </Button>
              <Button variant="signal" busy={busy === 'approved'} disabled={busy === 'rejected'} onClick={approve}>
                {busy === 'approved' ? t.approving : t.approve}
              </Button>
            </>
          ) : (
            <Button onClick={onClose}>{t.close}</Button>
          )}
        </>
      }
    >
      <Facts application={application} />
      <ExtraFields bind={bind} />
      {isPending ? (
        <>
          <Field label={t.markup} hint={t.markupHint} error={errors.markup}>
            <Input type="number" min={0} max={50} step={0.1} inputMode="decimal" {...bind('markup')} />
          </Field>
          <Field label={t.notes} optional hint={t.notesHint}>
            <Textarea rows={3} maxLength={2000} {...bind('reviewNotes')} />
          </Field>
          <OwnCodeField {...code} />
        </>
      ) : (
        <Decision application={application} />
      )}
    </Dialog>
  )
}

type ReviewFields = Record<keyof Extras, string> & { reviewNotes: string; markup: string }

const Facts = ({ application }: { application: Application }) => (
  <>
    <Sums
      rows={[
        { name: t.status, value: <ApplicationState status={application.status} /> },
        { name: t.contact, value: application.contactName },
        { name: t.email, value: <span className="break-all">{application.email}</span> },
        { name: t.phone, value: application.phone },
        { name: t.businessType, value: application.businessType },
        { name: t.monthlyVolume, value: application.monthlyVolume },
        { name: t.website, value: <Website address={application.website} /> },
        { name: t.received, value: formatDateTime(application.createdAt) },
      ]}
    />
    <p className="application-words">{application.businessDescription}</p>
  </>
)

/** Applicants write it, so it opens in a new tab, sends no referrer, and is a link only if it is a web address. */
const Website = ({ address }: { address: string | null }) => {
  if (!address) return <span className="muted">{t.noWebsite}</span>
  if (!/^https?:\/\//i.test(address)) return <span className="break-all">{address}</span>
  return (
    <a className="link break-all" href={address} target="_blank" rel="noreferrer noopener nofollow">
      {address}
    </a>
  )
}

const Decision = ({ application }: { application: Application }) => (
  <section className="application-decision" aria-label={t.decision}>
    <Sums
      rows={[
        { name: t.reviewed, value: application.reviewedAt ? formatDateTime(application.reviewedAt) : '—' },
        { name: t.reviewedBy, value: application.reviewedBy ?? '—' },
        ...(application.merchantId === null
          ? []
          : [
              {
                name: t.merchant,
                value: (
                  <Link
                    className="link"
                    to={pathTo(portalPaths.admin.merchant, { merchantId: application.merchantId })}
                  >
                    {application.businessName}
                  </Link>
                ),
              },
            ]),
      ]}
    />
    <div>
      <div className="stencil">{t.notes}</div>
      <p className="application-words">{application.reviewNotes ?? t.noNotes}</p>
    </div>
  </section>
)

const changedExtras = (typed: Record<keyof Extras, string>, application: Application): Extras =>
  Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => value.trim() !== (application[name as keyof Extras] ?? '')),
  )
