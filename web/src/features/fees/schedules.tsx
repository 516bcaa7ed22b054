import { feeNoticeDays, type PlannedSchedule } from '@bitquay/contract/fees'
import { formatDate, formatDateTime } from '../../lib/format-date.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { Badge, type BadgeShape } from '../../ui/badge.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { CancelScheduleButton } from './cancel-schedule-button.tsx'
import { fees } from './fee-names.ts'
import * as t from './messages.ts'
import { useSchedules } from './use-schedules.ts'

/** The current fees, scheduled changes, and all past schedules. */
export const Schedules = () => {
  const { data: schedules, isError, isFetching, refetch } = useSchedules()
  if (!schedules) {
    return isError ? (
      <LoadError card prominent title={t.notLoadedTitle} sentence={t.notLoaded} reading={{ isFetching, refetch }} />
    ) : (
      <Card title={t.current} span={6}>
        <SkeletonLines lines={5} />
      </Card>
    )
  }
  const current = schedules.find(({ state }) => state === 'current')
  const upcoming = schedules.filter(({ state }) => state === 'upcoming').reverse()
  return (
    <>
      {current && (
        <Card title={t.current} span={6} aria-label={t.current}>
          <Percentages schedule={current} />
        </Card>
      )}
      {upcoming.length === 0 ? (
        <Card title={t.scheduled} span={6} aria-label={t.scheduled}>
          <p className="muted">{t.noneScheduled}</p>
          <p className="small quiet mt-2">{t.notice({ days: String(feeNoticeDays) })}</p>
        </Card>
      ) : (
        upcoming.map((schedule) => (
          <Card
            key={schedule.id}
            title={t.scheduled}
            note={t.fromDate({ date: formatDate(schedule.effectiveFrom) })}
            span={6}
            aria-label={t.scheduled}
            footer={
              <>
                <span className="small quiet grow">
                  {t.scheduledBy({ date: formatDateTime(schedule.createdAt), person: schedule.createdBy ?? t.system })}
                </span>
                <CancelScheduleButton schedule={schedule} />
              </>
            }
          >
            <Percentages schedule={schedule} before={current} />
          </Card>
        ))
      )}
      <History schedules={schedules} />
    </>
  )
}

/** A fee that differs from the current one is shown beside it. */
const Percentages = ({ schedule, before }: { schedule: PlannedSchedule; before?: PlannedSchedule | undefined }) => (
  <Sums
    rows={fees.map(({ fee, name }) => ({
      name,
      value:
        before && before[fee] !== schedule[fee] ? (
          <>
            <span className="quiet">{formatPercent(before[fee])} → </span>
            {formatPercent(schedule[fee])}
          </>
        ) : (
          formatPercent(schedule[fee])
        ),
    }))}
  />
)

const states: Record<PlannedSchedule['state'], { shape: BadgeShape; word: string }> = {
  current: { shape: 'solid', word: t.current },
  upcoming: { shape: 'dashed', word: t.scheduled },
  past: { shape: 'open', word: t.past },
  withdrawn: { shape: 'crossed', word: t.canceled },
}

const History = ({ schedules }: { schedules: PlannedSchedule[] }) => (
  <Card title={t.history} note={t.historyNote} bare aria-label={t.history}>
    <Table caption={t.historyCaption} phone="blocks" rows={schedules} keyOf={({ id }) => id} columns={columns} />
  </Card>
)

const columns: Parameters<typeof Table<PlannedSchedule>>[0]['columns'] = [
  { head: t.status, cell: ({ state }) => <Badge shape={states[state].shape}>{states[state].word}</Badge> },
  {
    head: t.from,
    cell: ({ effectiveFrom, createdBy }) => (createdBy === null ? t.sinceLaunch : formatDateTime(effectiveFrom)),
  },
  ...fees.map(({ fee, name }) => ({
    head: name,
    numeric: true,
    cell: (schedule: PlannedSchedule) => formatPercent(schedule[fee]),
  })),
  { head: t.by, cell: ({ createdBy }) => <span className="muted">{createdBy ?? t.system}</span> },
]
