/** By the clock of whoever reads it. */
export const greeting = (now = new Date()): string => {
  const hour = now.getHours()
  if (hour < 5) return 'Good evening'
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}
