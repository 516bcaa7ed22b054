/** Shows the row before or after the open one. Undefined when the open row is on none of the loaded pages. */
export const createMove = (keys: readonly string[], open: string, show: (key: string) => void) => {
  const at = keys.indexOf(open)
  if (at === -1) return undefined
  return (step: 1 | -1) => {
    const next = keys[at + step]
    if (next !== undefined) show(next)
  }
}
