/** By the reader's clock. */
export const timeOfDay = (now = new Date()): 'morning' | 'afternoon' | 'evening' => {
  const hour = now.getHours()
  if (hour < 5) return 'evening'
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}
