/**
 * Keeps the till's page and its files on the device, so that it opens without a network and can say so. Calls of the API
 * are never answered from here: no payment is shown without the server's word.
 */
const shell = 'bitquay-till-shell'
const files = 'bitquay-till-files'
const page = '/pos/page'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  else if (pathname.startsWith('/assets/') || pathname === '/theme.js') event.respondWith(openFile(request))
})

/**
 * The newest page if there is a network, otherwise the last one. All tills have the same page, but a customer display in
 * a language that its address names.
 */
const openPage = async (request) => {
  const kept = await caches.open(shell)
  try {
    const answer = await fetch(request)
    if (answer.ok && !new URL(request.url).searchParams.has('lang')) await kept.put(page, answer.clone())
    return answer
  } catch (error) {
    const last = await kept.match(page)
    if (last) return last
    throw error
  }
}

/** The names of files below assets/ change with their content. */
const openFile = async (request) => {
  const kept = await caches.open(files)
  const known = await kept.match(request)
  if (known && new URL(request.url).pathname.startsWith('/assets/')) return known
  try {
    const answer = await fetch(request)
    if (answer.ok) await kept.put(request, answer.clone())
    return answer
  } catch (error) {
    if (known) return known
    throw error
  }
}

/** The page names the files that it has loaded before this worker ran. All others are of older versions. */
self.addEventListener('message', (event) => {
  const { keep, at } = event.data ?? {}
  if (Array.isArray(keep)) event.waitUntil(keepFiles(keep, at))
})

const keepFiles = async (names, at) => {
  const kept = await caches.open(files)
  for (const name of names) {
    if (!(await kept.match(name))) await kept.add(name).catch(() => undefined)
  }
  for (const request of await kept.keys()) {
    if (!names.includes(request.url)) await kept.delete(request)
  }
  const pages = await caches.open(shell)
  if (!(await pages.match(page))) {
    const answer = await fetch(at).catch(() => undefined)
    if (answer?.ok) await pages.put(page, answer)
  }
}
