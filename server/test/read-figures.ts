import type { Answer, Call } from '@bitquay/contract/call'
import { parseCsv } from './lists.ts'
import { readPdf } from './read-pdf.ts'

export type Query = Record<string, string>
type Given = { params?: Record<string, string | number>; query?: Query }

/** Asks a server for a path as someone, by their token or key. */
export type Send = (path: string, token: string) => Promise<{ status: number; bytes: Buffer; next: string | undefined }>

/** What someone reads: answers, whole lists, files and statements. */
export type Reader = ReturnType<typeof readAs>

export const readAs = (send: Send, token: string) => {
  const load = async (call: Call, { params = {}, query = {} }: Given) => {
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
    const url = `${path}?${new URLSearchParams(query).toString()}`
    const answer = await send(url, token)
    if (answer.status !== 200) throw new Error(`${url} returned ${answer.status}: ${answer.bytes.toString()}`)
    return answer
  }
  const get = async <C extends Call>(call: C, given: Given = {}) =>
    JSON.parse((await load(call, given)).bytes.toString()) as Answer<C>
  return {
    get,
    /** All rows of a list, page by page. */
    rows: async <C extends Call>(call: C, { query, ...given }: Given = {}) => {
      const rows: unknown[] = []
      let cursor: string | undefined
      do {
        const page = { ...query, limit: '100', ...(cursor === undefined ? {} : { cursor }) }
        const { bytes, next } = await load(call, { ...given, query: page })
        rows.push(...(JSON.parse(bytes.toString()) as unknown[]))
        cursor = next
      } while (cursor !== undefined)
      return rows as Extract<Answer<C>, readonly unknown[]>
    },
    csv: async (call: Call, given: Given = {}) => parseCsv((await load(call, given)).bytes.toString()),
    /** The lines of a statement, each as the texts of its cells. */
    pdf: async (call: Call, given: Given = {}) => readPdf((await load(call, given)).bytes),
  }
}
