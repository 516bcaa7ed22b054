import { useState } from 'react'
import { Page } from '../../../frame/page.tsx'
import { requestCodeOf } from '../../../lib/api-error.ts'
import { formatTime } from '../../../lib/format-date.ts'
import { Badge, type BadgeShape } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import * as t from '../messages.ts'
import { TestDialog } from '../test-dialog.tsx'
import { type Doctor, useDoctor } from '../use-doctor.ts'

const DoctorPage = () => {
  const { data: doctor, isError, error, isFetching, refetch } = useDoctor()
  const [isAsking, setAsking] = useState(false)
  return (
    <Page
      sentence={t.purpose}
      actions={
        <>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {t.checkAgain}
          </Button>
          <Button variant="signal" onClick={() => setAsking(true)}>
            {t.test}
          </Button>
        </>
      }
    >
      {doctor ? (
        <Findings doctor={doctor} />
      ) : isError ? (
        <LoadError
          card
          prominent
          title={t.notLoadedTitle}
          sentence={t.notLoaded}
          code={requestCodeOf(error)}
          reading={{ isFetching, refetch }}
        />
      ) : (
        <Card title={t.checks}>
          <SkeletonLines lines={12} />
        </Card>
      )}
      {isAsking && <TestDialog onClose={() => setAsking(false)} />}
    </Page>
  )
}

type Finding = Doctor['findings'][number]

const states: Record<Finding['state'], { shape: BadgeShape; word: string; place: number }> = {
  failed: { shape: 'crossed', word: t.failed, place: 0 },
  warning: { shape: 'dashed', word: t.warning, place: 1 },
  ok: { shape: 'solid', word: t.ok, place: 2 },
  skipped: { shape: 'open', word: t.skipped, place: 3 },
}

/** What is wrong comes first. */
const Findings = ({ doctor: { findings, at } }: { doctor: Doctor }) => {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  const [failed, warnings] = [count('failed'), count('warning')]
  const sums = [
    ...(failed > 0 ? [t.failedCount({ count: String(failed) })] : []),
    ...(warnings > 0 ? [t.warningCount({ count: warnings })] : []),
  ]
  const inOrder = findings.toSorted((a, b) => states[a.state].place - states[b.state].place)
  return (
    <Card
      title={sums.length > 0 ? sums.join(', ') : t.nothingWrong}
      note={t.checkedAt({ time: formatTime(new Date(at)) })}
      aria-label={t.checks}
      bare
    >
      <ul className="lined">
        {inOrder.map((finding) => (
          <FindingRow key={`${finding.area} ${finding.subject} ${finding.sentence}`} finding={finding} />
        ))}
      </ul>
    </Card>
  )
}

const names: Record<Finding['area'], string> = {
  settings: t.settings,
  database: t.database,
  backup: t.backup,
  work: t.work,
  btcpay: t.btcpay,
  webhooks: t.webhooks,
  explorer: t.explorer,
  email: t.email,
  prices: t.prices,
  clock: t.clock,
  address: t.address,
  disk: t.disk,
}

const FindingRow = ({ finding: { area, subject, state, sentence, action } }: { finding: Finding }) => (
  <li className="pad stack auto-rest at-top gap-3">
    <Badge shape={states[state].shape}>{states[state].word}</Badge>
    <div className="stack gap-1 min-w-0">
      <span className="strong">{subject === null ? names[area] : `${names[area]} ${subject}`}</span>
      <p className="breaks">{sentence}</p>
      {action && <p className="muted breaks">{action}</p>}
    </div>
  </li>
)

export default DoctorPage
