import type { PlannedSchedule } from '@bitquay/contract/fees'
import { formatDate, formatDateTime } from '../../lib/format-date.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { Badge, type BadgeShape } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { CancelScheduleButton } from './cancel-schedule-button.tsx'
import { fees } from './fee-names.ts'
import { useSchedules } from './use-schedules.ts'

/** The current fees, scheduled changes, and all past schedules. */
export const Schedules = () => {
  const { data: schedules, isError, isFetching, refetch } = useSchedules()
  if (!schedules) {
    return isError ? (
      <EmptyState
        scene="mooring"
        title="Unable to load the fee schedule"
        sentence="The fees in force are not affected. Only this page could not be read."
        actions={
          <Button variant="signal" busy={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        }
      />
    ) : (
      <Card title="In force" span={6}>
        <SkeletonLines lines={5} />
      </Card>
    )
  }
  const current = schedules.find(({ state }) => state === 'current')
  const upcoming = schedules.filter(({ state }) => state === 'upcoming').reverse()
  return (
    <>
      {current && (
        <Card title="In force" note="now" span={6} aria-label="In force">
          <Percentages schedule={current} />
        </Card>
      )}
      {upcoming.length === 0 ? (
        <Card title="Announced" span={6} aria-label="Announced">
          <p className="muted">No change is announced.</p>
          <p className="small quiet mt-2">
            Merchants are promised 30 days’ notice. Payments keep the fees that were in force when they were booked.
          </p>
        </Card>
      ) : (
        upcoming.map((schedule) => (
          <Card
            key={schedule.id}
            title="Announced"
            note={`from ${formatDate(schedule.effectiveFrom)}`}
            span={6}
            aria-label="Announced"
            footer={
              <>
                <span className="small quiet flex-1">
                  Announced {formatDateTime(schedule.createdAt)}
                  {schedule.createdBy && ` by ${schedule.createdBy}`}
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
  current: { shape: 'solid', word: 'In force' },
  upcoming: { shape: 'dashed', word: 'Announced' },
  past: { shape: 'open', word: 'Past' },
  withdrawn: { shape: 'crossed', word: 'Withdrawn' },
}

const History = ({ schedules }: { schedules: PlannedSchedule[] }) => (
  <Card title="All schedules" note="never changed, only followed" bare aria-label="All schedules">
    <Table caption="All fee schedules" phone="blocks" rows={schedules} keyOf={({ id }) => id} columns={columns} />
  </Card>
)

const columns: Parameters<typeof Table<PlannedSchedule>>[0]['columns'] = [
  { head: 'State', cell: ({ state }) => <Badge shape={states[state].shape}>{states[state].word}</Badge> },
  {
    head: 'From',
    cell: ({ effectiveFrom, createdBy }) => (createdBy === null ? 'The beginning' : formatDateTime(effectiveFrom)),
  },
  ...fees.map(({ fee, name }) => ({
    head: name,
    numeric: true,
    cell: (schedule: PlannedSchedule) => formatPercent(schedule[fee]),
  })),
  { head: 'By', cell: ({ createdBy }) => <span className="muted">{createdBy ?? 'the platform'}</span> },
]
