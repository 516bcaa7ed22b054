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
import { type Extras, useChangeApplication, useReview } from './use-applications.ts'

type ReviewDialogProps = { application: Application; onClose: () => void }

/** The whole application. A pending one is decided here; a decided one shows what was decided, when and by whom. */
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
            title: 'Application reviewed',
            description:
              decision.status === 'approved'
                ? `${application.businessName} is invited to choose a password. Its store is being set up.`
                : `${application.businessName} is told by e-mail.`,
          })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to review the application') })
        },
      },
    )
  // Only an approval needs the markup.
  const approve = submit(() => {
    const parsed = markupFeePercent.safeParse(markup)
    if (parsed.success) send({ status: 'approved', markupFeePercent: parsed.data })
    else setError('markup', parsed.error.issues[0]?.message ?? 'Please enter a percentage')
  })
  const reject = submit(() => send({ status: 'rejected' }))
  const save = submit(() =>
    change.mutate(extras, {
      onSuccess: () => toast({ title: 'Details saved', description: application.businessName }),
      onError: (error) =>
        toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to save the details') }),
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
      purpose={
        isPending ? 'Approving makes the merchant, its store and an invitation.' : 'This application is decided.'
      }
      keep={reviewNotes !== '' || Object.keys(extras).length > 0}
      footer={
        <>
          {Object.keys(extras).length > 0 && (
            <Button variant="ghost" className="mr-auto" busy={change.isPending} onClick={save}>
              Save details
            </Button>
          )}
          {isPending ? (
            <>
              <Button variant="bad" busy={busy === 'rejected'} disabled={busy === 'approved'} onClick={reject}>
                {busy === 'rejected' ? 'Rejecting...' : 'Reject'}
              </Button>
              <Button variant="signal" busy={busy === 'approved'} disabled={busy === 'rejected'} onClick={approve}>
                {busy === 'approved' ? 'Approving...' : 'Approve'}
              </Button>
            </>
          ) : (
            <Button onClick={onClose}>Close</Button>
          )}
        </>
      }
    >
      <Facts application={application} />
      <ExtraFields bind={bind} />
      {isPending ? (
        <>
          <Field
            label="Markup fee (%)"
            hint="On top of the platform fee. Raising it later needs 30 days’ notice."
            error={errors.markup}
          >
            <Input type="number" min={0} max={50} step={0.1} inputMode="decimal" {...bind('markup')} />
          </Field>
          <Field label="Review notes" optional hint="For colleagues. The applicant does not see them.">
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
        { name: 'Status', value: <ApplicationState status={application.status} /> },
        { name: 'Contact', value: application.contactName },
        { name: 'Email', value: <span className="break-all">{application.email}</span> },
        { name: 'Phone', value: application.phone },
        { name: 'Business type', value: application.businessType },
        { name: 'Monthly volume', value: application.monthlyVolume },
        { name: 'Website', value: <Website address={application.website} /> },
        { name: 'Received', value: formatDateTime(application.createdAt) },
      ]}
    />
    <p className="application-words">{application.businessDescription}</p>
  </>
)

/** Others wrote it: it opens apart, tells nobody where from, and is a web address or plain text. */
const Website = ({ address }: { address: string | null }) => {
  if (!address) return <span className="muted">None given</span>
  if (!/^https?:\/\//i.test(address)) return <span className="break-all">{address}</span>
  return (
    <a className="link break-all" href={address} target="_blank" rel="noreferrer noopener nofollow">
      {address}
    </a>
  )
}

const Decision = ({ application }: { application: Application }) => (
  <section className="application-decision" aria-label="Decision">
    <Sums
      rows={[
        { name: 'Reviewed', value: application.reviewedAt ? formatDateTime(application.reviewedAt) : '—' },
        { name: 'By', value: application.reviewedBy ?? '—' },
        ...(application.merchantId === null
          ? []
          : [
              {
                name: 'Merchant',
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
      <div className="stencil">Review notes</div>
      <p className="application-words">{application.reviewNotes ?? 'None'}</p>
    </div>
  </section>
)

const changedExtras = (typed: Record<keyof Extras, string>, application: Application): Extras =>
  Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => value.trim() !== (application[name as keyof Extras] ?? '')),
  )
