/** Reads the cells of a CSV file: quoted or not, separated by commas, semicolons or tabs. Undefined if a quote never ends. */
export const readCsv = (text: string): string[][] | undefined => {
  const file = text.replace(/^\uFEFF/, '')
  const [head = ''] = file.split(/\r?\n/, 1)
  const separator = [',', ';', '\t'].find((one) => head.includes(one)) ?? ','
  const rows: string[][] = []
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false]
  for (let at = 0; at < file.length; at++) {
    const letter = file[at] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (file[at + 1] === '"') cell += file[++at]
      else isQuoted = false
    } else if (letter === '"' && cell.trim() === '') [cell, isQuoted] = ['', true]
    else if (letter === separator) {
      row.push(cell.trim())
      cell = ''
    } else if (letter === '\n') {
      rows.push([...row, cell.trim()])
      ;[row, cell] = [[], '']
    } else cell += letter
  }
  if (isQuoted) return undefined
  return [...rows, [...row, cell.trim()]].filter((cells) => cells.some((one) => one !== ''))
}
