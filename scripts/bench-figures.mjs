/** What benchmarks print, read again for the table at the end. Each prints "what: 1.02  (at most 1.1; more)". */
const figure = /^(.+): ([\d.]+)( [a-zA-Z]+)? +\((at most|at least) ([\d.]+)/

export const readFigures = (printed) =>
  printed.split('\n').flatMap((line) => {
    const [, what, number, unit = '', kind, limit] = figure.exec(line) ?? []
    if (what === undefined) return []
    const isWithin = kind === 'at most' ? Number(number) <= Number(limit) : Number(number) >= Number(limit)
    return [{ what, shown: `${number}${unit}`, limit: `${kind} ${limit}`, isWithin }]
  })

/** One line for each figure that has a limit, and one for each benchmark that ended without its figures. */
export const toTable = (results) => {
  const rows = results.flatMap(({ name, code, figures }) => {
    const ended = code !== 0 && figures.every(({ isWithin }) => isWithin)
    return [
      ...figures.map(({ what, shown, limit, isWithin }) => [isWithin ? '' : 'OVER', name, what, shown, limit]),
      ...(ended ? [['FAILED', name, 'see its lines above', '', '']] : []),
    ]
  })
  const table = [['', 'benchmark', 'figure', 'measured', 'limit'], ...rows]
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)))
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
