import { messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { HealthMark } from '../../ui/sidebar.tsx'
import { toast } from '../../ui/toast-store.ts'
import { AuditFindings } from './audit-findings.tsx'
import { isAuditHealthy } from './health.ts'
import * as t from './messages.ts'
import { SystemPart } from './system-part.tsx'
import { type System, useAudit } from './use-system.ts'

/** The latest ledger audit, check by check, and a button to run another. */
export const AuditPart = ({ audit }: { audit: System['audit'] }) => {
  const run = useAudit()
  useNow(60_000)
  return (
    <SystemPart
      title={t.ledgerAudit}
      isHealthy={isAuditHealthy(audit)}
      note={<Outcome audit={audit} />}
      line={lineOf(audit)}
      footer={
        <>
          <span className="small quiet grow">
            {audit
              ? t.audited({
                  state: audit.finishedAt ? 'finished' : 'started',
                  date: formatDateTime(audit.finishedAt ?? audit.startedAt),
                  hasPerson: audit.askedBy ? 'yes' : 'no',
                  person: audit.askedBy ?? '',
                })
              : t.auditsItself}
          </span>
          <Button
            size="sm"
            busy={run.isPending}
            onClick={() =>
              run.mutate(undefined, {
                onSuccess: ({ findings }) =>
                  toast(
                    findings.length === 0
                      ? { title: t.ledgerBalanced }
                      : {
                          kind: 'bad',
                          title: t.ledgerUnbalanced,
                          description: t.findingCount({ count: findings.length }),
                        },
                  ),
                onError: (error) =>
                  toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.auditFailed) }),
              })
            }
          >
            {t.auditNow}
          </Button>
        </>
      }
    >
      {audit ? (
        <>
          {audit.failure && <p className="problem text-bad breaks">{audit.failure}</p>}
          <p className="small muted">
            {t.auditCounts({
              passed: String(passedOf(audit).length),
              open: String(audit.findings.length),
              acknowledged: String(audit.acknowledged.length),
            })}
          </p>
          <AuditFindings findings={audit.findings} acknowledged={audit.acknowledged} />
          <ul className="checks stack phone-single">
            {passedOf(audit).map((check) => (
              <li className="stack at-top gap-2.5" key={check}>
                <span className="state ok text-ok">
                  <HealthMark health="ok" />
                </span>
                <span>{check}</span>
              </li>
            ))}
            {audit.notes.map(({ topic, subject, note }) => (
              <li className="stack at-top gap-2.5" key={`${topic} ${subject}`}>
                <span className="state wait muted">
                  <HealthMark health="wait" />
                </span>
                <span>
                  {topic}
                  <span className="small muted block">{t.auditNote({ subject, note })}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="muted">{t.noAudit}</p>
      )}
    </SystemPart>
  )
}

/** An acknowledged check differs, so it never counts as passed. */
const passedOf = ({ checks, findings, acknowledged }: NonNullable<System['audit']>) =>
  checks.filter((check) => ![...findings, ...acknowledged].some((finding) => finding.check === check))

const lineOf = (audit: System['audit']) => {
  if (!audit) return t.noAudit
  if (!audit.finishedAt) return t.running
  return t.auditLine({
    count: passedOf(audit).length,
    acknowledged: audit.acknowledged.length,
    date: formatDateTime(audit.finishedAt),
  })
}

const Outcome = ({ audit }: { audit: System['audit'] }) => {
  if (!audit) return <Badge shape="dashed">{t.pending}</Badge>
  if (!audit.finishedAt) return <Badge shape="dashed">{t.running}</Badge>
  if (audit.failure) return <Badge shape="crossed">{t.failed}</Badge>
  return audit.findings.length === 0 ? (
    <Badge shape="solid">{t.balanced}</Badge>
  ) : (
    <Badge shape="crossed">{t.findingCount({ count: audit.findings.length })}</Badge>
  )
}
