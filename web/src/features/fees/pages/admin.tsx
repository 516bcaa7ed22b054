import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { Page } from '../../../frame/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { FeesTabs } from '../fees-tabs.tsx'
import * as t from '../messages.ts'
import { ScheduleFeesDialog } from '../schedule-fees-dialog.tsx'
import { Schedules } from '../schedules.tsx'
import { useSchedules } from '../use-schedules.ts'

const FeesPage = () => {
  const [scheduling, setScheduling] = useState(false)
  const { data: schedules } = useSchedules()
  const current = schedules?.find(({ state }) => state === 'current')
  return (
    <Page
      actions={
        <Button
          variant="signal"
          icon={<CalendarClock className="ico" aria-hidden="true" />}
          disabled={!current}
          onClick={() => setScheduling(true)}
        >
          {t.scheduleChange}
        </Button>
      }
    >
      <FeesTabs current="schedule" />
      <Schedules />
      {current && scheduling && <ScheduleFeesDialog current={current} onClose={() => setScheduling(false)} />}
    </Page>
  )
}

export default FeesPage
