import type { ApplicationDetails } from '@bitquay/contract/applications.requests'

const hourMs = 3_600_000
/** What the public form promises. */
const promisedMs = 24 * hourMs

/** When the applicant should have an answer. Time in which we wait for the applicant doesn't count. */
export const computeDeadline = (
  { createdAt, requests }: Pick<ApplicationDetails, 'createdAt' | 'requests'>,
  now: Date,
): { dueAt: Date; pausedHours: number; isPaused: boolean } => {
  const pausedMs = requests.reduce((sum, { requestedAt, endedAt }) => {
    const end = endedAt === null ? now : new Date(endedAt)
    return sum + Math.max(0, end.getTime() - new Date(requestedAt).getTime())
  }, 0)
  return {
    dueAt: new Date(new Date(createdAt).getTime() + promisedMs + pausedMs),
    pausedHours: Math.round(pausedMs / hourMs),
    isPaused: requests.some(({ status }) => status === 'open'),
  }
}
