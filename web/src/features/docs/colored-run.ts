/** Named after what it colors; the empty one is plain text. */
export type CodeColor = 'keyword' | 'string' | 'number' | 'name' | 'comment' | ''

/** So many characters of a text, and their color. */
export type ColoredRun = [color: CodeColor, length: number]

/** A text cut into its runs. What no run covers stays plain. */
export const cutRuns = (text: string, runs: readonly ColoredRun[]): { color: CodeColor; part: string }[] => {
  let at = 0
  const parts = runs.map(([color, length]) => {
    const part = text.slice(at, at + length)
    at += length
    return { color, part }
  })
  return at < text.length ? [...parts, { color: '', part: text.slice(at) }] : parts
}
