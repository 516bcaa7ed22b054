import type { Call } from '@bitquay/contract/call'
import { request } from './api.ts'

/**
 * Fetches a file with the person's token, which a plain link could not carry, and gives it to the browser under the name
 * that the server chose.
 */
export const download = async (call: Call, sent: { params?: unknown; query?: unknown } = {}): Promise<void> => {
  const response = await request(call, sent, { accept: call.media ?? '*/*' })
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download'
  saveFile(name, await response.blob())
}

export const saveFile = (name: string, contents: Blob): void => {
  const address = URL.createObjectURL(contents)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // The browser has taken hold of the file once the click is through; at once would be too early for some.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
