import type { DoctorArea, DoctorFinding } from '@bitquay/contract/doctor'

export type Finding = DoctorFinding

type Write = (sentence: string, action?: string) => Finding

/** Findings about one thing. Something that isn't well says what to do. */
export const findingsOf = (area: DoctorArea, subject: string | null = null) => {
  const write =
    (state: Finding['state']): Write =>
    (sentence, action) => ({ area, subject, state, sentence, action: action ?? null })
  return { ok: write('ok'), warning: write('warning'), failed: write('failed'), skipped: write('skipped') }
}

/** A check that throws is a finding too, and the other checks go on. */
export const orFailed = async (
  area: DoctorArea,
  subject: string | null,
  check: () => Promise<Finding[]>,
): Promise<Finding[]> => {
  try {
    return await check()
  } catch (error) {
    return [
      findingsOf(area, subject).failed(`This check couldn’t finish: ${messageOf(error)}`, 'Read the server’s log.'),
    ]
  }
}

/** Errors of connections have an empty message and a code. */
export const messageOf = (error: unknown): string => {
  const { message, code } = error as NodeJS.ErrnoException
  return (message || code || String(error)).split('\n')[0]?.slice(0, 300) ?? ''
}
