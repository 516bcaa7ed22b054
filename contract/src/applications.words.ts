export const applicationStatuses = ['pending', 'approved', 'rejected'] as const

/** The words of the screen. */
export const applicationStatusWords: Record<(typeof applicationStatuses)[number], string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
}
