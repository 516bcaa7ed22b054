import type { Language } from '@bitquay/contract/languages'
import type { Sale } from '@bitquay/contract/tills.pos'
import { useEffect, useState } from 'react'

/** What the second screen shows. */
type Shown = { storeName: string; logoUrl: string | null; language: Language; sale: Sale | undefined }

const channelOf = (slug: string) => new BroadcastChannel(`bitquay-till-${slug}`)

type Hello = { hello: true }

/** Shows the sale on the customer display, which is another window of the same browser. */
export const useShowOnDisplay = (slug: string, { storeName, logoUrl, language, sale }: Shown) => {
  useEffect(() => {
    const channel = channelOf(slug)
    const show = () => channel.postMessage({ storeName, logoUrl, language, sale } satisfies Shown)
    channel.addEventListener('message', ({ data }: MessageEvent<Shown | Hello>) => {
      if ('hello' in data) show()
    })
    show()
    return () => channel.close()
  }, [slug, storeName, logoUrl, language, sale])
}

/** What the till shows now. Undefined until the till has answered. */
export const useShown = (slug: string): Shown | undefined => {
  const [shown, setShown] = useState<Shown>()
  useEffect(() => {
    const channel = channelOf(slug)
    channel.addEventListener('message', ({ data }: MessageEvent<Shown | Hello>) => {
      if (!('hello' in data)) setShown(data)
    })
    channel.postMessage({ hello: true } satisfies Hello)
    return () => channel.close()
  }, [slug])
  return shown
}
