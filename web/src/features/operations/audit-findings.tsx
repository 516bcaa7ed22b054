import { acknowledgmentForm } from '@bitquay/contract/operations'
import { BookmarkCheck, OctagonAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Textarea } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { type Finding, type System, useAcknowledge, useReopen } from './use-system.ts'

type AuditFindingsProps = Pick<NonNullable<System['audit']>, 'findings' | 'acknowledged'>

/** What differs: open findings first, then those that a person has explained. */
export const AuditFindings = ({ findings, acknowledged }: AuditFindingsProps) => {
  const [asking, setAsking] = useState<Finding>()
  const reopen = useReopen()
  if (findings.length + acknowledged.length === 0) return null
  return (
    <ul className="findings stack">
      {findings.map(({ acknowledgeable, ...finding }) => (
        <li className="stack at-top auto-rest-auto gap-3" key={`${finding.check} ${finding.subject}`}>
          <OctagonAlert className="ico problem text-bad breaks" aria-hidden="true" />
          <div>
            <Title finding={finding} badge={<Badge shape="crossed">{t.openFinding}</Badge>} />
            {!acknowledgeable && <p className="small muted">{t.notAcknowledgeable}</p>}
          </div>
          {acknowledgeable && (
            <Button size="sm" onClick={() => setAsking(finding)}>
              {t.acknowledge}
            </Button>
          )}
        </li>
      ))}
      {acknowledged.map(({ reason, acknowledgedBy, acknowledgedAt, ...finding }) => (
        <li className="stack at-top auto-rest-auto gap-3" key={`${finding.check} ${finding.subject}`}>
          <BookmarkCheck className="ico" aria-hidden="true" />
          <div>
            <Title finding={finding} badge={<Badge shape="open">{t.acknowledgedFinding}</Badge>} />
            <blockquote>
              <p>{t.acknowledgment({ reason })}</p>
              <p className="small muted">
                {t.acknowledgedBy({ person: acknowledgedBy, date: formatDateTime(acknowledgedAt) })}
              </p>
            </blockquote>
          </div>
          <Button
            size="sm"
            busy={reopen.isPending}
            onClick={() =>
              reopen.mutate(
                { check: finding.check, subject: finding.subject },
                {
                  onSuccess: () => toast({ title: t.reopenedToast }),
                  onError: (error) =>
                    toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.reopenFailed) }),
                },
              )
            }
          >
            {t.reopen}
          </Button>
        </li>
      ))}
      {asking && <AcknowledgeDialog finding={asking} onClose={() => setAsking(undefined)} />}
    </ul>
  )
}

const Title = ({ finding, badge }: { finding: Finding; badge: ReactNode }) => (
  <>
    <p className="strong">
      {finding.check} {badge}
    </p>
    <p className="muted breaks">
      {t.finding({ subject: finding.subject, expected: finding.expected, found: finding.found })}
    </p>
  </>
)

const AcknowledgeDialog = ({ finding, onClose }: { finding: Finding; onClose: () => void }) => {
  const code = useAdminCode()
  const acknowledge = useAcknowledge()
  const { bind, errors, submit } = useContractForm(acknowledgmentForm, { initial: { reason: '' } })
  const send = ({ reason }: { reason: string }) =>
    acknowledge.mutate(
      { ...finding, reason, ...code.proof },
      {
        onSuccess: () => {
          code.answered()
          onClose()
          toast({ title: t.acknowledgedToast })
        },
        onError: (error) => {
          if (!code.answered(error))
            toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.acknowledgeFailed) })
        },
      },
    )
  return (
    <FormDialog
      title={finding.check}
      purpose={t.acknowledgePurpose}
      confirm={t.acknowledge}
      busy={acknowledge.isPending}
      onClose={onClose}
      onSubmit={submit(send)}
    >
      <div className="stack gap-5">
        <Field label={t.acknowledgeReason} error={errors.reason}>
          <Textarea {...bind('reason')} rows={3} />
        </Field>
        <OwnCodeField {...code} />
      </div>
    </FormDialog>
  )
}
