import { useState } from 'react'
import { Select } from '../input.tsx'
import * as t from './messages.ts'

type TimeZoneChoiceProps = {
  /** Null is the browser's own. */
  chosen: string | null
  onChoose: (zone: string | null) => void
}

/** Which time zone days begin and end in. */
export const TimeZoneChoice = ({ chosen, onChoose }: TimeZoneChoiceProps) => {
  const [zones] = useState(() => Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/')))
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <label className="zone across gap-2 ruled small muted">
      {t.timeZone}
      <Select value={chosen ?? ''} onChange={(event) => onChoose(event.target.value || null)}>
        <option value="">{t.browserZone({ zone: nameOf(own) })}</option>
        {[...new Set([...zones, 'UTC', ...(chosen ? [chosen] : [])])].map((zone) => (
          <option key={zone} value={zone}>
            {nameOf(zone)}
          </option>
        ))}
      </Select>
    </label>
  )
}

const nameOf = (zone: string) => zone.replaceAll('_', ' ')
