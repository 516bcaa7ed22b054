import { messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { HealthMark } from '../../ui/sidebar.tsx'
import { toast } from '../../ui/toast-store.ts'
import { type System, useAudit } from './use-system.ts'

/** The last audit of the ledger, check by check, and a button for another. */
export const AuditCard = ({ audit }: { audit: System['audit'] }) => {
  const run = useAudit()
  useNow(60_000)
  return (
    <Card
      title="Ledger audit"
      note={<Outcome audit={audit} />}
      aria-label="Ledger audit"
      footer={
        <>
          <span className="small quiet flex-1">
            {audit
              ? `${audit.finishedAt ? 'Done' : 'Begun'} ${formatDateTime(audit.finishedAt ?? audit.startedAt)}${audit.askedBy ? ` for ${audit.askedBy}` : ''}`
              : 'Runs by itself every 15 minutes'}
          </span>
          <Button
            size="sm"
            busy={run.isPending}
            onClick={() =>
              run.mutate(undefined, {
                onSuccess: ({ findings }) =>
                  toast(
                    findings.length === 0
                      ? { title: 'The ledger adds up.' }
                      : {
                          kind: 'bad',
                          title: 'The ledger does not add up',
                          description: `${findings.length} findings`,
                        },
                  ),
                onError: (error) =>
                  toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to audit the ledger') }),
              })
            }
          >
            Audit now
          </Button>
        </>
      }
    >
      {audit ? (
        <ul className="checks">
          {audit.failure && <li className="problem">{audit.failure}</li>}
          {audit.checks.map((check) => {
            const findings = audit.findings.filter((finding) => finding.check === check)
            return (
              <li key={check}>
                <span className={findings.length === 0 ? 'state ok' : 'state bad'}>
                  <HealthMark health={findings.length === 0 ? 'ok' : 'bad'} />
                </span>
                <span>
                  {check}
                  {findings.map(({ subject, expected, found }) => (
                    <span key={subject} className="problem small">
                      {subject}: expected {expected}, found {found}
                    </span>
                  ))}
                </span>
              </li>
            )
          })}
          {audit.notes.map(({ topic, subject, note }) => (
            <li key={`${topic} ${subject}`}>
              <span className="state wait">
                <HealthMark health="wait" />
              </span>
              <span>
                {topic}
                <span className="small muted block">
                  {subject}: {note}
                </span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">No audit has been made yet.</p>
      )}
    </Card>
  )
}

const Outcome = ({ audit }: { audit: System['audit'] }) => {
  if (!audit) return <Badge shape="dashed">Not yet</Badge>
  if (!audit.finishedAt) return <Badge shape="dashed">Running</Badge>
  if (audit.failure) return <Badge shape="crossed">Failed</Badge>
  return audit.findings.length === 0 ? (
    <Badge shape="solid">Clean</Badge>
  ) : (
    <Badge shape="crossed">{audit.findings.length === 1 ? '1 finding' : `${audit.findings.length} findings`}</Badge>
  )
}
