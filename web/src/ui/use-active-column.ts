import { type KeyboardEvent, type PointerEvent, useState } from 'react'

/**
 * The column of a chart that a pointer or the arrow keys have reached, and the attributes of the plot that make it a
 * slider over its columns: one stop for the Tab key, whatever the number of columns.
 */
export const useActiveColumn = (label: string, count: number, describe: (column: number) => string) => {
  const last = count - 1
  const [reached, setReached] = useState<number>()
  // A shorter range may have fewer columns than the one before.
  const active = reached === undefined ? undefined : Math.min(reached, last)
  const current = active ?? last
  const hide = () => setReached(undefined)
  const reach = (column: number) => setReached(Math.min(Math.max(column, 0), last))
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    reach(Math.floor(((event.clientX - left) / width) * count))
  }
  const plot = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': last,
    'aria-valuenow': current,
    'aria-valuetext': describe(current),
    onKeyDown: (event: KeyboardEvent) => {
      const steps: Record<string, number> = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }
      const column = steps[event.key]
      if (event.key === 'Escape') hide()
      if (column === undefined) return
      event.preventDefault()
      reach(column)
    },
    onPointerDown: follow,
    onPointerMove: follow,
    // A finger that leaves the screen leaves the tooltip open to be read.
    onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && hide(),
    onFocus: () => reach(current),
    onBlur: hide,
  }
  return { active, plot }
}
