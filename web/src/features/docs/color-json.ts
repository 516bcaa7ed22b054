import type { CodeColor, ColoredRun } from './colored-run.ts'

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null/gi

/** The colors of a response. The highlighter of the build is too large to load for it. */
export const colorJson = (text: string): ColoredRun[] => {
  const runs: ColoredRun[] = []
  let at = 0
  for (const found of text.matchAll(token)) {
    const [whole, quoted, colon] = found
    const part = quoted ?? whole
    runs.push(['', found.index - at], [colorOf(quoted, colon), part.length])
    at = found.index + part.length
  }
  return runs
}

const colorOf = (quoted: string | undefined, colon: string | undefined): CodeColor => {
  if (quoted === undefined) return 'number'
  return colon === undefined ? 'string' : 'name'
}
