import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { Page } from '../../../frame/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { ScheduleFeesDialog } from '../schedule-fees-dialog.tsx'
import { Schedules } from '../schedules.tsx'
import { useSchedules } from '../use-schedules.ts'

const FeesPage = () => {
  const [announcing, setAnnouncing] = useState(false)
  const { data: schedules } = useSchedules()
  const current = schedules?.find(({ state }) => state === 'current')
  return (
    <Page
      sentence="One schedule that every screen prints."
      actions={
        <Button
          variant="signal"
          icon={<CalendarClock className="ico" aria-hidden="true" />}
          disabled={!current}
          onClick={() => setAnnouncing(true)}
        >
          Announce a change
        </Button>
      }
    >
      <Schedules />
      {current && <ScheduleFeesDialog open={announcing} onOpenChange={setAnnouncing} current={current} />}
    </Page>
  )
}

export default FeesPage
