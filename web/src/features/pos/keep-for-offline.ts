/** Installs the worker that opens the till without a network, and names the files that this page consists of. */
export const keepForOffline = () => {
  if (!('serviceWorker' in navigator)) return
  const keep = async () => {
    await navigator.serviceWorker.register('/pos-worker.js', { scope: '/pos/' })
    const { active } = await navigator.serviceWorker.ready
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const files = loaded.filter((name) => /^\/(?:assets\/|theme\.js$)/.test(new URL(name).pathname))
    active?.postMessage({ keep: [...new Set(files)], at: location.pathname })
  }
  // Without it the till works as long as there is a network.
  const start = () => void keep().catch(() => undefined)
  if (document.readyState === 'complete') start()
  else addEventListener('load', start)
}
