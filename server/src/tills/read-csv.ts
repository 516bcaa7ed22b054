import { CsvError, parse } from 'csv-parse/sync'

/** Reads the cells of a CSV file, separated by commas, semicolons or tabs. Undefined if its quotation marks don't match. */
export const readCsv = (text: string): string[][] | undefined => {
  const [head = ''] = text.split(/\r?\n/, 1)
  try {
    return parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'].find((one) => head.includes(one)) ?? ',',
      record_delimiter: ['\r\n', '\n', '\r'],
      trim: true,
      // Inside of quotation marks too.
      cast: (cell) => cell.trim(),
      // Inside of a cell, a quotation mark is a character like any other: Pizza 12"
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    })
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}
