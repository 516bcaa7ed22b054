const openMs = 1500
const overMs = 15_000
const hiddenMs = 20_000
const longestMs = 30_000

type Situation = {
  /** Money is still expected. */
  open: boolean
  hidden: boolean
  /** Answers that failed to come, one after the other. */
  failures: number
}

/** How long to wait before looking again. A server in trouble is asked ever more seldom. */
export const pollDelayMs = ({ open, hidden, failures }: Situation): number => {
  const usualMs = hidden ? hiddenMs : open ? openMs : overMs
  if (failures === 0) return usualMs
  return Math.max(usualMs, Math.min(longestMs, openMs * 2 ** Math.min(failures, 10)))
}
